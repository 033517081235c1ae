import type { Execution } from '@svc/contract/executions/executions';

type Side = Pick<Execution, 'git' | 'number' | 'project'>;

interface ComparedSidesProps {
  head: Side;
  base: Side;
  /** Whether the page shows all projects, so that a number alone names no execution. */
  withProject: boolean;
}

/** The branches; of one branch the numbers. */
export function ComparedSides({ head, base, withProject }: ComparedSidesProps) {
  const [to, from] = [head.git.branch?.slice(0, 120), base.git.branch?.slice(0, 120)];
  return to === from ? (
    <>
      {withProject && (
        <>
          <bdi>{head.project}</bdi>{' '}
        </>
      )}
      #{head.number} against #{base.number}
      {to !== undefined && (
        <>
          , both of <bdi>{to}</bdi>
        </>
      )}
    </>
  ) : (
    <>
      <bdi>{to ?? `#${head.number}`}</bdi> against <bdi>{from ?? `#${base.number}`}</bdi>
      {withProject && (
        <>
          {' '}
          in <bdi>{head.project}</bdi>
        </>
      )}
    </>
  );
}
