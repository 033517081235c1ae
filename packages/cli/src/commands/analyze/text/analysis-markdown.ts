import { candidatesOf, candidateWords, labelOf } from '@svc/analysis/verdict-words';
import type { ActionPlan, PlanStep } from '@svc/contract/analysis/action-plan';
import type { Evidence } from '@svc/contract/analysis/verdicts';
import type { Cause } from '../input/causes.ts';
import { UNICODE_GLYPHS } from '../../../terminal/glyphs.ts';
import {
  markdownCode,
  markdownCommand,
  markdownInlineCode,
  markdownSummary,
  markdownTable,
  markdownText,
} from '@svc/analysis/text/markdown';
import { markdownMore } from '../../../wording/more-lines.ts';
import { countsText, readText, unknownOfAll, type ShownAnalysis } from './analysis-text.ts';
import { causeTitle, verdictFacts } from './cause-lines.ts';
import { classText, verdictText } from '../../../wording/class-text.ts';
import { quoteText, weightText } from './evidence-lines.ts';
import { placeOfStep, shownCommand, stepPlace } from './plan-lines.ts';
import { shortText } from '../../../wording/short-text.ts';

/** An analysis to paste into a pull request: a table of the causes, then each with its evidence and its plan. */
export function analysisMarkdown(shown: ShownAnalysis, now: Date): string {
  const { analysis, items, subject } = shown;
  const { summary } = analysis;
  const facts = [...subject, countsText(shown)].map((fact) => markdownText(shortText(fact)));
  const verdict = verdictText(analysis, UNICODE_GLYPHS, ', ');
  const blocks = [
    `### ${markdownText(verdict)}: ${facts.join(', ')}`,
    markdownText(shortText(summary, 1_000)),
    ...unknownOfAll(analysis).map((text) => `**Not known:** ${markdownText(shortText(text))}`),
    ...(items.length === 0
      ? [evidenceMarkdown(analysis), planMarkdown(analysis.actionPlan)]
      : [causeTable(items), ...items.map((cause) => causeMarkdown(cause, now))]),
    ...(shown.isPartial
      ? [`${readText(shown)} ${markdownCommand(shown.moreCommand)}`]
      : markdownMore(shown)),
  ];
  return blocks.filter((block) => block !== '').join('\n\n');
}

function causeTable(causes: readonly Cause[]): string {
  const rows = causes.map((cause) => [
    markdownText(classText(labelOf(cause.example), UNICODE_GLYPHS)),
    shareText(cause),
    markdownText(causeTitle(cause)),
    placeMarkdown(cause.example),
    markdownText(shortText(cause.example.suggestion)),
  ]);
  return markdownTable(['class', 'sure', 'cause', 'place', 'first step'], rows);
}

/** How sure the verdict is of its label, or of its candidates. A person is not sure by a share. */
function shareText({ example }: Cause): string {
  const label = labelOf(example);
  if (label === null) return candidatesOf(example).map(candidateWords).join(', ');
  return label === example.classification ? `${Math.round(example.confidence * 100)} %` : '';
}

function causeMarkdown(cause: Cause, now: Date): string {
  const { example } = cause;
  const title = `${classText(labelOf(example), UNICODE_GLYPHS)}: ${causeTitle(cause)}`;
  return [
    `<details><summary>${markdownSummary(title)}</summary>`,
    verdictFacts(cause, now).map(markdownText).join(' · '),
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
      markdownText(shortText(one.text)),
      quote === '' ? '' : markdownInlineCode(quote),
    ];
  });
  return [
    markdownTable(['evidence', 'weight', 'what it means', 'seen'], rows),
    ...(notChecked.length === 0
      ? []
      : [`Not checked: ${notChecked.map((text) => markdownText(shortText(text))).join(' ')}`]),
  ].join('\n\n');
}

function planMarkdown(plan: ActionPlan): string {
  const { goal, steps, forbidden, doneWhen, changesVerdict, owner } = plan;
  return [
    `**Plan:** ${markdownText(shortText(goal))}`,
    steps.map(stepMarkdown).join('\n'),
    ...listMarkdown('Must not', forbidden, '- '),
    ...listMarkdown('Done when', doneWhen, '- [ ] '),
    ...listMarkdown('Would change the verdict', changesVerdict, '- '),
    ...(owner === null ? [] : [`**Owner:** ${markdownText(shortText(owner))}`]),
  ].join('\n\n');
}

function stepMarkdown(step: PlanStep): string {
  const { order, action, title, detail, command } = step;
  const place = placeOfStep(step);
  const indent = ' '.repeat(`${order}. `.length);
  const facts = [
    `**${markdownText(shortText(title))}** (${action})${place === undefined ? '' : ` ${markdownInlineCode(place)}`}`,
    ...(detail.trim() === '' ? [] : [markdownText(shortText(detail))]),
  ];
  const shown = command === null ? null : shownCommand(command);
  const code = shown === null ? [] : ['', markdownCode(shown, 'sh')];
  const lines = [...facts, ...code].join('\n').split('\n');
  return `${order}. ${lines.join(`\n${indent}`)}`.replaceAll(/^ +$/gm, '');
}

function listMarkdown(label: string, items: readonly string[], mark: string): string[] {
  if (items.length === 0) return [];
  const list = items.map((item) => `${mark}${markdownText(shortText(item))}`).join('\n');
  return [`**${label}:**`, list];
}

function placeMarkdown(of: Parameters<typeof stepPlace>[0]): string {
  const place = stepPlace(of);
  return place === undefined ? '' : markdownInlineCode(place);
}
