import { shortenLine } from '@svc/reporter-core/text/terminal-text';
import { toCandidates, formatCandidate, deriveLabel } from '@svc/analysis/analyze/verdict-words';
import type { ActionPlan, PlanStep } from '@svc/contract/analysis/action-plan';
import type { Evidence } from '@svc/contract/analysis/verdicts';
import type { Cause } from '../input/causes.ts';
import { UNICODE_GLYPHS } from '../../../terminal/glyphs.ts';
import {
  renderMarkdownCode,
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
import { formatQuote, formatWeight } from './evidence-lines.ts';
import { findStepPlace, formatCommand, formatStepPlace } from './plan-lines.ts';

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
      ? [renderEvidenceMarkdown(analysis), renderPlanMarkdown(analysis.actionPlan)]
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
    renderPlaceMarkdown(cause.example),
    escapeMarkdown(shortenLine(cause.example.suggestion)),
  ]);
  return renderMarkdownTable(['class', 'sure', 'cause', 'place', 'first step'], rows);
}

/** How sure the verdict is of its label, or of its candidates. A person is not sure by a share. */
function formatCauseShare({ example }: Cause): string {
  const label = deriveLabel(example);
  if (label === null) return toCandidates(example).map(formatCandidate).join(', ');
  return label === example.classification ? `${Math.round(example.confidence * 100)} %` : '';
}

function renderCauseMarkdown(cause: Cause, now: Date): string {
  const { example } = cause;
  const title = `${formatClass(deriveLabel(example), UNICODE_GLYPHS)}: ${formatCauseName(cause)}`;
  return [
    `<details><summary>${escapeMarkdownSummary(title)}</summary>`,
    formatVerdictFacts(cause, now).map(escapeMarkdown).join(' · '),
    renderEvidenceMarkdown(example),
    renderPlanMarkdown(example.actionPlan),
    '</details>',
  ]
    .filter((block) => block !== '')
    .join('\n\n');
}

function renderEvidenceMarkdown({
  evidence,
  notChecked,
}: {
  evidence: readonly Evidence[];
  notChecked: readonly string[];
}): string {
  const rows = evidence.map((one) => {
    const quote = formatQuote(one);
    return [
      one.weight < 0 ? 'against' : 'for',
      formatWeight(one.weight).trim(),
      escapeMarkdown(shortenLine(one.text)),
      quote === '' ? '' : renderMarkdownInlineCode(quote),
    ];
  });
  return [
    renderMarkdownTable(['evidence', 'weight', 'what it means', 'seen'], rows),
    ...(notChecked.length === 0
      ? []
      : [`Not checked: ${notChecked.map((text) => escapeMarkdown(shortenLine(text))).join(' ')}`]),
  ].join('\n\n');
}

function renderPlanMarkdown(plan: ActionPlan): string {
  const { goal, steps, forbidden, doneWhen, changesVerdict, owner } = plan;
  return [
    `**Plan:** ${escapeMarkdown(shortenLine(goal))}`,
    steps.map(renderStepMarkdown).join('\n'),
    ...renderListMarkdown('Must not', forbidden, '- '),
    ...renderListMarkdown('Done when', doneWhen, '- [ ] '),
    ...renderListMarkdown('Would change the verdict', changesVerdict, '- '),
    ...(owner === null ? [] : [`**Owner:** ${escapeMarkdown(shortenLine(owner))}`]),
  ].join('\n\n');
}

function renderStepMarkdown(step: PlanStep): string {
  const { order, action, title, detail, command } = step;
  const place = findStepPlace(step);
  const indent = ' '.repeat(`${order}. `.length);
  const facts = [
    `**${escapeMarkdown(shortenLine(title))}** (${action})${place === undefined ? '' : ` ${renderMarkdownInlineCode(place)}`}`,
    ...(detail.trim() === '' ? [] : [escapeMarkdown(shortenLine(detail))]),
  ];
  const shown = command === null ? null : formatCommand(command);
  const code = shown === null ? [] : ['', renderMarkdownCode(shown, 'sh')];
  const lines = [...facts, ...code].join('\n').split('\n');
  return `${order}. ${lines.join(`\n${indent}`)}`.replaceAll(/^ +$/gm, '');
}

function renderListMarkdown(label: string, items: readonly string[], mark: string): string[] {
  if (items.length === 0) return [];
  const list = items.map((item) => `${mark}${escapeMarkdown(shortenLine(item))}`).join('\n');
  return [`**${label}:**`, list];
}

function renderPlaceMarkdown(of: Parameters<typeof formatStepPlace>[0]): string {
  const place = formatStepPlace(of);
  return place === undefined ? '' : renderMarkdownInlineCode(place);
}
