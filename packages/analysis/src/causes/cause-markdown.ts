import type { Cause } from '@svc/contract/executions/causes';
import { markdownSummary } from '../text/markdown.ts';
import { counted } from '../text/numbers.ts';
import { causeFacts, causeTitle } from './cause-words.ts';

/**
 * A cause as a folded block of Markdown: its pattern, how many tests it has, and its class; inside, the failure of one
 * test and the first tests. `example` and `tests` are Markdown; `left` is the number of tests that are not listed.
 */
export function causeMarkdown(
  cause: Cause,
  {
    mark,
    example,
    tests,
    left,
  }: { mark: string; example: string | null; tests: readonly string[]; left: number },
): string {
  const facts = causeFacts(cause).join(' · ');
  const items = [...tests, ...(left > 0 ? [`and ${counted(left, 'more test')}`] : [])];
  return [
    `<details><summary>${mark} <b>${markdownSummary(causeTitle(cause))}</b> · ${facts}</summary>`,
    ...(example === null ? [] : [example]),
    items.map((item) => `- ${item}`).join('\n'),
    '</details>',
  ].join('\n\n');
}
