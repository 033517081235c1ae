import type { FlakySort, FlakyTest } from '@svc/contract/history/flaky-tests';
import { countedOf, isAskedFor, type Asked } from '../asked.ts';
import { type History } from '../evidence.ts';
import { countedDurations, outcomeOf, type Run } from '../runs.ts';
import { sinceOf } from '../since.ts';
import { betaQuantile, meanMs, sum, wilson } from '../statistics.ts';
import { atOf, compareTexts, isFound } from './tests.ts';

/** States and fingerprints are not part of this reference. */
export type ReferenceFlakyTest = Omit<FlakyTest, 'state' | 'fingerprints'>;

export interface FlakyTestsAsked extends Asked {
  minRuns: number;
  sort: FlakySort;
  owner?: string | undefined;
  search?: string | undefined;
}

const WEEK_MS = 7 * 24 * 3_600_000;

/** The answer of GET /api/flaky-tests. */
export function referenceFlakyTests(
  history: History,
  question: FlakyTestsAsked,
): ReferenceFlakyTest[] {
  const asked = { ...question, ...countedOf(history.executions, question).filter };
  const isAsked = isAskedFor(asked);
  const runs = history.runs.filter((run) => isAsked(run.execution));
  const sortedBy = ({ rate: 'flakinessRate', score: 'score', impact: 'impact' } as const)[
    asked.sort
  ];
  return [...Map.groupBy(runs, (run) => run.testId).values()]
    .map((ofTest) => flakyTestOf(history, ofTest, asked))
    .filter((test) => test !== null)
    .filter((test) => test.runs >= asked.minRuns)
    .filter((test) => asked.owner === undefined || asked.owner === test.owner)
    .filter((test) => asked.search === undefined || isFound(test, asked.search))
    .toSorted(
      (a, b) => b[sortedBy] - a[sortedBy] || b.runs - a.runs || compareTexts(a.testId, b.testId),
    );
}

function flakyTestOf(history: History, runs: Run[], asked: Asked): ReferenceFlakyTest | null {
  const flaky = runs.filter((run) => history.flakyRuns.has(run));
  const firstFlaky = flaky[0];
  const lastFlaky = flaky.at(-1);
  const last = runs.at(-1);
  if (firstFlaky === undefined || lastFlaky === undefined || last === undefined) return null;
  const { testId, execution, worst } = last;
  const counted = runs.filter((run) => run.isCounted);
  const failures = counted.filter((run) => run.ended === 'failure');
  const wastedMs = sum(flaky.map((run) => run.wastedMs));
  const ever = history.runs.filter((run) => run.testId === testId);
  const since = sinceOf(ever, history.executions);
  const posterior = { a: 0.2 + flaky.length, b: 10 + counted.length - flaky.length };
  const runsAWeek = counted.length / ((asked.to - asked.from) / WEEK_MS);
  return {
    testId,
    title: worst.title,
    titlePath: worst.titlePath,
    file: worst.file,
    project: execution.project,
    variant: worst.variant,
    framework: execution.framework,
    owner: worst.owner,
    runs: counted.length,
    passes: counted.length - failures.length,
    failures: failures.length,
    flakyRuns: flaky.length,
    flakinessRate: flaky.length / counted.length,
    confidence: wilson(flaky.length, counted.length),
    score: betaQuantile(0.1, flaky.length, posterior.b),
    impact: (posterior.a / (posterior.a + posterior.b)) * runsAWeek * (wastedMs / flaky.length),
    since: since === null ? null : { lastGood: since.lastGood, firstBad: since.firstBad },
    lastFlakyAt: atOf(lastFlaky),
    firstFlakyAt: atOf(firstFlaky),
    averageDurationMs: meanMs(counted.flatMap(countedDurations)),
    wastedMs,
    recent: runs.slice(-20).map(outcomeOf),
  };
}
