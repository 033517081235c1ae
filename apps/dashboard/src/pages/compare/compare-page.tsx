import { capitalize } from '@svc/contract/zod-free/capitalize';
import { describeComparison } from '@svc/analysis/compare/comparison-words';
import type { Comparison } from '@svc/contract/executions/compare';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { IconArrowsExchange } from '@tabler/icons-react';
import { useState } from 'react';
import { PageHead } from '../../components/layout/lead-sentence.tsx';
import { Empty } from '../../components/states/empty.tsx';
import { Loaded } from '../../components/states/loaded.tsx';
import { SkeletonPanels } from '../../components/states/skeleton.tsx';
import { usePageTitle } from '../../frame/use-page-title.ts';
import { KeyHints, MOVE } from '../../keyboard/key-hints.tsx';
import { useKey } from '../../keyboard/use-key.ts';
import { useRowKeys } from '../../keyboard/use-row-keys.ts';
import { useChangeSearch } from '../../search/use-change-search.ts';
import type { CompareSearch } from '../../search/page-search.ts';
import { CompareActions } from './compare-actions.tsx';
import { buildComparisonQuery, type Sides } from './compare-queries.ts';
import { formatBaseChoice, describeMissing } from './compare-sentence.ts';
import { ComparedSides } from './compared-sides.tsx';
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
  const { sides, candidates } = useSides(search);
  const query = useQuery({
    ...buildComparisonQuery(sides ?? NO_SIDES, search.project),
    enabled: sides !== null,
    refetchInterval: ({ state }) =>
      explainComparison(state.error)?.mayPass === true ? RUNNING_MS : false,
  });
  const explanation = explainComparison(query.error);
  const comparison = explanation === null ? query.data : undefined;
  return (
    <>
      <CompareHead
        comparison={comparison}
        withProject={search.project === undefined}
        isOutdated={query.isPlaceholderData}
      />
      <SidePickers search={search} sides={sides} comparison={comparison} />
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
            skeleton={<SkeletonPanels hasFigures rows={[6]} />}
          >
            {(data) => <ComparisonView comparison={data} />}
          </Loaded>
        </div>
      )}
      <KeyHints hints={KEYS} />
    </>
  );
}

const KEYS = [
  MOVE,
  { keys: ['b'], does: 'change base' },
  { keys: ['h'], does: 'change head' },
  { keys: ['s'], does: 'swap' },
  { keys: ['y'], does: 'copy as Markdown' },
];

interface CompareHeadProps {
  /** Undefined until it is known. */
  comparison: Comparison | undefined;
  withProject: boolean;
  isOutdated: boolean;
}

/** The page's answer: what changed, and between which executions. */
function CompareHead({ comparison, withProject, isOutdated }: CompareHeadProps) {
  if (comparison === undefined) {
    return <PageHead title="Compare">What changed from one execution to another.</PageHead>;
  }
  const { summary, head, base } = comparison;
  return (
    <PageHead
      title={capitalize(describeComparison(comparison).text)}
      action={!isOutdated && <CompareActions comparison={comparison} />}
    >
      <ComparedSides head={head} base={base} withProject={withProject} />
      {formatBaseChoice(comparison)}. {describeMissing(summary, head)}
    </PageHead>
  );
}

interface SidePickersProps {
  search: CompareSearch;
  sides: Sides | null;
  comparison: Comparison | undefined;
}

/** Chooses the two executions, and swaps them. */
function SidePickers({ search, sides, comparison }: SidePickersProps) {
  const change = useChangeSearch<CompareSearch>();
  const [open, setOpen] = useState<'base' | 'head' | null>(null);
  const swap = () => sides !== null && change({ base: sides.head, head: sides.base });
  useKey({ key: 'b' }, () => setOpen('base'));
  useKey({ key: 'h' }, () => setOpen('head'));
  useKey({ key: 's' }, swap);
  const picker = (side: 'base' | 'head') => (
    <SidePicker
      side={side}
      reference={sides?.[side] ?? search[side]}
      execution={comparison?.[side]}
      project={comparison?.head.project ?? search.project}
      isOpen={open === side}
      onOpen={(isOpen) => setOpen(isOpen ? side : null)}
      onPick={(reference) => change({ ...sides, [side]: reference })}
    />
  );
  return (
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
  );
}
