import type { ResultDetail } from '@svc/contract/executions/execution-view';
import type { FailureVerdict } from '@svc/contract/analysis/verdicts';
import type { Execution } from '@svc/contract/executions/executions';
import { fenced } from './fenced.ts';
import { shortCommit, testPlace, testTitle } from '../../../format/identity.ts';
import { markdownText } from '../../../components/text/markdown-text.ts';
import { verdictMarkdown } from '../verdict/card/verdict-markdown.ts';
import { plainText } from '../../../components/text/plain-text.ts';

const TEXT_CHARACTERS = 4_000;

/** A result for an issue or a chat: what failed, where and why, its verdict and plan, with a link to this page. */
export function resultMarkdown({
  execution,
  detail,
  url,
  verdict,
}: {
  execution: Pick<Execution, 'number' | 'project' | 'git'>;
  detail: ResultDetail;
  url: string;
  verdict?: FailureVerdict | undefined;
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
  if (verdict !== undefined) lines.push('', ...verdictMarkdown(verdict));
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
