import type { TestError } from '@svc/contract/executions/test-errors';
import { shortenText } from '@svc/contract/zod-free/shorten-text';
import { escapeMarkdownSummary, renderMarkdownCode } from '../text/markdown.ts';
import { toPrintableText } from '../text/printable-text.ts';
import { STATUS_MARKS } from '../text/status-marks.ts';
import { formatTestPlace } from '../text/test-names.ts';
import { cutText, formatError, formatErrorHeadline } from './error-text.ts';

/** How much of each text of an error is shown. */
export interface ErrorLimits {
  lines: number;
  characters: number;
}

/** Messages and stacks may have 64 KiB; the important part is at the beginning. */
export const USUAL_LIMITS: ErrorLimits = { lines: 60, characters: 12_000 };

/** Errors as blocks of code that their content cannot end: message with the first frames of its stack, then the diff. */
export function renderErrors(
  errors: readonly TestError[],
  { limits = USUAL_LIMITS, without }: { limits?: ErrorLimits; without?: string | undefined } = {},
): string {
  if (errors.length === 0) return `${without ?? 'No error was reported'}.`;
  const blocks = errors.flatMap((error) => {
    // The first line may begin with a space: it is a line without a change.
    const diff = toPrintableText(error.diff ?? '')
      .replace(/^\n+/, '')
      .trimEnd();
    return [
      renderMarkdownCode(cutText(formatError(error), limits) || 'No message'),
      ...(diff === '' ? [] : [renderMarkdownCode(cutText(diff, limits), 'diff')]),
    ];
  });
  return blocks.join('\n\n');
}

/** An error outside of tests as a folded block: of a file, or of the whole run. */
export function renderOutsideError(
  { file, error }: { file: string | null; error: TestError },
  limits?: ErrorLimits,
): string {
  const place =
    file === null
      ? 'The whole run'
      : `<code>${escapeMarkdownSummary(formatTestPlace({ file, line: null }))}</code>`;
  const headline = shortenText(formatErrorHeadline(error), MOST_CHARACTERS);
  return renderFolded(`${place}: ${escapeMarkdownSummary(headline)}`, [
    renderErrors([error], limits && { limits }),
  ]);
}

const MOST_CHARACTERS = 300;

/** A failure as a folded block of Markdown: `summary` is HTML, `body` Markdown. */
export function renderFolded(summary: string, body: readonly string[]): string {
  return [
    `<details><summary>${STATUS_MARKS.failed} ${summary}</summary>`,
    ...body,
    '</details>',
  ].join('\n\n');
}
