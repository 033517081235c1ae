import type { TestDetail, TestSummary } from '@svc/contract/history/tests';
import { countedOf, isAskedFor, type Asked } from '../asked.ts';
import { type History } from '../evidence.ts';
import { countedDurations, outcomeOf, statusOf, type Run } from '../runs.ts';
import { sinceOf, type ReferenceSince } from '../since.ts';
import { meanMs, percentileMs } from '../statistics.ts';

/** States are not part of this reference. */
export type ReferenceTest = Omit<TestSummary, 'state' | 'since'> & { since: ReferenceSince | null };

export interface TestsAsked extends Asked {
  recent: number;
  testIds?: string[] | undefined;
  file?: string | undefined;
  owner?: string | undefined;
  search?: string | undefined;
}

/** The answer of GET /api/tests: the tests that ran in the window and filters, by file, title and id. */
export function referenceTests(history: History, question: TestsAsked): ReferenceTest[] {
  const asked = { ...question, ...countedOf(history.executions, question).filter };
  return [...Map.groupBy(history.runs, (run) => run.testId).keys()]
    .map((testId) => summaryOf(history, testId, asked))
    .filter((test) => test !== null)
    .filter((test) => asked.testIds === undefined || asked.testIds.includes(test.testId))
    .filter((test) => asked.file === undefined || asked.file === test.file)
    .filter((test) => asked.owner === undefined || asked.owner === test.owner)
    .filter((test) => asked.search === undefined || isFound(test, asked.search))
    .toSorted(
      (a, b) =>
        compareTexts(a.file, b.file) ||
        compareTexts(a.title, b.title) ||
        compareTexts(a.testId, b.testId),
    );
}

/** Searches title and file, ignoring case. */
export function isFound({ title, file }: { title: string; file: string }, search: string): boolean {
  return [title, file].some((text) => text.toLowerCase().includes(search.toLowerCase()));
}

export function compareTexts(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

function summaryOf(history: History, testId: string, asked: TestsAsked): ReferenceTest | null {
  const ever = history.runs.filter((run) => run.testId === testId);
  const isAsked = isAskedFor(asked);
  const runs = ever.filter((run) => isAsked(run.execution));
  const first = ever[0];
  const last = runs.at(-1);
  if (first === undefined || last === undefined) return null;
  const counted = runs.filter((run) => run.isCounted);
  const { titlePath, title, file, variant, owner, tags } = last.worst;
  const { project, framework } = last.execution;
  return {
    testId,
    title,
    titlePath,
    file,
    project,
    variant,
    framework,
    owner,
    tags,
    firstSeenAt: atOf(first),
    lastSeenAt: atOf(last),
    lastStatus: statusOf(last),
    runs: counted.length,
    failures: counted.filter((run) => run.ended === 'failure').length,
    flakyRuns: runs.filter((run) => history.flakyRuns.has(run)).length,
    averageDurationMs: meanMs(counted.flatMap(countedDurations)),
    recent: runs.slice(runs.length - Math.min(runs.length, asked.recent)).map(recentOf),
    since: sinceOf(ever, history.executions, asked.branch),
  };
}

function recentOf(run: Run): TestSummary['recent'][number] {
  const { id, commit } = run.execution;
  return { outcome: outcomeOf(run), executionId: id, commit, at: atOf(run) };
}

export function atOf({ execution }: Run): string {
  return new Date(execution.startedAt).toISOString();
}

/** The answer of GET /api/tests/{testId} without the list item: its durations and its results, newest first. */
export function referenceTestDetail(history: History, testId: string, asked: Asked) {
  const isAsked = isAskedFor(asked);
  const runs = history.runs.filter((run) => run.testId === testId && isAsked(run.execution));
  const counted = runs.filter((run) => run.isCounted);
  const durations = counted.map((run) => run.worst.durationMs);
  const points: TestDetail['durations']['points'] = counted.slice(-200).map((run) => ({
    executionId: run.execution.id,
    at: atOf(run),
    durationMs: run.worst.durationMs,
    status: statusOf(run),
  }));
  return {
    durations: {
      p50Ms: percentileMs(durations, 0.5),
      p95Ms: percentileMs(durations, 0.95),
      points,
    },
    history: runs.toReversed().flatMap((run) =>
      run.results.map((result) => ({
        executionId: run.execution.id,
        at: atOf(run),
        commit: run.execution.commit,
        branch: run.execution.branch,
        environment: run.execution.environment['name'] ?? null,
        status: result.status,
        flaky: result.isFlaky,
        durationMs: result.durationMs,
      })),
    ),
  };
}
