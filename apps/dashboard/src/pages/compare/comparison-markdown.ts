import { describeMissingBase } from '@svc/analysis/base-choice';
import { buildCauseRows, TESTS_OF_CAUSE, type CauseRow } from '@svc/analysis/causes/cause-groups';
import {
  formatCauseFacts,
  formatCauseTitle,
  formatCauseCount,
} from '@svc/analysis/causes/cause-words';
import type { CauseList } from '@svc/contract/executions/causes';
import type { ComparedTest, Comparison } from '@svc/contract/executions/compare';
import { cutMessageLine } from '../../components/text/message-line.ts';
import { escapeMarkdown } from '../../components/text/markdown-text.ts';
import { formatCounted } from '../../format/count.ts';
import { formatDuration } from '../../format/duration.ts';
import { shortenTestTitle, formatTestPlace } from '../../format/identity.ts';
import { describeComparison, describeMissing } from './compare-sentence.ts';

const MOST_PER_SECTION = 20;

/** The comparison for a pull request or a chat. Titles and messages come from uploads and are escaped. */
export function renderComparison(comparison: Comparison, url: string): string {
  const { base, head, summary, causes, regressions, newTests, improvements } = comparison;
  const newFailing = newTests.filter(
    ({ head: side }) => side?.status === 'failed' || side?.status === 'timedOut',
  );
  const missing = describeMissingBase(comparison);
  const gone = buildCauseRows(improvements, {
    causes: causes.improvements,
    fingerprintOf: ({ baseFingerprint }) => baseFingerprint,
  });
  const flaky = comparison.newlyFlaky.map((item) => ({ kind: 'test' as const, item, cause: null }));
  const lines = [
    `### ${describeComparison(summary, head, causes)}`,
    '',
    `[#${base.number} → #${head.number}](${url}) of ${escapeMarkdown(head.project)}. ${describeMissing(summary, head)}`.trim(),
    ...(missing === undefined ? [] : ['', escapeMarkdown(missing)]),
    ...renderSection('Regressions', buildHeadRows(regressions, causes.regressions), {
      count: summary.regressions,
      causes: causes.regressions,
    }),
    ...renderSection('New and failing', buildHeadRows(newFailing, causes.newFailing), {
      count: summary.newFailing,
      causes: causes.newFailing,
    }),
    ...renderSection('Newly flaky', flaky, { count: summary.newlyFlaky }),
    ...renderSection('Improvements', gone, {
      count: summary.improvements,
      causes: causes.improvements,
    }),
  ];
  return `${lines.join('\n')}\n`;
}

function buildHeadRows(
  tests: readonly ComparedTest[],
  causes: CauseList,
): CauseRow<ComparedTest>[] {
  return buildCauseRows(tests, { causes, fingerprintOf: ({ fingerprint }) => fingerprint });
}

function renderSection(
  title: string,
  rows: readonly CauseRow<ComparedTest>[],
  { count, causes }: { count: number; causes?: CauseList },
): string[] {
  if (count === 0) return [];
  const shown = rows.slice(0, MOST_PER_SECTION);
  const rest = (causes?.total ?? count) - shown.length;
  const noun = causes === undefined ? 'more' : rest === 1 ? 'more cause' : 'more causes';
  return [
    '',
    `**${title}** (${count})${causes === undefined ? '' : formatCauseCount(count, causes)}`,
    '',
    ...shown.flatMap((row) =>
      row.kind === 'test' ? [renderTestLine(row.item)] : renderCauseLines(row),
    ),
    ...(rest > 0 ? [`- and ${rest} ${noun}`] : []),
  ];
}

function renderCauseLines({ cause, items }: Extract<CauseRow<ComparedTest>, { kind: 'cause' }>) {
  const shown = items.slice(0, TESTS_OF_CAUSE);
  const left = cause.tests - shown.length;
  return [
    `- ${escapeMarkdown(formatCauseTitle(cause))}: ${formatCauseFacts(cause).join(', ')}`,
    ...shown.map((test) => `  ${renderTestLine({ ...test, error: null })}`),
    ...(left > 0 ? [`  - and ${formatCounted(left, 'more test')}`] : []),
  ];
}

function renderTestLine(test: ComparedTest): string {
  const duration = test.head === null ? '' : ` (${formatDuration(test.head.durationMs)})`;
  const message =
    test.error === null ? '' : `: ${escapeMarkdown(cutMessageLine(test.error.message))}`;
  return `- ${escapeMarkdown(shortenTestTitle(test.titlePath))}, ${escapeMarkdown(formatTestPlace(test))}${duration}${message}`;
}
