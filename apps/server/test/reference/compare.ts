import type { ComparedTest, NotRunReason } from '@svc/contract/compare';
import type { TestError } from '@svc/contract/test-errors';
import type { Execution } from './executions.ts';
import { wallTimeMs } from './metrics.ts';
import { byTime, runsOf, type Run } from './runs.ts';
import { median, medianDeviation, share } from './statistics.ts';
import { compareTexts } from './tests.ts';

type Side = Omit<NonNullable<ComparedTest['base']>, 'resultId'>;

/** A test in both executions, without what the service makes up: result ids and fingerprints. */
export interface ReferenceComparedTest {
  testId: string;
  title: string;
  base: Side | null;
  head: Side | null;
  error: TestError | null;
  retries: number;
}

export interface CompareAsked {
  durationThreshold: number;
  minDurationMs: number;
}

const PASSED = (run: Run | null) => run?.ended === 'passed';
const FAILED = (run: Run | null) => run?.ended === 'failure';

interface Pair {
  testId: string;
  base: Run | null;
  head: Run | null;
}

/** What GET /api/compare answers, the lists by test id. `executions` are all that the service has. */
export function referenceComparison(
  { base, head, executions }: { base: Execution; head: Execution; executions: Execution[] },
  asked: CompareAsked,
) {
  const baseRuns = runsOf([base]);
  const headRuns = runsOf([head]);
  const testIds = new Set([...baseRuns, ...headRuns].map((run) => run.testId));
  const pairs: Pair[] = [...testIds].toSorted(compareTexts).map((testId) => ({
    testId,
    base: baseRuns.find((run) => run.testId === testId) ?? null,
    head: headRuns.find((run) => run.testId === testId) ?? null,
  }));

  const regressions = pairs.filter((pair) => PASSED(pair.base) && FAILED(pair.head));
  const improvements = pairs.filter((pair) => FAILED(pair.base) && PASSED(pair.head));
  const stillFailing = pairs.filter((pair) => FAILED(pair.base) && FAILED(pair.head));
  const newlyFlaky = pairs.filter(
    (pair) => PASSED(pair.base) && pair.base?.isFlaky === false && pair.head?.isFlaky === true,
  );
  const newTests = pairs.filter(
    (pair) => pair.base === null && !wasKnownBefore(pair, base, executions),
  );
  const notRun = pairs.flatMap((pair) => {
    const reason = whyNotRun(pair, head);
    return reason === null ? [] : [{ pair, reason }];
  });
  const removedTests = pairs.filter((pair) => pair.head === null && whyNotRun(pair, head) === null);
  const changed = pairs.filter((pair) => isDurationChanged(pair, { base, executions, asked }));
  const slower = changed.filter((pair) => durationDelta(pair) > 0);
  const faster = changed.filter((pair) => durationDelta(pair) < 0);
  const durationDeltaMs = wallTimeMs(head) - wallTimeMs(base);
  return {
    base: base.id,
    head: head.id,
    summary: {
      regressions: regressions.length,
      improvements: improvements.length,
      stillFailing: stillFailing.length,
      newTests: newTests.length,
      newFailing: newTests.filter((pair) => FAILED(pair.head)).length,
      removedTests: removedTests.length,
      notRun: notRun.length,
      newlyFlaky: newlyFlaky.length,
      slower: slower.length,
      faster: faster.length,
      durationDeltaMs,
      durationDeltaRate: share(durationDeltaMs, wallTimeMs(base)),
    },
    regressions: regressions.map(comparedTest),
    improvements: improvements.map(comparedTest),
    stillFailing: stillFailing.map(comparedTest),
    newTests: newTests.map(comparedTest),
    removedTests: removedTests.map(comparedTest),
    notRun: notRun.map(({ pair, reason }) => ({ ...comparedTest(pair), reason })),
    newlyFlaky: newlyFlaky.map(comparedTest),
    performance: { slower: slower.map(comparedDuration), faster: faster.map(comparedDuration) },
  };
}

/** Null when the head had its chance to run the test to its end, or when the base has none to run. */
function whyNotRun({ base, head: headRun }: Pair, head: Execution): NotRunReason | null {
  if (base === null) return null;
  if (headRun !== null) {
    // A base in which it did not come to its end either has nothing that the head could lack.
    if (!PASSED(base) && !FAILED(base)) return null;
    if (headRun.ended === 'interrupted') return 'interrupted';
    // Frameworks call tests skipped whose file failed to set up.
    return headRun.ended === 'skipped' && isOfBrokenFile(headRun, head) ? 'file' : null;
  }
  if (isOfBrokenFile(base, head)) return 'file';
  if (head.isPartial) return 'partial';
  if (head.wasCutOff) return 'interrupted';
  return head.lacksShards ? 'shards' : null;
}

function isOfBrokenFile({ worst }: Run, { brokenFiles }: Execution): boolean {
  return brokenFiles.some(
    ({ file, variant }) => file === worst.file && (variant === null || variant === worst.variant),
  );
}

/** A base that could not run a test does not show whether it is new: then its branch's past does. */
function wasKnownBefore({ testId, head }: Pair, base: Execution, executions: Execution[]): boolean {
  const hadNoChance =
    base.isPartial ||
    base.wasCutOff ||
    base.lacksShards ||
    (head !== null && isOfBrokenFile(head, base));
  return (
    hadNoChance &&
    earlierOnBranch(base, executions).some((execution) =>
      execution.results.some((result) => result.testId === testId),
    )
  );
}

function earlierOnBranch(base: Execution, executions: Execution[]): Execution[] {
  return executions.filter(
    (one) => one.project === base.project && one.branch === base.branch && byTime(one, base) < 0,
  );
}

function isDurationChanged(
  pair: Pair,
  { base, executions, asked }: { base: Execution; executions: Execution[]; asked: CompareAsked },
): boolean {
  if (!PASSED(pair.base) || !PASSED(pair.head)) return false;
  const deltaMs = Math.abs(durationDelta(pair));
  const baseMs = pair.base?.worst.durationMs ?? 0;
  const headMs = pair.head?.worst.durationMs ?? 0;
  if (deltaMs < asked.minDurationMs || deltaMs / baseMs < asked.durationThreshold) return false;
  const earlier = runsOf(earlierOnBranch(base, executions))
    .filter((run) => run.testId === pair.testId && run.ended === 'passed')
    .map((run) => run.worst.durationMs);
  if (earlier.length < 10) return true;
  return Math.abs(headMs - median(earlier)) > 3 * 1.4826 * medianDeviation(earlier);
}

function durationDelta({ base, head }: Pair): number {
  return (head?.worst.durationMs ?? 0) - (base?.worst.durationMs ?? 0);
}

function comparedTest({ testId, base, head }: Pair): ReferenceComparedTest {
  return {
    testId,
    title: (head ?? base)?.worst.title ?? '',
    base: sideOf(base),
    head: sideOf(head),
    error: FAILED(head) || head?.isFlaky === true ? (head?.worst.errors[0] ?? null) : null,
    retries: head?.worst.retries ?? 0,
  };
}

function sideOf(run: Run | null): Side | null {
  if (run === null) return null;
  const { status, durationMs } = run.worst;
  return { status, flaky: run.isFlaky, durationMs };
}

function comparedDuration(pair: Pair) {
  const delta = durationDelta(pair);
  return {
    ...comparedTest(pair),
    durationDeltaMs: delta,
    durationDeltaRate: share(delta, pair.base?.worst.durationMs ?? 0),
  };
}
