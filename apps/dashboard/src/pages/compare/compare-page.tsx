import { capitalize } from '@svc/contract/capitalize';
import { describeComparison } from '@svc/analysis/comparison-words';
import type { Execution } from '@svc/contract/executions/executions';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { IconArrowsExchange } from '@tabler/icons-react';
import { useState } from 'react';
import { PageHead } from '../../components/layout/lead-sentence.tsx';
import { Empty } from '../../components/states/empty.tsx';
import { Loaded } from '../../components/states/loaded.tsx';
import { SkeletonFigures, SkeletonRows } from '../../components/states/skeleton.tsx';
import { usePageTitle } from '../../frame/use-page-title.ts';
import { KeyHints } from '../../keyboard/key-hints.tsx';
import { useKey } from '../../keyboard/use-key.ts';
import { useRowKeys } from '../../keyboard/use-row-keys.ts';
import { changeSearch } from '../../search/changed-search.ts';
import type { CompareSearch } from '../../search/page-search.ts';
import { CompareActions } from './compare-actions.tsx';
import { buildComparisonQuery } from './compare-queries.ts';
import { formatBaseChoice, describeMissing } from './compare-sentence.ts';
import { ComparisonProblem } from './comparison-problem.tsx';
import { ComparisonView } from './comparison-view.tsx';
import { explainComparison } from './explain-comparison.ts';
import { SidePicker } from './side-picker.tsx';
import { useSides } from './use-sides.ts';

const NO_SIDES = { base: '', head: '' };
// A running execution settles within seconds of its last part.
const RUNNING_MS = 15_000;

/** What changed from one execution to another. */
export function ComparePage() {
  usePageTitle('Compare');
  useRowKeys();
  const search = useSearch({ from: '/frame/compare' });
  const navigate = useNavigate({ from: '/compare' });
  const [open, setOpen] = useState<'base' | 'head' | null>(null);
  const { sides, candidates } = useSides(search);
  const query = useQuery({
    ...buildComparisonQuery(sides ?? NO_SIDES, search.project),
    enabled: sides !== null,
    refetchInterval: ({ state }) =>
      explainComparison(state.error)?.mayPass === true ? RUNNING_MS : false,
  });
  const explanation = explainComparison(query.error);
  const comparison = explanation === null ? query.data : undefined;
  const change = (changes: Partial<CompareSearch>) =>
    void navigate({
      search: (current) => changeSearch<CompareSearch>(current, { ...sides, ...changes }),
      resetScroll: false,
    });
  const swap = () => sides !== null && change({ base: sides.head, head: sides.base });
  useKey({ key: 'b' }, () => setOpen('base'));
  useKey({ key: 'h' }, () => setOpen('head'));
  useKey({ key: 's' }, swap);
  const project = comparison?.head.project ?? search.project;
  const picker = (side: 'base' | 'head') => (
    <SidePicker
      side={side}
      reference={sides?.[side] ?? search[side]}
      execution={comparison?.[side]}
      project={project}
      isOpen={open === side}
      onOpen={(isOpen) => setOpen(isOpen ? side : null)}
      onPick={(reference) => change({ [side]: reference })}
    />
  );
  return (
    <>
      <PageHead
        title={
          comparison === undefined ? 'Compare' : capitalize(describeComparison(comparison).text)
        }
        action={
          comparison !== undefined &&
          !query.isPlaceholderData && <CompareActions comparison={comparison} />
        }
      >
        {comparison === undefined ? (
          'What changed from one execution to another.'
        ) : (
          <>
            <ComparedSides
              head={comparison.head}
              base={comparison.base}
              withProject={search.project === undefined}
            />
            {formatBaseChoice(comparison)}. {describeMissing(comparison.summary, comparison.head)}
          </>
        )}
      </PageHead>
      <div className="pickers">
        {picker('base')}
        <button
          className="iconbtn bordered"
          type="button"
          aria-label="Swap base and head"
          title="Swap (s)"
          disabled={sides === null}
          onClick={swap}
        >
          <IconArrowsExchange size={16} stroke={1.5} aria-hidden />
        </button>
        {picker('head')}
      </div>
      {explanation !== null ? (
        <ComparisonProblem explanation={explanation} onRetry={() => void query.refetch()} />
      ) : candidates?.data !== undefined && sides === null ? (
        <section className="panel">
          <Empty title="Choose a base and a head">
            {search.base === undefined && search.head === undefined
              ? 'No two of the newest finished executions are of the same suite.'
              : 'None of the newest executions is of the same suite as the one chosen.'}
          </Empty>
        </section>
      ) : (
        <div className={query.isPlaceholderData ? 'stack outdated' : 'stack'}>
          <Loaded
            query={
              sides === null && candidates !== null ? { ...candidates, data: undefined } : query
            }
            what="The comparison"
            skeleton={<ComparisonSkeleton />}
          >
            {(data) => <ComparisonView comparison={data} />}
          </Loaded>
        </div>
      )}
      <KeyHints
        hints={[
          { keys: ['j', 'k'], does: 'move' },
          { keys: ['b'], does: 'change base' },
          { keys: ['h'], does: 'change head' },
          { keys: ['s'], does: 'swap' },
          { keys: ['y'], does: 'copy as Markdown' },
        ]}
      />
    </>
  );
}

type Side = Pick<Execution, 'git' | 'number' | 'project'>;

interface ComparedSidesProps {
  head: Side;
  base: Side;
  /** Whether the page shows all projects, so that a number alone names no execution. */
  withProject: boolean;
}

/** The branches; of one branch the numbers. */
function ComparedSides({ head, base, withProject }: ComparedSidesProps) {
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

function ComparisonSkeleton() {
  return (
    <>
      <section className="panel">
        <SkeletonFigures />
      </section>
      <section className="panel">
        <SkeletonRows rows={6} />
      </section>
    </>
  );
}
