import { markdownInlineCode, markdownSummary, markdownText } from '@svc/analysis/text/markdown';
import { counted } from '@svc/analysis/text/numbers';
import { unsureWords } from '@svc/analysis/verdict-words';
import { terminalLine } from '@svc/reporter-core/text/terminal-text';
import type { OutsideError, ReportedFailure, ReportedTest } from '../report/report.ts';
import { errorHeadline, errorMarkdown, type ErrorLimits } from './error-text.ts';
import { shortLine, testPlace, testTitle } from './words.ts';

/** A folded failure. The same failure of another section is one line. `seen`: names of failures by fingerprint. */
export function failureBlock(
  failure: ReportedFailure,
  seen: Map<string, string>,
  limits: ErrorLimits,
): string {
  const title = testTitle(failure);
  const { fingerprint } = failure;
  const before = fingerprint === null ? undefined : seen.get(fingerprint);
  if (before !== undefined) {
    return `❌ ${markdownText(title)}${legWords(failure)} ${markdownInlineCode(testPlace(failure))}: same failure as ${markdownText(before)}`;
  }
  if (fingerprint !== null) seen.set(fingerprint, title);
  const summary = `❌ <b>${markdownSummary(title)}</b>${legWords(failure)} <code>${markdownSummary(testPlace(failure))}</code>`;
  const facts = failureFacts(failure);
  return [
    `<details><summary>${summary}</summary>`,
    ...(facts.length === 0 ? [] : [facts.join(' · ')]),
    failureMarkdown(failure, limits),
    '</details>',
  ].join('\n\n');
}

/** The error, and what to do first. */
export function failureMarkdown(
  { error, suggestion }: Pick<ReportedFailure, 'error' | 'suggestion'>,
  limits: ErrorLimits,
): string {
  return [
    errorMarkdown(error, limits),
    ...(suggestion === null
      ? []
      : [`**First step:** ${markdownText(shortLine(suggestion, 1_000))}`]),
  ].join('\n\n');
}

function failureFacts(failure: ReportedFailure): string[] {
  const { change, attempts, status, fingerprint } = failure;
  return [
    ...(change === null ? [] : [CHANGES[change]]),
    ...(status === 'timedOut' ? ['timed out'] : []),
    ...(attempts > 1 ? [`${attempts} attempts, all failed`] : []),
    ...labelFacts(failure),
    ...(fingerprint === null ? [] : [markdownInlineCode(fingerprint.slice(0, 16))]),
  ];
}

function labelFacts({ classification, candidates, confidence }: ReportedFailure): string[] {
  if (classification === null) return candidates === undefined ? [] : [unsureWords(candidates)];
  const sure = confidence === null ? '' : `, ${Math.round(confidence * 100)} % sure`;
  return [`${markdownInlineCode(classification)}${sure}`];
}

const CHANGES = {
  regression: 'passed in the base',
  'new-test': 'a new test',
  'still-failing': 'failed in the base too',
} as const;

export function outsideBlock({ file, error }: OutsideError, limits: ErrorLimits): string {
  const what = file === null ? 'The whole run' : `<code>${markdownSummary(shortLine(file))}</code>`;
  return [
    `<details><summary>❌ ${what}: ${markdownSummary(shortLine(errorHeadline(error)))}</summary>`,
    errorMarkdown(error, limits),
    '</details>',
  ].join('\n\n');
}

export function excusedText(failure: ReportedFailure): string {
  const { excused } = failure;
  const until = excused?.expiresAt ? `until ${excused.expiresAt.slice(0, 10)}: ` : '';
  const by = excused?.by === 'quarantine' ? `quarantined ${until}` : '';
  return `- ○ ${testLine(failure)}, ${by}${markdownText(shortLine(excused?.reason ?? ''))}`;
}

export function flakyText(test: ReportedTest): string {
  return `- ± ${testLine(test)}, failed and then passed`;
}

/** `cart › total in mysql src/cart.test.ts:17`. */
export function testLine(test: ReportedTest): string {
  return `${markdownText(testTitle(test))}${legWords(test)} ${markdownInlineCode(testPlace(test))}`;
}

function legWords({ legs }: ReportedTest): string {
  if (legs.length === 0) return '';
  const shown = legs.slice(0, 5).map((leg) => markdownText(terminalLine(leg)));
  return ` in ${shown.join('; ')}${legs.length > 5 ? ` and ${counted(legs.length - 5, 'more leg')}` : ''}`;
}
