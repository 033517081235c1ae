import type { TestError } from '@svc/contract/executions/test-errors';
import { shortenText } from '@svc/contract/zod-free/shorten-text';
import { withoutColours } from '../fingerprint/fingerprint-text.ts';
import { escapeMarkdownSummary, renderMarkdownCode } from '../text/markdown.ts';
import { cutText, formatError, formatErrorHeadline } from './error-text.ts';
import { STATUS_MARKS } from '../text/status-marks.ts';

/** How much of each text of an error is shown. */
export interface ErrorLimits {
  lines: number;
  characters: number;
}

// Messages and stacks may have 64 KiB; the important part is at the beginning.
const USUAL_LIMITS: ErrorLimits = { lines: 60, characters: 12_000 };

/** Errors as blocks of code that their content cannot end: message with the first frames of its stack, then the diff. */
export function renderErrors(
  errors: readonly TestError[],
  { limits = USUAL_LIMITS, without }: { limits?: ErrorLimits; without?: string | undefined } = {},
): string {
  if (errors.length === 0) return `${without ?? 'No error was reported'}.`;
  const blocks = errors.flatMap((error) => {
    const diff = withoutColours(error.diff ?? '').trim();
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
  const place = file === null ? 'The whole run' : `<code>${escapeMarkdownSummary(file)}</code>`;
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
