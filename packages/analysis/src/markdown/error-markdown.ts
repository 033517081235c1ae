import type { TestError } from '@svc/contract/executions/test-errors';
import { withoutColours } from '../fingerprint/fingerprint-text.ts';
import { escapeMarkdownSummary, renderMarkdownCode } from '../text/markdown.ts';
import { STATUS_MARKS } from './status-marks.ts';

/** Full errors in a folded block of Markdown below a plain text, or `without` when there are none. */
export function renderFoldedErrors(
  summary: string,
  errors: readonly TestError[],
  without = 'No error was reported',
): string {
  const body = errors.length === 0 ? `${without}.` : renderErrors(errors);
  return `<details><summary>${STATUS_MARKS.failed} ${escapeMarkdownSummary(summary)}</summary>\n\n${body}\n\n</details>`;
}

/** Errors as blocks of code: message, stack and diff. */
export function renderErrors(errors: readonly TestError[]): string {
  const blocks = errors.flatMap(({ message, stack, diff }) => {
    const text = stack?.includes(message) === true ? stack : [message, stack].join('\n');
    return [
      renderMarkdownCode(withoutColours(text.trim())),
      ...(diff === undefined ? [] : [renderMarkdownCode(withoutColours(diff), 'diff')]),
    ];
  });
  return blocks.join('\n\n');
}
