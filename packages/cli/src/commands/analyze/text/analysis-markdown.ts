import { shortenLine } from '@svc/reporter-core/text/terminal-text';
import { formatCandidate } from '@svc/analysis/verdicts/class-words';
import { toCandidates, deriveLabel } from '@svc/analysis/verdicts/verdict-label';
import { renderEvidence, renderPlan } from '@svc/analysis/markdown/verdict-markdown';
import { formatTestPlace } from '@svc/analysis/text/test-names';
import type { Cause } from '../input/causes.ts';
import { UNICODE_GLYPHS } from '../../../terminal/glyphs.ts';
import {
  renderMarkdownCommand,
  renderMarkdownInlineCode,
  escapeMarkdownSummary,
  renderMarkdownTable,
  escapeMarkdown,
} from '@svc/analysis/text/markdown';
import { renderMarkdownMore } from '../../../wording/more-lines.ts';
import {
  formatAnalysisCounts,
  formatReadCount,
  filterOverallUnknowns,
  type ShownAnalysis,
} from './analysis-text.ts';
import { formatCauseName, formatVerdictFacts } from './cause-lines.ts';
import { formatClass, formatLabelledVerdict } from '../../../wording/class-text.ts';

/** An analysis to paste into a pull request: a table of the causes, then each with its evidence and its plan. */
export function renderAnalysisMarkdown(shown: ShownAnalysis, now: Date): string {
  const { analysis, items, subject } = shown;
  const { summary } = analysis;
  const facts = [...subject, formatAnalysisCounts(shown)].map((fact) =>
    escapeMarkdown(shortenLine(fact)),
  );
  const verdict = formatLabelledVerdict(analysis, UNICODE_GLYPHS, ', ');
  const blocks = [
    `### ${escapeMarkdown(verdict)}: ${facts.join(', ')}`,
    escapeMarkdown(shortenLine(summary, 1_000)),
    ...filterOverallUnknowns(analysis).map(
      (text) => `**Not known:** ${escapeMarkdown(shortenLine(text))}`,
    ),
    ...(items.length === 0
      ? [renderEvidence(analysis), renderPlan(analysis.actionPlan)]
      : [renderCauseTable(items), ...items.map((cause) => renderCauseMarkdown(cause, now))]),
    ...(shown.isPartial
      ? [`${formatReadCount(shown)} ${renderMarkdownCommand(shown.moreCommand)}`]
      : renderMarkdownMore(shown)),
  ];
  return blocks.filter((block) => block !== '').join('\n\n');
}

function renderCauseTable(causes: readonly Cause[]): string {
  const rows = causes.map((cause) => [
    escapeMarkdown(formatClass(deriveLabel(cause.example), UNICODE_GLYPHS)),
    formatCauseShare(cause),
    escapeMarkdown(formatCauseName(cause)),
    renderPlace(cause.example),
    escapeMarkdown(shortenLine(cause.example.suggestion)),
  ]);
  return renderMarkdownTable(['class', 'sure', 'cause', 'place', 'first step'], rows);
}

/** How sure the verdict is of its label, or of its candidates. A person is not sure by a share. */
function formatCauseShare({ example }: Cause): string {
  const label = deriveLabel(example);
  if (label === 'unsure') return toCandidates(example).map(formatCandidate).join(', ');
  return label === example.classification ? `${Math.round(example.confidence * 100)} %` : '';
}

function renderCauseMarkdown(cause: Cause, now: Date): string {
  const { example } = cause;
  const title = `${formatClass(deriveLabel(example), UNICODE_GLYPHS)}: ${formatCauseName(cause)}`;
  return [
    `<details><summary>${escapeMarkdownSummary(title)}</summary>`,
    formatVerdictFacts(cause, now).map(escapeMarkdown).join(' · '),
    renderEvidence(example),
    renderPlan(example.actionPlan),
    '</details>',
  ]
    .filter((block) => block !== '')
    .join('\n\n');
}

function renderPlace({ file, line }: Cause['example']): string {
  return file === null ? '' : renderMarkdownInlineCode(formatTestPlace({ file, line }));
}
