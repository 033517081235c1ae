import type { Branch } from '@svc/contract/executions/branches';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { ExecutionsChartPanel } from '../../components/charts/executions-chart-panel.tsx';
import { CommonFilters } from '../../components/filters/common-filters.tsx';
import { SourceNote } from '../../components/filters/source-select.tsx';
import { Panel } from '../../components/layout/panel.tsx';
import { Loaded } from '../../components/states/loaded.tsx';
import { SkeletonFigures, SkeletonLead, SkeletonRows } from '../../components/states/skeleton.tsx';
import { usePageTitle } from '../../frame/use-page-title.ts';
import { KeyHints, MOVE, OPEN } from '../../keyboard/key-hints.tsx';
import { useRowKeys } from '../../keyboard/use-row-keys.ts';
import { isFiltered } from '../../search/asked-filters.ts';
import { changeSearch } from '../../search/changed-search.ts';
import type { FilterSearch } from '../../search/page-search.ts';
import { formatWindow } from '../../search/time-window.ts';
import { useChangeSearch } from '../../search/use-change-search.ts';
import type { Outputs } from '../../server/trpc.ts';
import { AttentionList } from './attention-list.tsx';
import { BranchLead } from './branch-lead.tsx';
import { CostlyPanel } from './costly-flakiness.tsx';
import { LatestPanel } from './latest-branches.tsx';
import { DurationPanel } from './duration-panel.tsx';
import { buildAttentionQuery, buildOverviewQuery } from './overview-query.ts';
import { PeriodFigures } from './period-figures.tsx';
import { BranchesLead, NothingRanLead } from './branches-lead.tsx';

/** What needs attention now, and how the period went. */
export function OverviewPage() {
  usePageTitle('Overview');
  useRowKeys();
  const search = useSearch({ from: '/frame/' });
  const overview = useQuery(buildOverviewQuery(search));
  const trends = useQuery({ ...buildOverviewQuery(search), select: (answer) => answer.trends });
  const navigate = useNavigate({ from: '/' });
  const change = useChangeSearch<FilterSearch>();
  const used = overview.data?.metrics;
  const chooseDays = (from: string, to: string) =>
    void navigate({
      to: '/executions',
      search: changeSearch({ ...search, from, to }, { days: undefined }),
    });
  return (
    <>
      <div className="filters" role="group" aria-label="Filters">
        <CommonFilters search={search} used={used} onChange={change} />
      </div>
      <SourceNote used={used} />
      <Loaded query={overview} what="The overview" skeleton={<SkeletonLead />}>
        {(answer) => <OverviewLead overview={answer} search={search} />}
      </Loaded>
      <div className="grid g-32">
        <AttentionPanel search={search} branches={overview.data?.branches ?? []} />
        <Panel title={toTitle(formatWindow(search))} meta="against the same time before">
          <Loaded query={overview} what="The figures" skeleton={<SkeletonFigures figures={4} />}>
            {({ metrics, trends: { points } }) => (
              <PeriodFigures metrics={metrics} points={points} />
            )}
          </Loaded>
        </Panel>
      </div>
      <div className="grid g-2">
        <ExecutionsChartPanel query={trends} height={180} onChoose={chooseDays} />
        <DurationPanel query={overview} />
      </div>
      <div className="grid g-2">
        <LatestPanel query={overview} withProjects={search.project === undefined} />
        <CostlyPanel query={overview} />
      </div>
      <KeyHints hints={KEYS} />
    </>
  );
}

const KEYS = [
  MOVE,
  OPEN,
  { keys: ['g', 'e'], does: 'executions' },
  { keys: ['?'], does: 'all keys' },
];

/** How the default branch of the project is doing, or some branches. */
function OverviewLead({
  overview: { branches, metrics },
  search: { project, branch },
}: {
  overview: Outputs['overview']['get'];
  search: FilterSearch;
}) {
  const lead = branch === undefined ? branches.find(({ isDefault }) => isDefault) : branches[0];
  const ran = metrics.executions.total > 0;
  if (project !== undefined && lead !== undefined) return <BranchLead state={lead} />;
  if (branches.length === 0 && !ran) return <NothingRanLead project={project} />;
  const kind = project !== undefined ? 'project' : branch === undefined ? 'default' : 'chosen';
  return <BranchesLead branches={branches} kind={kind} hasOthers={kind === 'default' && ran} />;
}

interface AttentionPanelProps {
  search: FilterSearch;
  branches: readonly Branch[];
}

function AttentionPanel({ search, branches }: AttentionPanelProps) {
  const attention = useQuery(buildAttentionQuery(search));
  return (
    <Panel title="Needs attention" meta={formatAttentionMeta(attention.data?.items.length, search)}>
      <Loaded
        query={attention}
        what="What needs attention"
        skeleton={<SkeletonRows rows={5} height={76} />}
      >
        {(answer) => <AttentionList attention={answer} branches={branches} />}
      </Loaded>
    </Panel>
  );
}

/** `the last 30 days` as a title. */
function toTitle(words: string): string {
  return words.replace(/^the /, '').replace(/^./, (first) => first.toUpperCase());
}

/** What the list holds: of the filters, it knows the project alone. */
function formatAttentionMeta(count: number | undefined, search: FilterSearch): string | undefined {
  if (count === undefined || count === 0) return undefined;
  return `${count}, most severe first${isFiltered(search) ? ', not filtered' : ''}`;
}
