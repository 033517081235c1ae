import { renderErrors } from '@svc/analysis/markdown/error-markdown';
import { formatTestPlace, formatTestTitle } from '@svc/analysis/text/test-names';
import {
  escapeMarkdown,
  renderMarkdownCode,
  renderMarkdownLink,
} from '@svc/analysis/text/markdown';
import type { ResultDetail } from '@svc/contract/executions/execution-view';
import type { FailureVerdict } from '@svc/contract/analysis/verdicts';
import type { Execution } from '@svc/contract/executions/executions';
import type { TestError } from '@svc/contract/executions/test-errors';
import { toPlainText } from '../../../components/text/plain-text.ts';
import { shortenCommit } from '../../../format/identity.ts';
import { renderVerdict } from '../verdict/card/verdict-markdown.ts';

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
  const blocks = [
    `**${escapeMarkdown(toPlainText(formatTestTitle(detail)))}** ${flaky ? 'is flaky' : (WORDS[status] ?? status)}`,
    `${escapeMarkdown(formatTestPlace(detail))} · ${renderMarkdownLink(where.join(', '), url)}`,
    ...attempt.errors
      .slice(0, 1)
      .flatMap((error) => [renderErrors([error]), ...renderSnippet(error)]),
    ...(fingerprint === null ? [] : [`Fingerprint: \`${fingerprint}\``]),
    ...(verdict === undefined ? [] : renderVerdict(verdict)),
  ];
  return `${blocks.join('\n\n')}\n`;
}

function renderSnippet({ snippet }: TestError): string[] {
  return snippet === undefined ? [] : [renderMarkdownCode(toPlainText(snippet).trimEnd())];
}

const WORDS: Record<string, string> = {
  passed: 'passed',
  failed: 'failed',
  timedOut: 'timed out',
  skipped: 'was skipped',
  interrupted: 'was interrupted',
};
