import type { Cause } from '@svc/contract/executions/causes';
import { escapeMarkdownSummary } from '../text/markdown.ts';
import { formatCount } from '@svc/contract/zod-free/amounts';
import { formatCauseFacts, formatCauseTitle } from './cause-words.ts';

/**
 * A cause as a folded block of Markdown: its pattern, how many tests it has, and its class; inside, the failure of one
 * test and the first tests. `example` and `tests` are Markdown; `left` is the number of tests that are not listed.
 */
export function renderCause(
  cause: Cause,
  {
    mark,
    example,
    tests,
    left,
  }: { mark: string; example: string | null; tests: readonly string[]; left: number },
): string {
  const facts = formatCauseFacts(cause).join(' · ');
  const items = [...tests, ...(left > 0 ? [`and ${formatCount(left, 'more test')}`] : [])];
  return [
    `<details><summary>${mark} <b>${escapeMarkdownSummary(formatCauseTitle(cause))}</b> · ${facts}</summary>`,
    ...(example === null ? [] : [example]),
    items.map((item) => `- ${item}`).join('\n'),
    '</details>',
  ].join('\n\n');
}
