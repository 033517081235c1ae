import { markdownInlineCode, markdownSummary, markdownText } from '@svc/analysis/text/markdown';
import { counted } from '@svc/analysis/text/numbers';
import { terminalLine } from '@svc/reporter-core/text/terminal-text';
import {
  changesOf,
  type OutsideError,
  type Report,
  type ReportedFailure,
  type ReportedTest,
} from '../report/report.ts';
import { errorHeadline, errorMarkdown, type ErrorLimits } from './error-text.ts';
import type { Section } from './sections.ts';
import { shortLine, testPlace, testTitle } from './words.ts';

/** What a summary and a comment say below their head: new failures first, then errors, old failures and flaky tests. */
export function reportSections(report: Report, limits: ErrorLimits): Section[] {
  const seen = new Map<string, string>();
  const block = (failure: ReportedFailure) => failureBlock(failure, seen, limits);
  const of = (changes: readonly ReportedFailure['change'][]) =>
    report.failures.filter(({ excused, change }) => excused === null && changes.includes(change));
  const isCompared = changesOf(report) !== null;
  const base = baseWords(report);
  const isNew = of(['regression', 'new-test']);
  const others = of([null]);
  const still = of(['still-failing']);
  const excused = report.failures.filter((failure) => failure.excused !== null);
  return [
    failures(isNew, { heading: `#### New here: ${counted(isNew.length, 'failure')}`, block }),
    blocks(
      report.outside.map((error) => outsideBlock(error, limits)),
      {
        heading: `#### ${counted(report.outside.length, 'error')} outside of tests`,
        noun: 'errors',
      },
    ),
    failures(others, {
      heading: isCompared || isNew.length > 0 ? '#### Other failures' : '',
      block,
    }),
    failures(still, { heading: `#### Also failing ${base}: ${still.length}`, block }),
    list(excused.map(excusedItem), {
      heading: `#### Excused by quarantine: ${excused.length}`,
      noun: 'excused failures',
    }),
    list(report.flaky.map(flakyItem), {
      heading: `#### Flaky: ${report.flaky.length}`,
      noun: 'flaky tests',
    }),
    list(report.fixed.map(fixedItem), {
      heading: `#### Fixed: ${counted(report.fixed.length, 'test')} that failed ${base}`,
      noun: 'fixed tests',
    }),
  ];
}

/** `on main`, for the branch of the bases. */
export function baseWords({ executions }: Pick<Report, 'executions'>): string {
  const branches = new Set(executions.flatMap(({ comparison }) => comparison?.branch ?? []));
  const [branch] = branches;
  return branches.size === 1 && branch !== undefined
    ? `on ${markdownText(terminalLine(branch))}`
    : 'in the base';
}

function failures(
  of: readonly ReportedFailure[],
  { heading, block }: { heading: string; block: (failure: ReportedFailure) => string },
): Section {
  return blocks(of.map(block), { heading, noun: 'failures' });
}

function blocks(items: string[], { heading, noun }: Pick<Section, 'heading' | 'noun'>): Section {
  return { heading, items, total: items.length, separator: '\n\n', noun };
}

function list(items: string[], { heading, noun }: Pick<Section, 'heading' | 'noun'>): Section {
  return { heading, items, total: items.length, separator: '\n', noun };
}

/** A folded failure. The same failure of a further test is one line: forty tests may fail for one reason. */
function failureBlock(
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
    errorMarkdown(failure.error, limits),
    ...(failure.suggestion === null
      ? []
      : [`**First step:** ${markdownText(shortLine(failure.suggestion, 1_000))}`]),
    '</details>',
  ].join('\n\n');
}

function failureFacts(failure: ReportedFailure): string[] {
  const { change, attempts, status, classification, confidence, fingerprint } = failure;
  const sure = confidence === null ? '' : `, ${Math.round(confidence * 100)} % sure`;
  return [
    ...(change === null ? [] : [CHANGES[change]]),
    ...(status === 'timedOut' ? ['timed out'] : []),
    ...(attempts > 1 ? [`${attempts} attempts, all failed`] : []),
    ...(classification === null ? [] : [`${markdownInlineCode(classification)}${sure}`]),
    ...(fingerprint === null ? [] : [markdownInlineCode(fingerprint.slice(0, 16))]),
  ];
}

const CHANGES = {
  regression: 'passed in the base',
  'new-test': 'a new test',
  'still-failing': 'failed in the base too',
} as const;

function legWords({ legs }: ReportedTest): string {
  if (legs.length === 0) return '';
  const shown = legs.slice(0, 5).map((leg) => markdownText(terminalLine(leg)));
  return ` in ${shown.join('; ')}${legs.length > 5 ? ` and ${counted(legs.length - 5, 'more leg')}` : ''}`;
}

function outsideBlock({ file, error }: OutsideError, limits: ErrorLimits): string {
  const what = file === null ? 'The whole run' : `<code>${markdownSummary(shortLine(file))}</code>`;
  return [
    `<details><summary>❌ ${what}: ${markdownSummary(shortLine(errorHeadline(error)))}</summary>`,
    errorMarkdown(error, limits),
    '</details>',
  ].join('\n\n');
}

function excusedItem(failure: ReportedFailure): string {
  const { excused } = failure;
  const until = excused?.expiresAt ? `until ${excused.expiresAt.slice(0, 10)}: ` : '';
  return `- ○ ${testLine(failure)}, ${until}${markdownText(shortLine(excused?.reason ?? ''))}`;
}

function flakyItem(test: ReportedTest): string {
  return `- ± ${testLine(test)}, failed and then passed`;
}

function fixedItem(test: ReportedTest): string {
  return `- ✅ ${testLine(test)}`;
}

function testLine(test: ReportedTest): string {
  return `${markdownText(testTitle(test))}${legWords(test)} ${markdownInlineCode(testPlace(test))}`;
}
