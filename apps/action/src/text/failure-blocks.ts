import {
  renderMarkdownInlineCode,
  escapeMarkdownSummary,
  escapeMarkdown,
} from '@svc/analysis/text/markdown';
import { formatCount } from '@svc/contract/zod-free/amounts';
import { formatUnsure } from '@svc/analysis/analyze/verdict-words';
import { shortenLine, toTerminalLine } from '@svc/reporter-core/text/terminal-text';
import type { OutsideError, ReportedFailure, ReportedTest } from '../report/report.ts';
import { formatErrorHeadline, renderError, type ErrorLimits } from './error-text.ts';
import { formatTestPlace, formatTestTitle } from './words.ts';

/**
 * A folded failure. A failure that another section already shows is one line. `seen`: names of failures by fingerprint.
 */
export function renderFailureBlock(
  failure: ReportedFailure,
  seen: Map<string, string>,
  limits: ErrorLimits,
): string {
  const title = formatTestTitle(failure);
  const { fingerprint } = failure;
  const before = fingerprint === null ? undefined : seen.get(fingerprint);
  if (before !== undefined) {
    return `❌ ${escapeMarkdown(title)}${formatLegs(failure)} ${renderMarkdownInlineCode(formatTestPlace(failure))}: same failure as ${escapeMarkdown(before)}`;
  }
  if (fingerprint !== null) seen.set(fingerprint, title);
  const summary = `❌ <b>${escapeMarkdownSummary(title)}</b>${formatLegs(failure)} <code>${escapeMarkdownSummary(formatTestPlace(failure))}</code>`;
  const facts = listFailureFacts(failure);
  return [
    `<details><summary>${summary}</summary>`,
    ...(facts.length === 0 ? [] : [facts.join(' · ')]),
    renderFailure(failure, limits),
    '</details>',
  ].join('\n\n');
}

/** The error, and what to do first. */
export function renderFailure(
  { error, suggestion }: Pick<ReportedFailure, 'error' | 'suggestion'>,
  limits: ErrorLimits,
): string {
  return [
    renderError(error, limits),
    ...(suggestion === null
      ? []
      : [`**First step:** ${escapeMarkdown(shortenLine(suggestion, 1_000))}`]),
  ].join('\n\n');
}

function listFailureFacts(failure: ReportedFailure): string[] {
  const { change, attempts, status, fingerprint } = failure;
  return [
    ...(change === null ? [] : [CHANGES[change]]),
    ...(status === 'timedOut' ? ['timed out'] : []),
    ...(attempts > 1 ? [`${attempts} attempts, all failed`] : []),
    ...listLabelFacts(failure),
    ...(fingerprint === null ? [] : [renderMarkdownInlineCode(fingerprint.slice(0, 16))]),
  ];
}

function listLabelFacts({ classification, candidates, confidence }: ReportedFailure): string[] {
  if (classification === null) return candidates === undefined ? [] : [formatUnsure(candidates)];
  const sure = confidence === null ? '' : `, ${Math.round(confidence * 100)} % sure`;
  return [`${renderMarkdownInlineCode(classification)}${sure}`];
}

const CHANGES = {
  regression: 'passed in the base',
  'new-test': 'a new test',
  'still-failing': 'failed in the base too',
} as const;

export function renderOutsideBlock({ file, error }: OutsideError, limits: ErrorLimits): string {
  const what =
    file === null ? 'The whole run' : `<code>${escapeMarkdownSummary(shortenLine(file))}</code>`;
  return [
    `<details><summary>❌ ${what}: ${escapeMarkdownSummary(shortenLine(formatErrorHeadline(error)))}</summary>`,
    renderError(error, limits),
    '</details>',
  ].join('\n\n');
}

export function renderExcused(failure: ReportedFailure): string {
  const { excused } = failure;
  const until = excused?.expiresAt ? `until ${excused.expiresAt.slice(0, 10)}: ` : '';
  const by = excused?.by === 'quarantine' ? `quarantined ${until}` : '';
  return `- ○ ${renderTestLine(failure)}, ${by}${escapeMarkdown(shortenLine(excused?.reason ?? ''))}`;
}

export function renderFlaky(test: ReportedTest): string {
  return `- ± ${renderTestLine(test)}, failed and then passed`;
}

/** `cart › total in mysql src/cart.test.ts:17`. */
export function renderTestLine(test: ReportedTest): string {
  return `${escapeMarkdown(formatTestTitle(test))}${formatLegs(test)} ${renderMarkdownInlineCode(formatTestPlace(test))}`;
}

function formatLegs({ legs }: ReportedTest): string {
  if (legs.length === 0) return '';
  const shown = legs.slice(0, 5).map((leg) => escapeMarkdown(toTerminalLine(leg)));
  return ` in ${shown.join('; ')}${legs.length > 5 ? ` and ${formatCount(legs.length - 5, 'more leg')}` : ''}`;
}
