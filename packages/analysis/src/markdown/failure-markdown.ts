import type { Cause } from '@svc/contract/executions/causes';
import type { TestError } from '@svc/contract/executions/test-errors';
import { formatCount } from '@svc/contract/zod-free/amounts';
import { shortenText } from '@svc/contract/zod-free/shorten-text';
import type { CauseRow } from '../causes/cause-groups.ts';
import { formatCauseFacts, formatCauseTitle } from '../causes/cause-words.ts';
import { chooseShownTests, TITLE_CHARACTERS } from '../causes/shown-tests.ts';
import { escapeMarkdown, escapeMarkdownSummary } from '../text/markdown.ts';
import { renderErrors, renderFolded, type ErrorLimits } from './error-markdown.ts';
import { STATUS_MARKS } from '../text/status-marks.ts';
import { formatTestTitle, type NamedTest } from '../text/test-names.ts';
import { renderTest, renderTestSummary } from './test-markdown.ts';

/** A failure as every Markdown text shows it. */
export interface ShownFailure extends NamedTest {
  errors: readonly TestError[];
  fingerprint: string | null;
  /** Markdown. */
  facts?: readonly string[];
  suggestion?: string | null;
}

export interface FailureOptions {
  /** The names of failures shown before, by fingerprint. Each block adds its own. */
  seen: Map<string, string>;
  limits?: ErrorLimits;
  /** Replaces an error that the answer lacks. */
  omitted?: string | undefined;
}

/**
 * A failure, or a cause with the error of one test and its first `most` tests, as a folded block. A failure whose error
 * another block has is one line.
 */
export function renderFailureRow<Item>(
  row: CauseRow<Item>,
  {
    most,
    describe,
    ...options
  }: FailureOptions & { most: number; describe: (item: Item) => ShownFailure },
): string {
  if (row.kind === 'test') return renderFailure(describe(row.item), options);
  const { cause, items } = row;
  const title = formatCauseTitle(cause);
  if (cause.fingerprint !== null) options.seen.set(cause.fingerprint, title);
  const failures = items.map(describe);
  const { shown, left } = chooseShownTests({ cause, items: failures, most });
  const example = failures.find(({ errors }) => errors.length > 0) ?? failures[0];
  const facts = [`<b>${escapeMarkdownSummary(title)}</b>`, ...formatCauseFacts(cause)];
  return renderFolded(facts.join(' · '), [
    ...(example === undefined ? [] : renderFailureBody(example, options)),
    renderTestList(shown.map(renderTest), left).join('\n'),
  ]);
}

function renderFailure(failure: ShownFailure, options: FailureOptions): string {
  const { fingerprint, facts = [] } = failure;
  const before = fingerprint === null ? undefined : options.seen.get(fingerprint);
  if (before !== undefined) {
    return `${STATUS_MARKS.failed} ${renderTest(failure)}: same failure as ${escapeMarkdown(before)}`;
  }
  if (fingerprint !== null) options.seen.set(fingerprint, formatTestTitle(failure));
  return renderFolded(renderTestSummary(failure), [
    ...(facts.length === 0 ? [] : [facts.join(' · ')]),
    ...renderFailureBody(failure, options),
  ]);
}

/** The errors, and what to do first. */
function renderFailureBody(
  { errors, suggestion = null }: ShownFailure,
  { limits, omitted }: FailureOptions,
): string[] {
  return [
    renderErrors(errors, { ...(limits && { limits }), without: omitted }),
    ...(suggestion === null
      ? []
      : [`**First step:** ${escapeMarkdown(shortenText(suggestion, 1_000, { oneLine: true }))}`]),
  ];
}

/**
 * A line for a cause with its first `most` tests below it, or for a test that has a cause of its own. `note`: Markdown
 * behind a test; `facts`: plain text behind a cause.
 */
export function renderRowLines<Item extends NamedTest, Known extends Cause>(
  row: CauseRow<Item, Known>,
  {
    mark,
    most,
    line = renderTest,
    note = () => '',
    facts = () => [],
  }: {
    mark: string;
    most: number;
    /** A test that has a cause of its own. */
    line?: (item: Item) => string;
    /** Markdown behind a test below its cause. */
    note?: (item: Item) => string;
    facts?: (cause: Known) => string[];
  },
): string {
  if (row.kind === 'test') return `- ${mark} ${line(row.item)}`;
  const { cause, items } = row;
  const { shown, left } = chooseShownTests({ cause, items, most });
  const head = [
    shortenText(formatCauseTitle(cause), TITLE_CHARACTERS, { oneLine: true }),
    ...formatCauseFacts(cause),
    ...facts(cause),
  ];
  const tests = renderTestList(
    shown.map((item) => renderTest(item) + note(item)),
    left,
  );
  return [
    `- ${mark} ${head.map(escapeMarkdown).join(' · ')}`,
    ...tests.map((test) => `  ${test}`),
  ].join('\n');
}

function renderTestList(tests: readonly string[], left: number): string[] {
  const more = left > 0 && tests.length > 0 ? [`and ${formatCount(left, 'more test')}`] : [];
  return [...tests, ...more].map((item) => `- ${item}`);
}
