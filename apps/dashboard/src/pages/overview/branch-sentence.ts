import type { Branch, BranchOutcome } from '@svc/contract/executions/branches';
import type { Execution } from '@svc/contract/executions/executions';
import type { GlyphStatus } from '../../components/status/status-glyph.tsx';
import { formatNumber, formatCount } from '../../format/count.ts';
import { formatFramework } from '../../format/framework.ts';
import { formatSpan } from '../../format/time.ts';
import { formatOutcomeWithReason } from './unjudged-branch.ts';

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

/**
 * Which of the branch's suites is shown, and how many fail: `Playwright e2e, 1 of 2 suites failing`. Null of one suite.
 */
export function formatSuite({
  suites,
  execution,
}: Pick<Branch, 'suites' | 'execution'>): string | null {
  if (suites.total < 2) return null;
  const { framework, name, ci } = execution;
  const suite = [formatFramework(framework), name ?? ci.workflow].filter((part) => part != null);
  const failing = suites.failing === 0 ? 'none' : formatNumber(suites.failing);
  return `${suite.join(' ')}, ${failing} of ${formatCount(suites.total, 'suite')} failing`;
}

/** The answer to how the branch is doing. */
export function describeBranch(
  { branch, execution, recent }: Pick<Branch, 'branch' | 'execution' | 'recent'>,
  now: Date,
): BranchSentence {
  const name = branch ?? 'The project';
  const result = formatResult(execution);
  const last = recent.at(-1);
  if (execution.status === 'running' && last === undefined) {
    return {
      status: 'running',
      title: `${name} is running for the first time`,
      ...NO_STREAK,
      result,
    };
  }
  if (last === undefined) {
    return {
      status: execution.status,
      title: `The newest execution of ${branch ?? 'the project'} ${formatOutcomeWithReason(execution)}`,
      ...NO_STREAK,
      result,
    };
  }
  if (last.status === 'interrupted') {
    return {
      status: 'interrupted',
      title: `The newest execution of ${name} was interrupted`,
      ...NO_STREAK,
      result,
    };
  }
  return { ...describeStreak(name, { recent, last }, now), result };
}

/** Since when the branch fails or passes. */
function describeStreak(
  name: string,
  { recent, last }: { recent: readonly BranchOutcome[]; last: BranchOutcome },
  now: Date,
): Omit<BranchSentence, 'result'> {
  const streak = pickStreak(recent, last.status);
  const [first = last] = streak;
  const before =
    recent
      .slice(0, recent.length - streak.length)
      .findLast((run) => run.status !== 'interrupted') ?? null;
  const span = formatSpan(Math.max(0, now.getTime() - new Date(first.startedAt).getTime()));
  // Where the streak began is not known if it is as long as the strip.
  const duration = before === null ? `at least ${span}` : span;
  if (last.status === 'failed') {
    return {
      status: 'failed',
      title: `${name} has been failing for ${duration}`,
      firstBad: first,
      lastGood: before,
    };
  }
  return {
    status: 'passed',
    title: before === null ? `${name} is passing` : `${name} has been passing for ${span}`,
    ...NO_STREAK,
  };
}

const NO_STREAK = { firstBad: null, lastGood: null };

/**
 * The last runs that all ended with the status, from the first one that did. An interrupted run between them says
 * nothing, and breaks no streak.
 */
function pickStreak(
  recent: readonly BranchOutcome[],
  status: BranchOutcome['status'],
): BranchOutcome[] {
  const before = recent.findLastIndex(
    (run) => run.status !== status && run.status !== 'interrupted',
  );
  return recent.slice(recent.findIndex((run, index) => index > before && run.status === status));
}

function formatResult({ totals, status }: Execution): string {
  const { tests, failed, timedOut, flaky, interrupted } = totals;
  const failures = failed + timedOut;
  if (failures > 0) return `${formatNumber(failures)} of ${formatCount(tests, 'test')} failed`;
  if (status === 'failed') return 'It failed outside of its tests';
  const parts = [
    `${formatCount(tests - interrupted, 'test')} passed or skipped`,
    flaky === 0 ? null : `${formatNumber(flaky)} flaky`,
    interrupted === 0 ? null : `${formatNumber(interrupted)} did not finish`,
  ];
  return parts.filter((part) => part !== null).join(', ');
}
