import type { ComparedTest, NotRunReason } from '@svc/contract/executions/compare';
import type { TestError } from '@svc/contract/executions/test-errors';
import type { Execution } from '../attempts.ts';
import { countsForBranch } from '../executions.ts';
import { wallTimeMs } from './metrics.ts';
import { isFailure, type Result } from '../results.ts';
import { byTime, runsOf, type Run } from '../runs.ts';
import { median, medianDeviation, share } from '../statistics.ts';
import { compareTexts } from './tests.ts';

type Side = Omit<NonNullable<ComparedTest['base']>, 'resultId'>;

/** A test in both executions, without the values that the service generates: result ids and fingerprints. */
export interface ReferenceComparedTest {
  testId: string;
  title: string;
  base: Side | null;
  head: Side | null;
  /** Only the id: the service assigns numbers. */
  baseFrom: { executionId: string } | null;
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
  /** In the base, or if the base did not run the test, in an earlier execution of its branch. */
  base: Run | null;
  head: Run | null;
  /** That earlier execution. */
  baseFrom: Execution | null;
}

const THIRTY_DAYS_MS = 30 * 24 * 3_600_000;

/** The answer of GET /api/compare, lists sorted by test id, and causes by tests and fingerprint. `executions` are all that the service has. */
export function referenceComparison(
  { base, head, executions }: { base: Execution; head: Execution; executions: Execution[] },
  asked: CompareAsked,
  fingerprintOf: (result: Result) => string | null,
) {
  const baseRuns = runsOf([withCarried(base)]);
  const headRuns = runsOf([withCarried(head)]);
  const testIds = new Set([...baseRuns, ...headRuns].map((run) => run.testId));
  const own: Pair[] = [...testIds].toSorted(compareTexts).map((testId) => ({
    testId,
    base: baseRuns.find((run) => run.testId === testId) ?? null,
    head: headRuns.find((run) => run.testId === testId) ?? null,
    baseFrom: null,
  }));
  const pairs = own.map((pair) => withEarlierBase(pair, { base, head, executions }));

  const regressions = pairs.filter((pair) => PASSED(pair.base) && FAILED(pair.head));
  const improvements = pairs.filter((pair) => FAILED(pair.base) && PASSED(pair.head));
  const stillFailing = pairs.filter((pair) => FAILED(pair.base) && FAILED(pair.head));
  const newlyFlaky = pairs.filter(
    (pair) => PASSED(pair.base) && pair.base?.isFlaky === false && pair.head?.isFlaky === true,
  );
  const newTests = pairs.filter((pair) => isNew(pair, base, executions));
  const notRun = own.flatMap((pair) => {
    const reason = whyNotRun(pair, head);
    return reason === null ? [] : [{ pair, reason }];
  });
  const removedTests = own.filter((pair) => pair.head === null && whyNotRun(pair, head) === null);
  const newFailing = newTests.filter((pair) => FAILED(pair.head));
  const failuresOf = (run: Run | null) =>
    (run?.results ?? []).filter(isFailure).map((result) => fingerprintOf(result));
  const hasOtherError = (pair: Pair) => {
    const known = new Set(failuresOf(pair.base));
    return failuresOf(pair.head).some((fingerprint) => !known.has(fingerprint));
  };
  const causes = (list: Pair[], side: 'base' | 'head') =>
    causesOf(
      list.flatMap((pair) => pair[side]?.worst ?? []),
      fingerprintOf,
    );
  const machine = machineOf(pairs);
  const changed = pairs.filter((pair) =>
    isDurationChanged(pair, { base, executions, asked, machine }),
  );
  const slower = changed.filter((pair) => durationDelta(pair) > 0);
  const faster = changed.filter((pair) => durationDelta(pair) < 0);
  const carries = base.carried.length + head.carried.length > 0;
  const durationDeltaMs =
    carries || base.reporter !== head.reporter ? null : wallTimeMs(head) - wallTimeMs(base);
  return {
    base: base.id,
    head: head.id,
    summary: {
      baseTests: baseRuns.length,
      regressions: regressions.length,
      improvements: improvements.length,
      stillFailing: stillFailing.length,
      otherErrors: stillFailing.filter(hasOtherError).length,
      newTests: newTests.length,
      newFailing: newFailing.length,
      removedTests: removedTests.length,
      notRun: notRun.length,
      brokenFiles: new Set(head.brokenFiles.map(({ file }) => file)).size,
      newlyFlaky: newlyFlaky.length,
      slower: slower.length,
      faster: faster.length,
      machineFactor: machine?.factor ?? null,
      durationDeltaMs,
      durationDeltaRate: durationDeltaMs === null ? null : share(durationDeltaMs, wallTimeMs(base)),
    },
    regressions: regressions.map(comparedTest),
    improvements: improvements.map(comparedTest),
    stillFailing: stillFailing.map((pair) => ({
      ...comparedTest(pair),
      otherError: hasOtherError(pair),
    })),
    newTests: newTests.map(comparedTest),
    removedTests: removedTests.map(comparedTest),
    notRun: notRun.map(({ pair, reason }) => ({ ...comparedTest(pair), reason })),
    newlyFlaky: newlyFlaky.map(comparedTest),
    performance: { slower: slower.map(comparedDuration), faster: faster.map(comparedDuration) },
    causes: {
      regressions: causes(regressions, 'head'),
      newFailing: causes(newFailing, 'head'),
      stillFailing: causes(stillFailing, 'head'),
      improvements: causes(improvements, 'base'),
    },
  };
}

/** One failure of each test. */
function causesOf(failures: Result[], fingerprintOf: (result: Result) => string | null) {
  const groups = [...Map.groupBy(failures, fingerprintOf)];
  const items = groups.map(([fingerprint, group]) => ({
    fingerprint,
    tests: group.length,
    files: new Set(group.map(({ file }) => file)).size,
  }));
  return {
    items: items.toSorted(
      (a, b) => b.tests - a.tests || compareTexts(a.fingerprint ?? '', b.fingerprint ?? ''),
    ),
    total: groups.length,
  };
}

/** Adds the results of carried parts, which are not counted as runs elsewhere. */
function withCarried(execution: Execution): Execution {
  const carried = execution.carried.flatMap((part) => part.results);
  return { ...execution, results: [...execution.results, ...carried] };
}

/** Null when the head could run the test to its end, or when the base has no run of it. */
function whyNotRun({ base, head: headRun }: Pair, head: Execution): NotRunReason | null {
  if (base === null) return null;
  if (headRun !== null) {
    // If the test did not end in the base either, the head lacks nothing.
    if (!PASSED(base) && !FAILED(base)) return null;
    if (headRun.ended === 'interrupted') return 'interrupted';
    // Frameworks report tests as skipped if their file failed to set up.
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

/**
 * If the base did not run a test, uses its run in the newest earlier execution that counts for the base's branch and
 * ran it.
 */
function withEarlierBase(
  pair: Pair,
  { base, head, executions }: { base: Execution; head: Execution; executions: Execution[] },
): Pair {
  if (!isMissingInBase(pair, base)) return pair;
  const earlier = earlierOnBranch(base, executions).filter(
    (one) =>
      one !== head &&
      countsForBranch(one, executions) &&
      one.startedAt >= base.startedAt - THIRTY_DAYS_MS,
  );
  const run = runsOf(earlier).findLast((one) => one.testId === pair.testId && one.isCounted);
  return run === undefined ? pair : { ...pair, base: run, baseFrom: run.execution };
}

/**
 * Whether the base did not run a test that the head ran to its end. A test that the base skipped on purpose is
 * missing only if it fails in the head.
 */
function isMissingInBase({ base: baseRun, head }: Pair, base: Execution): boolean {
  if (!PASSED(head) && !FAILED(head)) return false;
  if (baseRun === null) return hadNoChance(head, base);
  if (baseRun.ended === 'interrupted') return true;
  return baseRun.ended === 'skipped' && (FAILED(head) || isOfBrokenFile(baseRun, base));
}

function hadNoChance(head: Run | null, base: Execution): boolean {
  return (
    base.isPartial ||
    base.wasCutOff ||
    base.lacksShards ||
    (head !== null && isOfBrokenFile(head, base))
  );
}

/** A failure without any base is new. Otherwise, if the base could not run a test, the branch's history decides. */
function isNew({ testId, base: baseRun, head }: Pair, base: Execution, executions: Execution[]) {
  if (head === null) return false;
  if (FAILED(head)) return !PASSED(baseRun) && !FAILED(baseRun);
  if (baseRun !== null) return false;
  return !(
    hadNoChance(head, base) &&
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
  {
    base,
    executions,
    asked,
    machine,
  }: {
    base: Execution;
    executions: Execution[];
    asked: CompareAsked;
    machine: ReferenceMachine | null;
  },
): boolean {
  if (!passedInBoth(pair)) return false;
  const { baseMs, headMs } = durationsOf(pair);
  // As measured, and as the base's machine would have measured the head.
  const heads = [headMs, headMs / (machine?.factor ?? 1)];
  const isOver = heads.every((ms) => {
    const deltaMs = Math.abs(ms - baseMs);
    return deltaMs >= asked.minDurationMs && !(deltaMs / baseMs < asked.durationThreshold);
  });
  const isLonger = heads.every((ms) => ms > baseMs);
  const isShorter = heads.every((ms) => ms < baseMs);
  if (!isOver || !(isLonger || isShorter)) return false;
  const earlier = runsOf(earlierOnBranch(base, executions))
    .filter((run) => run.testId === pair.testId && run.ended === 'passed')
    .map((run) => run.worst.durationMs);
  if (earlier.length >= 10) {
    const rangeMs = 3 * 1.4826 * medianDeviation(earlier);
    return heads.every((ms) => Math.abs(ms - median(earlier)) > rangeMs);
  }
  if (machine === null) return true;
  const distance = Math.abs(Math.log(headMs / baseMs) - Math.log(machine.factor));
  return distance > 4 * 1.4826 * machine.deviation + 1e-6;
}

interface ReferenceMachine {
  factor: number;
  deviation: number;
}

/** Tests below 5 ms (the geometric mean) say nothing, and fewer than ten tests do not suffice. */
function machineOf(pairs: readonly Pair[]): ReferenceMachine | null {
  const logs = pairs
    .filter(passedInBoth)
    .map(durationsOf)
    .filter(({ baseMs, headMs }) => Math.sqrt(baseMs * headMs) >= 5)
    .map(({ baseMs, headMs }) => Math.log(headMs / baseMs));
  if (logs.length < 10) return null;
  const factor = Math.max(1e-6, Math.round(Math.exp(median(logs)) * 1e6) / 1e6);
  return { factor, deviation: medianDeviation(logs) };
}

function passedInBoth({ base, head, baseFrom }: Pair): boolean {
  return PASSED(base) && PASSED(head) && baseFrom === null;
}

function durationsOf({ base, head }: Pair): { baseMs: number; headMs: number } {
  return { baseMs: base?.worst.durationMs ?? 0, headMs: head?.worst.durationMs ?? 0 };
}

function durationDelta({ base, head }: Pair): number {
  return (head?.worst.durationMs ?? 0) - (base?.worst.durationMs ?? 0);
}

function comparedTest({ testId, base, head, baseFrom }: Pair): ReferenceComparedTest {
  return {
    testId,
    title: (head ?? base)?.worst.title ?? '',
    base: sideOf(base),
    head: sideOf(head),
    baseFrom: baseFrom && { executionId: baseFrom.id },
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
