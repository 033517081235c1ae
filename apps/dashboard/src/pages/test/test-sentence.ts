import type { TestState } from '@svc/contract/executions/outcomes';
import type { TestSummary } from '@svc/contract/history/tests';
import { formatCount } from '../../format/count.ts';
import { shortenCommit } from '../../format/identity.ts';
import { formatDay } from '../../format/time.ts';
import type { RunOfTest } from './runs/test-runs.ts';

/** How the newest run ended, before anything about the state: `Failing on main since a7696b8: 2 of 2 runs.` */
export function newestSentence(
  newest: Pick<RunOfTest, 'outcome' | 'branch'> | undefined,
  since: TestSummary['since'],
): string {
  if (since?.kind === 'failing') {
    const branch = since.branch === null ? '' : ` on ${since.branch}`;
    const share = `${since.badRuns} of ${formatCount(since.runs, 'run')}`;
    const counts = since.runs === 0 ? '' : `: ${share}`;
    const from = `${since.isAtLeast ? ', already in' : ' since'} ${pointWords(since.firstBad)}`;
    if (since.goodAgain !== null) {
      const before = since.runs === 0 ? 'failed' : `failed in ${share}`;
      return `Passes again${branch} since ${pointWords(since.goodAgain)}; ${before}${from}.`;
    }
    return `Failing${branch}${from}${counts}.`;
  }
  if (newest === undefined) return 'It did not run in this window.';
  const where = newest.branch === null ? '' : ` on ${newest.branch}`;
  const ended: Record<RunOfTest['outcome'], string> = {
    passed: 'passed',
    failed: 'failed',
    timedOut: 'timed out',
    flaky: 'passed on retry',
    skipped: 'was skipped',
    interrupted: 'was interrupted',
  };
  return `The newest run${where} ${ended[newest.outcome]}.`;
}

/** A commit, or the day of an execution without one. */
export function pointWords({ commit, at }: { commit: string | null; at: string }): string {
  return commit === null ? formatDay(new Date(at)) : shortenCommit(commit);
}

/** A state as a word, and the class of its colour. */
export function stateWord(
  state: TestState,
  newest: RunOfTest['outcome'] | undefined,
): { word: string; tone: string } {
  switch (state) {
    case 'unknown':
      return { word: 'not enough runs', tone: 't-skip' };
    case 'healthy':
      // Green only if the newest run passed, too.
      return { word: 'healthy', tone: newest === 'passed' ? 't-pass' : '' };
    case 'suspected':
      return { word: 'suspected', tone: 't-skip' };
    case 'flaky':
      return { word: 'flaky', tone: 't-flaky' };
    case 'recovering':
      return { word: 'recovering', tone: 't-pass' };
    case 'broken':
      return { word: 'broken', tone: 't-fail' };
  }
}
