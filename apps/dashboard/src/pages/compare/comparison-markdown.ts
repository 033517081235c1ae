import { missingBaseText } from '@svc/analysis/base-choice';
import { causeRows, TESTS_OF_CAUSE, type CauseRow } from '@svc/analysis/causes/cause-groups';
import { causeFacts, causeTitle, ofCauses } from '@svc/analysis/causes/cause-words';
import type { CauseList } from '@svc/contract/executions/causes';
import type { ComparedTest, Comparison } from '@svc/contract/executions/compare';
import { messageLine } from '../../components/text/message-line.ts';
import { markdownText } from '../../components/text/markdown-text.ts';
import { formatCounted } from '../../format/count.ts';
import { formatDuration } from '../../format/duration.ts';
import { shortTestTitle, testPlace } from '../../format/identity.ts';
import { compareSentence, missingSentence } from './compare-sentence.ts';

const MOST_PER_SECTION = 20;

/** The comparison for a pull request or a chat. Titles and messages come from uploads and are escaped. */
export function comparisonMarkdown(comparison: Comparison, url: string): string {
  const { base, head, summary, causes, regressions, newTests, improvements } = comparison;
  const newFailing = newTests.filter(
    ({ head: side }) => side?.status === 'failed' || side?.status === 'timedOut',
  );
  const missing = missingBaseText(comparison);
  const gone = causeRows(improvements, {
    causes: causes.improvements,
    fingerprintOf: ({ baseFingerprint }) => baseFingerprint,
  });
  const flaky = comparison.newlyFlaky.map((item) => ({ kind: 'test' as const, item, cause: null }));
  const lines = [
    `### ${compareSentence(summary, head, causes)}`,
    '',
    `[#${base.number} → #${head.number}](${url}) of ${markdownText(head.project)}. ${missingSentence(summary, head)}`.trim(),
    ...(missing === undefined ? [] : ['', markdownText(missing)]),
    ...section('Regressions', ofHead(regressions, causes.regressions), {
      count: summary.regressions,
      causes: causes.regressions,
    }),
    ...section('New and failing', ofHead(newFailing, causes.newFailing), {
      count: summary.newFailing,
      causes: causes.newFailing,
    }),
    ...section('Newly flaky', flaky, { count: summary.newlyFlaky }),
    ...section('Improvements', gone, {
      count: summary.improvements,
      causes: causes.improvements,
    }),
  ];
  return `${lines.join('\n')}\n`;
}

function ofHead(tests: readonly ComparedTest[], causes: CauseList): CauseRow<ComparedTest>[] {
  return causeRows(tests, { causes, fingerprintOf: ({ fingerprint }) => fingerprint });
}

function section(
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
    `**${title}** (${count})${causes === undefined ? '' : ofCauses(count, causes)}`,
    '',
    ...shown.flatMap((row) => (row.kind === 'test' ? [testLine(row.item)] : causeLines(row))),
    ...(rest > 0 ? [`- and ${rest} ${noun}`] : []),
  ];
}

function causeLines({ cause, items }: Extract<CauseRow<ComparedTest>, { kind: 'cause' }>) {
  const shown = items.slice(0, TESTS_OF_CAUSE);
  const left = cause.tests - shown.length;
  return [
    `- ${markdownText(causeTitle(cause))}: ${causeFacts(cause).join(', ')}`,
    ...shown.map((test) => `  ${testLine({ ...test, error: null })}`),
    ...(left > 0 ? [`  - and ${formatCounted(left, 'more test')}`] : []),
  ];
}

function testLine(test: ComparedTest): string {
  const duration = test.head === null ? '' : ` (${formatDuration(test.head.durationMs)})`;
  const message = test.error === null ? '' : `: ${markdownText(messageLine(test.error.message))}`;
  return `- ${markdownText(shortTestTitle(test.titlePath))}, ${markdownText(testPlace(test))}${duration}${message}`;
}
