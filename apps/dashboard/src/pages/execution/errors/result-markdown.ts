import type { ResultDetail } from '@svc/contract/executions/execution-view';
import type { Execution } from '@svc/contract/executions/executions';
import { shortCommit, testPlace, testTitle } from '../../../format/identity.ts';
import { markdownText } from '../../../components/text/markdown-text.ts';
import { plainText } from '../texts/plain-text.ts';

const TEXT_CHARACTERS = 4_000;

/** A result for an issue or a chat: what failed, where and why, with a link to this page. */
export function resultMarkdown({
  execution,
  detail,
  url,
}: {
  execution: Pick<Execution, 'number' | 'project' | 'git'>;
  detail: ResultDetail;
  url: string;
}): string {
  const { attempt, attempts, status, flaky, fingerprint } = detail;
  const { branch, commit } = execution.git;
  const where = [
    `${execution.project} #${execution.number}`,
    branch,
    commit === undefined ? undefined : shortCommit(commit),
    attempts.length > 1 ? `attempt ${attempt.index} of ${attempts.length}` : undefined,
  ].filter((one) => one !== undefined);
  const [error] = attempt.errors;
  const lines = [
    `**${inline(testTitle(detail.titlePath))}** ${flaky ? 'is flaky' : (WORDS[status] ?? status)}`,
    '',
    `${inline(testPlace(detail))} · [${inline(where.join(', '))}](${url})`,
  ];
  if (error !== undefined) {
    const text = [error.message, error.diff, error.snippet].filter((one) => one !== undefined);
    lines.push('', fenced(plainText(text.join('\n\n')).slice(0, TEXT_CHARACTERS)));
  }
  if (fingerprint !== null) lines.push('', `Fingerprint: \`${fingerprint}\``);
  return `${lines.join('\n')}\n`;
}

const WORDS: Record<string, string> = {
  passed: 'passed',
  failed: 'failed',
  timedOut: 'timed out',
  skipped: 'was skipped',
  interrupted: 'was interrupted',
};

/** A title or a name, without the colours of a terminal. */
function inline(text: string): string {
  return markdownText(plainText(text).slice(0, 500));
}

/** A code block whose fence is longer than any in the text. */
function fenced(text: string): string {
  const longest = (text.match(/`+/g) ?? []).reduce((most, one) => Math.max(most, one.length), 2);
  const fence = '`'.repeat(longest + 1);
  return `${fence}\n${text.trimEnd()}\n${fence}`;
}
