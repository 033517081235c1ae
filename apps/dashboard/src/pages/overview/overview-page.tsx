import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { ExecutionsChartPanel } from '../../components/charts/executions-chart-panel.tsx';
import { CommonFilters } from '../../components/filters/common-filters.tsx';
import { SourceNote } from '../../components/filters/source-select.tsx';
import { FormulaLabel } from '../../components/figures/formula-label.tsx';
import { Panel } from '../../components/layout/panel.tsx';
import { Loaded } from '../../components/states/loaded.tsx';
import { SkeletonFigures, SkeletonLead, SkeletonRows } from '../../components/states/skeleton.tsx';
import { usePageTitle } from '../../frame/use-page-title.ts';
import { KeyHints } from '../../keyboard/key-hints.tsx';
import { useRowKeys } from '../../keyboard/use-row-keys.ts';
import { isFiltered } from '../../search/asked-filters.ts';
import { changeSearch } from '../../search/changed-search.ts';
import type { FilterSearch } from '../../search/page-search.ts';
import { formatWindow } from '../../search/time-window.ts';
import { AttentionList } from './attention-list.tsx';
import { BranchLead } from './branch-lead.tsx';
import { CostlyFlakiness } from './costly-flakiness.tsx';
import { LatestBranches } from './latest-branches.tsx';
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
  const attention = useQuery(buildAttentionQuery(search));
  const trends = useQuery({ ...buildOverviewQuery(search), select: (answer) => answer.trends });
  const navigate = useNavigate({ from: '/' });
  const change = (changes: FilterSearch) =>
    void navigate({
      search: (current) => changeSearch<FilterSearch>(current, changes),
      resetScroll: false,
    });
  const { project } = search;
  const used = overview.data?.metrics;
  const count = attention.data?.items.length;
  return (
    <>
      <div className="filters" role="group" aria-label="Filters">
        <CommonFilters search={search} used={used} onChange={change} />
      </div>
      <SourceNote used={used} />
      <Loaded query={overview} what="The overview" skeleton={<SkeletonLead />}>
        {({ branches, metrics }) => {
          const lead =
            search.branch === undefined ? branches.find(({ isDefault }) => isDefault) : branches[0];
          if (project !== undefined && lead !== undefined) return <BranchLead state={lead} />;
          if (branches.length === 0 && metrics.executions.total === 0)
            return <NothingRanLead project={project} />;
          const kind =
            project !== undefined ? 'project' : search.branch === undefined ? 'default' : 'chosen';
          const hasOthers = kind === 'default' && metrics.executions.total > 0;
          return <BranchesLead branches={branches} kind={kind} hasOthers={hasOthers} />;
        }}
      </Loaded>
      <div className="grid g-32">
        <Panel title="Needs attention" meta={formatAttentionMeta(count, search)}>
          <Loaded
            query={attention}
            what="What needs attention"
            skeleton={<SkeletonRows rows={5} height={76} />}
          >
            {(answer) => (
              <AttentionList attention={answer} branches={overview.data?.branches ?? []} />
            )}
          </Loaded>
        </Panel>
        <Panel title={toTitle(formatWindow(search))} meta="against the same time before">
          <Loaded query={overview} what="The figures" skeleton={<SkeletonFigures figures={4} />}>
            {({ metrics, trends }) => <PeriodFigures metrics={metrics} points={trends.points} />}
          </Loaded>
        </Panel>
      </div>
      <div className="grid g-2">
        <ExecutionsChartPanel
          query={trends}
          height={180}
          onChoose={(from, to) =>
            void navigate({
              to: '/executions',
              search: changeSearch({ ...search, from, to }, { days: undefined }),
            })
          }
        />
        <DurationPanel query={overview} />
      </div>
      <div className="grid g-2">
        <Panel
          title={project === undefined ? 'Latest of each project' : 'Latest on each branch'}
          aside={
            <Link className="link small" to="/executions">
              All executions
            </Link>
          }
        >
          <Loaded query={overview} what="The branches" skeleton={<SkeletonRows height={36} />}>
            {({ branches }) => (
              <LatestBranches branches={branches} withProjects={project === undefined} />
            )}
          </Loaded>
        </Panel>
        <Panel
          title={
            <FormulaLabel
              name="Impact"
              formula="mean rate × counted runs a week × mean wasted time"
              caveat="The posterior mean of the rate. Wasted time is all attempts but the last of a flaky run."
            >
              Most expensive flakiness
            </FormulaLabel>
          }
          aside={
            <Link className="link small" to="/flaky">
              All flaky tests
            </Link>
          }
        >
          <Loaded query={overview} what="The flaky tests" skeleton={<SkeletonRows height={50} />}>
            {({ flaky, metrics }) => (
              <CostlyFlakiness tests={flaky} flakyResults={metrics.results.flaky} />
            )}
          </Loaded>
        </Panel>
      </div>
      <KeyHints
        hints={[
          { keys: ['j', 'k'], does: 'move' },
          { keys: ['↵'], does: 'open' },
          { keys: ['g', 'e'], does: 'executions' },
          { keys: ['?'], does: 'all keys' },
        ]}
      />
    </>
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
