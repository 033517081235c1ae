import { shortenLine } from '@svc/reporter-core/text/terminal-text';
import { toCandidates, formatCandidate, deriveLabel } from '@svc/analysis/verdict-words';
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
import { markdownMore } from '../../../wording/more-lines.ts';
import { countsText, readText, unknownOfAll, type ShownAnalysis } from './analysis-text.ts';
import { causeTitle, verdictFacts } from './cause-lines.ts';
import { classText, verdictText } from '../../../wording/class-text.ts';
import { quoteText, weightText } from './evidence-lines.ts';
import { placeOfStep, shownCommand, stepPlace } from './plan-lines.ts';

/** An analysis to paste into a pull request: a table of the causes, then each with its evidence and its plan. */
export function analysisMarkdown(shown: ShownAnalysis, now: Date): string {
  const { analysis, items, subject } = shown;
  const { summary } = analysis;
  const facts = [...subject, countsText(shown)].map((fact) => escapeMarkdown(shortenLine(fact)));
  const verdict = verdictText(analysis, UNICODE_GLYPHS, ', ');
  const blocks = [
    `### ${escapeMarkdown(verdict)}: ${facts.join(', ')}`,
    escapeMarkdown(shortenLine(summary, 1_000)),
    ...unknownOfAll(analysis).map((text) => `**Not known:** ${escapeMarkdown(shortenLine(text))}`),
    ...(items.length === 0
      ? [evidenceMarkdown(analysis), planMarkdown(analysis.actionPlan)]
      : [causeTable(items), ...items.map((cause) => causeMarkdown(cause, now))]),
    ...(shown.isPartial
      ? [`${readText(shown)} ${renderMarkdownCommand(shown.moreCommand)}`]
      : markdownMore(shown)),
  ];
  return blocks.filter((block) => block !== '').join('\n\n');
}

function causeTable(causes: readonly Cause[]): string {
  const rows = causes.map((cause) => [
    escapeMarkdown(classText(deriveLabel(cause.example), UNICODE_GLYPHS)),
    shareText(cause),
    escapeMarkdown(causeTitle(cause)),
    placeMarkdown(cause.example),
    escapeMarkdown(shortenLine(cause.example.suggestion)),
  ]);
  return renderMarkdownTable(['class', 'sure', 'cause', 'place', 'first step'], rows);
}

/** How sure the verdict is of its label, or of its candidates. A person is not sure by a share. */
function shareText({ example }: Cause): string {
  const label = deriveLabel(example);
  if (label === null) return toCandidates(example).map(formatCandidate).join(', ');
  return label === example.classification ? `${Math.round(example.confidence * 100)} %` : '';
}

function causeMarkdown(cause: Cause, now: Date): string {
  const { example } = cause;
  const title = `${classText(deriveLabel(example), UNICODE_GLYPHS)}: ${causeTitle(cause)}`;
  return [
    `<details><summary>${escapeMarkdownSummary(title)}</summary>`,
    verdictFacts(cause, now).map(escapeMarkdown).join(' · '),
    evidenceMarkdown(example),
    planMarkdown(example.actionPlan),
    '</details>',
  ]
    .filter((block) => block !== '')
    .join('\n\n');
}

function evidenceMarkdown({
  evidence,
  notChecked,
}: {
  evidence: readonly Evidence[];
  notChecked: readonly string[];
}): string {
  const rows = evidence.map((one) => {
    const quote = quoteText(one);
    return [
      one.weight < 0 ? 'against' : 'for',
      weightText(one.weight).trim(),
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

function planMarkdown(plan: ActionPlan): string {
  const { goal, steps, forbidden, doneWhen, changesVerdict, owner } = plan;
  return [
    `**Plan:** ${escapeMarkdown(shortenLine(goal))}`,
    steps.map(stepMarkdown).join('\n'),
    ...listMarkdown('Must not', forbidden, '- '),
    ...listMarkdown('Done when', doneWhen, '- [ ] '),
    ...listMarkdown('Would change the verdict', changesVerdict, '- '),
    ...(owner === null ? [] : [`**Owner:** ${escapeMarkdown(shortenLine(owner))}`]),
  ].join('\n\n');
}

function stepMarkdown(step: PlanStep): string {
  const { order, action, title, detail, command } = step;
  const place = placeOfStep(step);
  const indent = ' '.repeat(`${order}. `.length);
  const facts = [
    `**${escapeMarkdown(shortenLine(title))}** (${action})${place === undefined ? '' : ` ${renderMarkdownInlineCode(place)}`}`,
    ...(detail.trim() === '' ? [] : [escapeMarkdown(shortenLine(detail))]),
  ];
  const shown = command === null ? null : shownCommand(command);
  const code = shown === null ? [] : ['', renderMarkdownCode(shown, 'sh')];
  const lines = [...facts, ...code].join('\n').split('\n');
  return `${order}. ${lines.join(`\n${indent}`)}`.replaceAll(/^ +$/gm, '');
}

function listMarkdown(label: string, items: readonly string[], mark: string): string[] {
  if (items.length === 0) return [];
  const list = items.map((item) => `${mark}${escapeMarkdown(shortenLine(item))}`).join('\n');
  return [`**${label}:**`, list];
}

function placeMarkdown(of: Parameters<typeof stepPlace>[0]): string {
  const place = stepPlace(of);
  return place === undefined ? '' : renderMarkdownInlineCode(place);
}
