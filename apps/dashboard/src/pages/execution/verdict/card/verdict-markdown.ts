import { candidatesOf, candidateWords, labelOf } from '@svc/analysis/verdict-words';
import type { PlanStep } from '@svc/contract/analysis/action-plan';
import type { FailureVerdict } from '@svc/contract/analysis/verdicts';
import { markdownText } from '../../../../components/text/markdown-text.ts';
import { verdictSentence } from '../../../../components/verdicts/verdict-sentence.ts';
import { formatConfidence, formatWeight } from '../../../../format/rate.ts';
import { fenced } from '../../errors/fenced.ts';
import { plainText } from '../../../../components/text/plain-text.ts';
import { placeOfStep } from './place-of-step.ts';

const TEXT_CHARACTERS = 500;

/** A verdict with its evidence and its plan as lines of Markdown, for an issue or an agent. */
export function verdictMarkdown(verdict: FailureVerdict): string[] {
  const { classification, confidence, needsHuman, evidence, actionPlan } = verdict;
  const shown = labelOf(verdict);
  const own = labelOf({ classification, confidence });
  return [
    `**${inline(shown ?? 'unsure')}** (${factsOf(verdict)})`,
    '',
    inline(verdictSentence(verdict)),
    ...(needsHuman && verdict.correctedBy === null
      ? ['', 'A person should look before anyone acts on it.']
      : []),
    '',
    ...evidence.map(
      ({ weight, text, source, quote }) =>
        `- ${formatWeight(weight)} ${inline(text)} (${source}): ${inline(quote)}`,
    ),
    ...verdict.notChecked.map((text) => `- Not checked: ${inline(text)}`),
    '',
    `**Plan${shown === own ? '' : ` for ${inline(own ?? 'the unsure verdict')}`}:** ${inline(actionPlan.goal)}`,
    '',
    ...actionPlan.steps.flatMap(stepLines),
    ...list('Forbidden', actionPlan.forbidden),
    ...list('Done when', actionPlan.doneWhen),
    ...list('What would change the verdict', actionPlan.changesVerdict),
    ...(actionPlan.owner === null ? [] : ['', `Owner: ${inline(actionPlan.owner)}`]),
  ];
}

/** How sure the verdict is of its class, its candidates, or who corrected it. */
function factsOf(verdict: FailureVerdict): string {
  const { classification, confidence, runnerUp, correctedBy } = verdict;
  const shown = labelOf(verdict);
  const own = labelOf({ classification, confidence });
  if (shown !== own) {
    const by = correctedBy?.by == null ? '' : ` by ${inline(correctedBy.by)}`;
    return `corrected${by}, the classifier ${own === null ? 'was unsure' : `said ${inline(own)}`}`;
  }
  if (own === null) return candidatesOf(verdict).map(candidateWords).map(inline).join(', ');
  return `${formatConfidence(confidence)}, next likely ${inline(runnerUp.classification)}`;
}

function stepLines(step: PlanStep): string[] {
  const { order, title, detail, command } = step;
  const place = placeOfStep(step);
  const where = place === null ? '' : ` (${inline(place)})`;
  return [
    `${order}. **${inline(title)}**${where} ${inline(detail)}`.trimEnd(),
    ...(command === null ? [] : ['', ...fenced(plainText(command)).split('\n').map(indented), '']),
  ];
}

function list(title: string, items: readonly string[]): string[] {
  return items.length === 0
    ? []
    : ['', `${title}:`, '', ...items.map((item) => `- ${inline(item)}`)];
}

function indented(line: string): string {
  return `   ${line}`;
}

function inline(text: string): string {
  return markdownText(plainText(text).slice(0, TEXT_CHARACTERS));
}
