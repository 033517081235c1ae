import type { ComparedSide, ComparedTest as FoundTest } from '@svc/analysis/compare-executions';
import { isFailure } from '@svc/analysis/worst-run';
import type {
  ComparedDuration,
  ComparedTest,
  Comparison,
  NotRunReason,
} from '@svc/contract/compare';
import { executionOf } from '../../history/execution-answer.ts';
import type { ExecutionRow } from '../../history/execution-rows.queries.ts';
import type { Sides } from './execution-references.ts';
import type { Settled } from './settle-by-history.ts';

interface Known extends Sides {
  headSide: ComparedSide;
  /** Every test of the lists, by testId. */
  tests: ReadonlyMap<string, ComparedTest>;
  /** What the addresses of executions begin with. */
  baseUrl: string;
}

/** A comparison as the contract answers it. */
export function comparisonOf(
  found: Settled,
  { base, head, headSide, tests, baseUrl }: Known,
): Comparison {
  const described = (list: readonly FoundTest[]) =>
    list.flatMap(({ testId }) => tests.get(testId) ?? []).toSorted(byPlace);
  const durations = (list: readonly FoundTest[]) =>
    described(list).map(comparedDurationOf).toSorted(byChange);
  const lists = {
    regressions: described(found.regressions),
    improvements: described(found.improvements),
    stillFailing: described(found.stillFailing),
    newTests: described(found.newTests),
    removedTests: described(found.removedTests),
    notRun: described(found.notRun).map((test) => ({
      ...test,
      reason: notRunReason(test, { head, headSide }),
    })),
    newlyFlaky: described(found.newlyFlaky),
  };
  const performance = { slower: durations(found.slower), faster: durations(found.faster) };
  return {
    base: executionOf(base, baseUrl),
    head: executionOf(head, baseUrl),
    summary: {
      regressions: lists.regressions.length,
      improvements: lists.improvements.length,
      stillFailing: lists.stillFailing.length,
      newTests: lists.newTests.length,
      newFailing: lists.newTests.filter((test) => test.head !== null && isFailure(test.head))
        .length,
      removedTests: lists.removedTests.length,
      notRun: lists.notRun.length,
      newlyFlaky: lists.newlyFlaky.length,
      slower: performance.slower.length,
      faster: performance.faster.length,
      ...changeOf(wallTimeMs(base), wallTimeMs(head)),
    },
    ...lists,
    performance,
  };
}

function comparedDurationOf(test: ComparedTest): ComparedDuration {
  return { ...test, ...changeOf(test.base?.durationMs ?? 0, test.head?.durationMs ?? 0) };
}

function changeOf(
  baseMs: number,
  headMs: number,
): { durationDeltaMs: number; durationDeltaRate: number | null } {
  const durationDeltaMs = headMs - baseMs;
  return { durationDeltaMs, durationDeltaRate: baseMs === 0 ? null : durationDeltaMs / baseMs };
}

function wallTimeMs({ startedAt, endedAt }: ExecutionRow): number {
  return endedAt.getTime() - startedAt.getTime();
}

/** The nearest reason first: what befell the test itself, then its file, then the whole execution. */
function notRunReason(
  test: ComparedTest,
  { head, headSide }: { head: ExecutionRow; headSide: ComparedSide },
): NotRunReason {
  if (test.head?.status === 'interrupted') return 'interrupted';
  const isBroken = headSide.brokenFiles.some(
    ({ file, variant }) => file === test.file && (variant === null || variant === test.variant),
  );
  if (isBroken) return 'file';
  if (headSide.partial.length > 0) return 'partial';
  // An execution whose shards never came is called interrupted too.
  return headSide.missingShards && !head.interruptedReported ? 'shards' : 'interrupted';
}

/** By file, line, and title. */
function byPlace(one: ComparedTest, other: ComparedTest): number {
  return (
    byText(one.file, other.file) ||
    (one.line ?? LAST_LINE) - (other.line ?? LAST_LINE) ||
    byText(one.titlePath.join('\n'), other.titlePath.join('\n')) ||
    byText(one.testId, other.testId)
  );
}

// Behind every line, for tests whose framework tells none.
const LAST_LINE = Number.MAX_SAFE_INTEGER;

/** The greatest change first. */
function byChange(one: ComparedDuration, other: ComparedDuration): number {
  return Math.abs(other.durationDeltaMs) - Math.abs(one.durationDeltaMs);
}

function byText(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
