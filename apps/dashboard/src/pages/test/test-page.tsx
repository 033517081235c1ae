import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import { CommonFilters } from '../../components/filters/common-filters.tsx';
import { SourceNote } from '../../components/filters/source-select.tsx';
import { Panel } from '../../components/layout/panel.tsx';
import { buildEntriesOfTestQuery } from '../../components/quarantine/quarantine-queries.ts';
import { Loaded } from '../../components/states/loaded.tsx';
import { SkeletonPanels } from '../../components/states/skeleton.tsx';
import { formatCount } from '../../format/count.ts';
import { formatTestTitle } from '../../format/identity.ts';
import { usePageTitle } from '../../frame/use-page-title.ts';
import { KeyHints, MOVE, OPEN } from '../../keyboard/key-hints.tsx';
import { useRowKeys } from '../../keyboard/use-row-keys.ts';
import { useChangeSearch } from '../../search/use-change-search.ts';
import type { TestSearch } from '../../search/page-search.ts';
import { FailureCauses } from './failure-causes.tsx';
import { CellLegend, OutcomeCells } from './runs/outcome-cells.tsx';
import { RunTimes } from './times/run-times.tsx';
import { RunsPanel } from './runs/runs-panel.tsx';
import { SinceRange } from './since-range.tsx';
import { TestAnalyses } from './test-analyses.tsx';
import { TestFigures } from './test-figures.tsx';
import { TestHead } from './test-head.tsx';
import { isNotFound } from '../../components/states/problem.tsx';
import { TestMissing } from './test-missing.tsx';
import { flakyEntryQuery, isTestId, testQuery } from './test-queries.ts';
import { runsOf } from './runs/test-runs.ts';
import { useCellKeys } from './runs/use-cell-keys.ts';

/** One test: since when it fails or flakes, how often, and how. */
export function TestPage() {
  const { testId } = useParams({ from: '/frame/tests/$testId' });
  // Each test has its own state: the figures of the previous test must not appear under its title.
  return <OpenTest key={testId} testId={testId} />;
}

function OpenTest({ testId }: { testId: string }) {
  useRowKeys();
  useCellKeys();
  const search = useSearch({ from: '/frame/tests/$testId' });
  const change = useChangeSearch<TestSearch>();
  const pages = useInfiniteQuery(testQuery(testId, search));
  const entry = useQuery({ ...flakyEntryQuery(testId, search), enabled: isTestId(testId) });
  const quarantined = useQuery({ ...buildEntriesOfTestQuery(testId), enabled: isTestId(testId) });
  const entries = quarantined.data?.items;
  const newestPage = pages.data?.pages[0];
  usePageTitle(
    newestPage === undefined ? 'Test' : formatTestTitle(newestPage.titlePath).slice(0, 100),
  );
  if (isNotFound(pages.error)) return <TestMissing />;
  const { show, ...filters } = search;
  return (
    <Loaded
      query={pages}
      what="The test"
      skeleton={<SkeletonPanels title="Test" hasFigures rows={[8]} />}
    >
      {(data) => {
        const [test] = data.pages;
        if (test === undefined) return null;
        const runs = runsOf(data.pages.flatMap(({ history }) => history.items));
        const latestFailure = runs.find(({ fingerprint }) => fingerprint !== null);
        const where = filters.branch === undefined ? 'all branches' : filters.branch;
        return (
          <div className={pages.isPlaceholderData ? 'stack outdated' : 'stack'}>
            <TestHead
              test={test}
              newest={runs[0]}
              latestFailure={latestFailure}
              entries={entries}
            />
            <div className="filters" role="group" aria-label="Filters">
              <CommonFilters
                search={{ ...search, project: test.project }}
                used={test}
                onChange={change}
                kinds={['branch', 'environment']}
              />
            </div>
            {runs.length > 0 && <SourceNote used={test} />}
            <TestFigures
              test={test}
              flaky={entry.data === undefined ? undefined : (entry.data.items[0] ?? null)}
              runs={runs}
            />
            <Panel
              title={
                <>
                  Outcomes on <bdi>{where}</bdi>
                </>
              }
              meta={`${formatCount(runs.length, 'execution')}, oldest first`}
              aside={<CellLegend />}
            >
              <div className="pad">
                {runs.length === 0 ? (
                  <p className="mid">It did not run in this window. Choose a longer period.</p>
                ) : (
                  <OutcomeCells
                    runs={runs.toReversed()}
                    changeAt={test.since?.firstBad.executionId}
                  />
                )}
                {test.since !== null && <SinceRange since={test.since} project={test.project} />}
              </div>
            </Panel>
            <RunTimes points={test.durations.points} runs={runs} />
            <FailureCauses
              fingerprints={test.fingerprints}
              entries={entries}
              filters={{ ...filters, project: test.project }}
            />
            <TestAnalyses testId={testId} />
            <RunsPanel
              runs={runs}
              entries={entries}
              show={show}
              onShow={(next) => change({ show: next })}
              list={pages}
            />
            <KeyHints
              hints={[
                { keys: ['←', '→'], does: 'walk the outcomes' },
                MOVE,
                OPEN,
                { keys: ['y'], does: 'copy the command' },
                { keys: ['q'], does: 'quarantine', isOfControl: true },
              ]}
            />
          </div>
        );
      }}
    </Loaded>
  );
}
