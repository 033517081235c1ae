import { shortenText } from '@svc/contract/zod-free/shorten-text';
import { formatDuration, formatNumber } from '@svc/contract/zod-free/amounts';
import type { EventData } from '@svc/contract/webhooks/events';
import { formatExecutionName, formatOnBranch } from './execution-name.ts';
import type { Message, Tone } from './message.ts';
import { toPlainLine } from '../texts/plain-text.ts';

type SettledExecution = EventData<'execution.completed'> & { url: string };

/** `acme/web #1842 failed on main`, with its counts, duration and commit. */
export function buildExecutionMessage(execution: SettledExecution): Message {
  return {
    title: `${formatExecutionName(execution)} ${STATUS_WORDS[execution.status]}${formatOnBranch(execution)}`,
    tone: chooseTone(execution),
    facts: formatFacts(execution),
    prose: [],
    tests: [],
    testsOmitted: 0,
    link: { label: 'Open the execution', url: execution.url },
  };
}

const STATUS_WORDS: Record<SettledExecution['status'], string> = {
  running: 'is running',
  passed: 'passed',
  failed: 'failed',
  interrupted: 'was interrupted',
};

function chooseTone({ status, totals }: SettledExecution): Tone {
  if (status === 'failed') return 'fail';
  if (status !== 'passed') return 'info';
  return totals.flaky > 0 ? 'flaky' : 'pass';
}

function formatFacts({ name, totals, durationMs, commit, framework, revision }: SettledExecution) {
  const facts = [
    shortenText(toPlainLine(name ?? ''), NAME_LENGTH, { keep: 'ends' }),
    formatCounts(totals),
    formatDuration(durationMs),
    Array.from(toPlainLine(commit ?? ''))
      .slice(0, COMMIT_LENGTH)
      .join(''),
    shortenText(toPlainLine(framework), NAME_LENGTH, { keep: 'ends' }),
    revision > 1 ? `revision ${revision}: later parts changed the execution` : '',
  ];
  return facts.filter((fact) => fact !== '');
}

/** `3 failed, 1 timed out, 240 passed (1 flaky), 2 skipped`. */
function formatCounts(totals: SettledExecution['totals']): string {
  if (totals.tests === 0) return 'no tests';
  const flaky = totals.flaky > 0 ? ` (${formatNumber(totals.flaky)} flaky)` : '';
  const counts: [number, string][] = [
    [totals.failed, 'failed'],
    [totals.timedOut, 'timed out'],
    [totals.interrupted, 'interrupted'],
    [totals.passed, `passed${flaky}`],
    [totals.skipped, 'skipped'],
  ];
  return counts
    .filter(([count]) => count > 0)
    .map(([count, words]) => `${formatNumber(count)} ${words}`)
    .join(', ');
}

const NAME_LENGTH = 60;
const COMMIT_LENGTH = 7;
