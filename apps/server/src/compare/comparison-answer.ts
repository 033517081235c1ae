import {
  type ComparedSide,
  type ComparedTest as FoundTest,
  isInBrokenFile,
} from '@svc/analysis/compare/compare-executions';
import type { MachineChange } from '@svc/analysis/compare/machine-change';
import { hasFailed } from './has-failed.ts';
import type {
  ComparedDuration,
  ComparedTest,
  Comparison,
  NotRunReason,
} from '@svc/contract/executions/compare';
import { toExecution } from '../history/executions/execution-answer.ts';
import type { ExecutionRow } from '../history/executions/execution-rows.queries.ts';
import type { Sides } from './sides/execution-references.ts';
import type { DescribedTests } from './compared-tests.ts';
import type { Settled } from './earlier/settle-by-history.ts';

interface Known extends Sides, Pick<Comparison, 'baseChoice'> {
  /** The number of the base's tests. */
  baseTests: number;
  machine: MachineChange | null;
  headSide: ComparedSide;
  /** The tests to list in the answer. `found` may contain more. */
  named: Settled;
  described: Pick<DescribedTests, 'tests' | 'errorsOmitted'>;
  causes: Comparison['causes'];
  /** The fingerprints of the improvements' failures in the base, by testId. */
  baseFingerprints: ReadonlyMap<string, string>;
  /** The ids of the tests that fail on both sides, and in the head with an error that the base does not have. */
  otherErrors: ReadonlySet<string>;
  /** The base URL of the addresses of executions. */
  baseUrl: string;
}

/** A comparison in the contract's shape: counts `found`, and lists the tests of `named`. */
export function buildComparison(found: Settled, known: Known): Comparison {
  const { base, head, baseChoice, headSide, named, described, causes, baseUrl } = known;
  const describe = (list: readonly FoundTest[]) =>
    list.flatMap(({ testId }) => described.tests.get(testId) ?? []).toSorted(compareByPlace);
  const durations = (list: readonly FoundTest[]) =>
    describe(list).map(toComparedDuration).toSorted(compareByChange);
  const newTests = describe(named.newTests);
  const isBroken = isInBrokenFile(headSide);
  return {
    base: toExecution(base, baseUrl),
    head: toExecution(head, baseUrl),
    baseChoice,
    summary: summarize(found, known),
    regressions: describe(named.regressions),
    improvements: describe(named.improvements).map((test) => ({
      ...test,
      baseFingerprint: known.baseFingerprints.get(test.testId) ?? null,
    })),
    stillFailing: describe(named.stillFailing).map((test) => ({
      ...test,
      otherError: known.otherErrors.has(test.testId),
    })),
    newTests: [...newTests.filter(hasFailed), ...newTests.filter((test) => !hasFailed(test))],
    removedTests: describe(named.removedTests),
    notRun: describe(named.notRun).map((test) => ({
      ...test,
      reason: deriveNotRunReason(test, { head, headSide, isBroken }),
    })),
    newlyFlaky: describe(named.newlyFlaky),
    performance: { slower: durations(named.slower), faster: durations(named.faster) },
    causes,
  };
}

function summarize(
  found: Settled,
  { base, head, baseTests, machine, headSide, described, otherErrors }: Known,
): Comparison['summary'] {
  return {
    baseTests,
    regressions: found.regressions.length,
    improvements: found.improvements.length,
    stillFailing: found.stillFailing.length,
    otherErrors: otherErrors.size,
    newTests: found.newTests.length,
    newFailing: found.newTests.filter(hasFailed).length,
    removedTests: found.removedTests.length,
    notRun: found.notRun.length,
    brokenFiles: new Set(headSide.brokenFiles.map(({ file }) => file)).size,
    newlyFlaky: found.newlyFlaky.length,
    slower: found.slower.length,
    faster: found.faster.length,
    machineFactor: machine?.factor ?? null,
    ...computeWallTimeChange(base, head),
    errorsOmitted: described.errorsOmitted,
  };
}

function toComparedDuration(test: ComparedTest): ComparedDuration {
  return { ...test, ...computeChange(test.base?.durationMs ?? 0, test.head?.durationMs ?? 0) };
}

function computeChange(
  baseMs: number,
  headMs: number,
): { durationDeltaMs: number; durationDeltaRate: number | null } {
  const durationDeltaMs = headMs - baseMs;
  return { durationDeltaMs, durationDeltaRate: baseMs === 0 ? null : durationDeltaMs / baseMs };
}

/**
 * Null when a side carries parts, because its wall time covers only the parts that ran again; and between different
 * reporters, because a report file may hold the sum of its tests' durations instead of the wall time.
 */
function computeWallTimeChange(
  base: ExecutionRow,
  head: ExecutionRow,
): Pick<Comparison['summary'], 'durationDeltaMs' | 'durationDeltaRate'> {
  return base.shardsCarried + head.shardsCarried > 0 || base.reporter.name !== head.reporter.name
    ? { durationDeltaMs: null, durationDeltaRate: null }
    : computeChange(computeWallTimeMs(base), computeWallTimeMs(head));
}

function computeWallTimeMs({ startedAt, endedAt }: ExecutionRow): number {
  return endedAt.getTime() - startedAt.getTime();
}

/** Returns the most specific reason: the test's own, then its file's, then the execution's. */
function deriveNotRunReason(
  test: ComparedTest,
  {
    head,
    headSide,
    isBroken,
  }: { head: ExecutionRow; headSide: ComparedSide; isBroken: (test: ComparedTest) => boolean },
): NotRunReason {
  if (test.head?.status === 'interrupted') return 'interrupted';
  if (isBroken(test)) return 'file';
  if (headSide.partial.length > 0) return 'partial';
  // An execution with missing shards has the status interrupted too.
  return headSide.missingShards && !head.interruptedReported ? 'shards' : 'interrupted';
}

/** Orders tests by file, line and title. */
function compareByPlace(one: ComparedTest, other: ComparedTest): number {
  return (
    compareTexts(one.file, other.file) ||
    (one.line ?? LAST_LINE) - (other.line ?? LAST_LINE) ||
    compareTexts(one.titlePath.join('\n'), other.titlePath.join('\n')) ||
    compareTexts(one.testId, other.testId)
  );
}

// Sorts tests without a line after all others.
const LAST_LINE = Number.MAX_SAFE_INTEGER;

/** The greatest change first. */
function compareByChange(one: ComparedDuration, other: ComparedDuration): number {
  return Math.abs(other.durationDeltaMs) - Math.abs(one.durationDeltaMs);
}

function compareTexts(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
