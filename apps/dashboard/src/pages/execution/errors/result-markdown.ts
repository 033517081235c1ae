import type { ResultDetail } from '@svc/contract/executions/execution-view';
import type { FailureVerdict } from '@svc/contract/analysis/verdicts';
import type { Execution } from '@svc/contract/executions/executions';
import { fenceCode } from './fenced.ts';
import { shortenCommit, formatTestPlace, formatTestTitle } from '../../../format/identity.ts';
import { escapeMarkdown } from '../../../components/text/markdown-text.ts';
import { renderVerdict } from '../verdict/card/verdict-markdown.ts';
import { toPlainText } from '../../../components/text/plain-text.ts';

const TEXT_CHARACTERS = 4_000;

/** A result for an issue or a chat: what failed, where and why, its verdict and plan, with a link to this page. */
export function renderResult({
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
    commit === undefined ? undefined : shortenCommit(commit),
    attempts.length > 1 ? `attempt ${attempt.index} of ${attempts.length}` : undefined,
  ].filter((one) => one !== undefined);
  const [error] = attempt.errors;
  const lines = [
    `**${escapeInline(formatTestTitle(detail.titlePath))}** ${flaky ? 'is flaky' : (WORDS[status] ?? status)}`,
    '',
    `${escapeInline(formatTestPlace(detail))} · [${escapeInline(where.join(', '))}](${url})`,
  ];
  if (error !== undefined) {
    const text = [error.message, error.diff, error.snippet].filter((one) => one !== undefined);
    lines.push('', fenceCode(toPlainText(text.join('\n\n')).slice(0, TEXT_CHARACTERS)));
  }
  if (fingerprint !== null) lines.push('', `Fingerprint: \`${fingerprint}\``);
  if (verdict !== undefined) lines.push('', ...renderVerdict(verdict));
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
function escapeInline(text: string): string {
  return escapeMarkdown(toPlainText(text).slice(0, 500));
}
