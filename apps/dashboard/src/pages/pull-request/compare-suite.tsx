import type { PullRequest, PullRequestSuite } from '@svc/contract/gate/pull-requests';
import { Link } from '@tanstack/react-router';

interface CompareSuiteProps extends Pick<PullRequest, 'baseBranch'> {
  suite: PullRequestSuite;
  className: string;
}

/** Compares a suite with the base of its gate; the page chooses one where the gate did not need any. */
export function CompareSuite({
  suite: { execution, gate },
  baseBranch,
  className,
}: CompareSuiteProps) {
  const { base } = gate;
  const head = execution.id;
  return (
    <Link
      className={className}
      to="/compare"
      search={base === null ? { head } : { base: base.executionId, head }}
    >
      <span className="clip">
        Compare with <bdi>{base?.branch ?? baseBranch ?? 'its base'}</bdi>
      </span>
    </Link>
  );
}
