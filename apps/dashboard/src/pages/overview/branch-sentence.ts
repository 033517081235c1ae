import type { Branch, BranchOutcome } from '@svc/contract/branches';
import type { Execution } from '@svc/contract/executions';
import type { GlyphStatus } from '../../components/status/status-glyph.tsx';
import { formatCount, formatCounted } from '../../format/count.ts';
import { formatSpan } from '../../format/time.ts';

/** What the state of a branch is, in words. */
export interface BranchSentence {
  status: GlyphStatus;
  title: string;
  /** How the newest finished execution went: `4 of 612 tests failed`. */
  result: string;
  /** The run that began the present streak of failures, and the one before it. */
  firstBad: BranchOutcome | null;
  lastGood: BranchOutcome | null;
}

/** The answer to how the branch is doing. */
export function branchSentence(
  { branch, execution, recent }: Pick<Branch, 'branch' | 'execution' | 'recent'>,
  now: Date,
): BranchSentence {
  const name = branch ?? 'The project';
  const result = resultOf(execution);
  const last = recent.at(-1);
  if (execution.status === 'running' && last === undefined) {
    return {
      status: 'running',
      title: `${name} is running for the first time`,
      ...NO_STREAK,
      result,
    };
  }
  if (last === undefined || last.status === 'interrupted') {
    return {
      status: 'interrupted',
      title: `The newest execution of ${name} was interrupted`,
      ...NO_STREAK,
      result,
    };
  }
  const streak = streakOf(recent, last.status);
  const [first = last] = streak;
  const before = recent[recent.length - streak.length - 1] ?? null;
  const span = formatSpan(Math.max(0, now.getTime() - new Date(first.startedAt).getTime()));
  // Where the streak began is not known if it is as long as the strip.
  const duration = before === null ? `at least ${span}` : span;
  if (last.status === 'failed') {
    return {
      status: 'failed',
      title: `${name} has been failing for ${duration}`,
      result,
      firstBad: first,
      lastGood: before,
    };
  }
  return {
    status: 'passed',
    title: before === null ? `${name} is passing` : `${name} has been passing for ${span}`,
    ...NO_STREAK,
    result,
  };
}

const NO_STREAK = { firstBad: null, lastGood: null };

/** The last runs that all ended with the status. An interrupted run says nothing, and breaks no streak. */
function streakOf(
  recent: readonly BranchOutcome[],
  status: BranchOutcome['status'],
): BranchOutcome[] {
  const start = recent.findLastIndex(
    (run) => run.status !== status && run.status !== 'interrupted',
  );
  return recent.slice(start + 1);
}

function resultOf({ totals, status }: Execution): string {
  const { tests, failed, timedOut, flaky } = totals;
  const failures = failed + timedOut;
  if (failures > 0) return `${formatCount(failures)} of ${formatCounted(tests, 'test')} failed`;
  if (status === 'failed') return 'It failed outside of its tests';
  const passed = `${formatCounted(tests, 'test')} passed or skipped`;
  return flaky === 0 ? passed : `${passed}, ${formatCount(flaky)} flaky`;
}
