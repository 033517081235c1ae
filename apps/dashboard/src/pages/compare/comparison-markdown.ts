import type { ComparedTest, Comparison } from '@svc/contract/executions/compare';
import { messageLine } from '../../components/text/message-line.ts';
import { markdownText } from '../../components/text/markdown-text.ts';
import { formatDuration } from '../../format/duration.ts';
import { shortTestTitle, testPlace } from '../../format/identity.ts';
import { compareSentence, missingSentence } from './compare-sentence.ts';

const MOST_PER_SECTION = 20;

/** The comparison for a pull request or a chat. Titles and messages come from uploads and are escaped. */
export function comparisonMarkdown(comparison: Comparison, url: string): string {
  const { base, head, summary, regressions, newTests, improvements, newlyFlaky } = comparison;
  const lines = [
    `### ${compareSentence(summary, head)}`,
    '',
    `[#${base.number} → #${head.number}](${url}) of ${markdownText(head.project)}. ${missingSentence(summary)}`.trim(),
    ...section('Regressions', regressions, summary.regressions),
    ...section(
      'New and failing',
      newTests.filter(({ head: side }) => side?.status === 'failed' || side?.status === 'timedOut'),
      summary.newFailing,
    ),
    ...section('Newly flaky', newlyFlaky, summary.newlyFlaky),
    ...section('Improvements', improvements, summary.improvements),
  ];
  return `${lines.join('\n')}\n`;
}

function section(title: string, tests: readonly ComparedTest[], count: number): string[] {
  if (count === 0) return [];
  const shown = tests.slice(0, MOST_PER_SECTION);
  const rest = count - shown.length;
  return [
    '',
    `**${title}** (${count})`,
    '',
    ...shown.map(testLine),
    ...(rest > 0 ? [`- and ${rest} more`] : []),
  ];
}

function testLine(test: ComparedTest): string {
  const duration = test.head === null ? '' : ` (${formatDuration(test.head.durationMs)})`;
  const message = test.error === null ? '' : `: ${markdownText(messageLine(test.error.message))}`;
  return `- ${markdownText(shortTestTitle(test.titlePath))}, ${markdownText(testPlace(test))}${duration}${message}`;
}
