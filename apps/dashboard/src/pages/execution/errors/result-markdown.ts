import { renderErrors, USUAL_LIMITS } from '@svc/analysis/markdown/error-markdown';
import { cutText } from '@svc/analysis/markdown/error-text';
import { toPrintableText } from '@svc/analysis/text/printable-text';
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
import { shortenText } from '@svc/contract/zod-free/shorten-text';
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
  const facts = [
    `${execution.project} #${execution.number}`,
    branch,
    commit === undefined ? undefined : shortenCommit(commit),
    attempts.length > 1 ? `attempt ${attempt.index} of ${attempts.length}` : undefined,
  ].filter((one) => one !== undefined);
  const where = shortenText(toPrintableText(facts.join(', ')), 300, { oneLine: true });
  const blocks = [
    `**${escapeMarkdown(toPrintableText(formatTestTitle(detail)))}** ${flaky ? 'is flaky' : (WORDS[status] ?? status)}`,
    `${escapeMarkdown(toPrintableText(formatTestPlace(detail)))} · ${renderMarkdownLink(where, url)}`,
    ...attempt.errors
      .slice(0, 1)
      .flatMap((error) => [renderErrors([error]), ...renderSnippet(error)]),
    ...(fingerprint === null ? [] : [`Fingerprint: \`${fingerprint}\``]),
    ...(verdict === undefined ? [] : renderVerdict(verdict)),
  ];
  return `${keepFitting(blocks).join('\n\n')}\n`;
}

// GitHub refuses an issue or a comment above 65,536 characters, and a person adds words.
const MOST_CHARACTERS = 60_000;

/** The first blocks within the limit. None is cut in its middle, where a list or a block of code would not end. */
function keepFitting(blocks: readonly string[]): string[] {
  const kept: string[] = [];
  let characters = 0;
  for (const block of blocks) {
    characters += block.length + '\n\n'.length;
    if (characters > MOST_CHARACTERS) return [...kept, '… The rest is on the linked page.'];
    kept.push(block);
  }
  return kept;
}

function renderSnippet({ snippet }: TestError): string[] {
  if (snippet === undefined) return [];
  return [renderMarkdownCode(cutText(toPrintableText(snippet).trimEnd(), USUAL_LIMITS))];
}

const WORDS: Record<string, string> = {
  passed: 'passed',
  failed: 'failed',
  timedOut: 'timed out',
  skipped: 'was skipped',
  interrupted: 'was interrupted',
};
