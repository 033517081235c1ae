import { toCandidates, formatCandidate, deriveLabel } from '@svc/analysis/analyze/verdict-words';
import type { PlanStep } from '@svc/contract/analysis/action-plan';
import type { FailureVerdict } from '@svc/contract/analysis/verdicts';
import { escapeMarkdown } from '../../../../components/text/markdown-text.ts';
import { describeVerdict } from '../../../../components/verdicts/verdict-sentence.ts';
import { formatConfidence, formatWeight } from '../../../../format/rate.ts';
import { fenceCode } from '../../errors/fenced.ts';
import { toPlainText } from '../../../../components/text/plain-text.ts';
import { placeOfStep } from './place-of-step.ts';

const TEXT_CHARACTERS = 500;

/** A verdict with its evidence and its plan as lines of Markdown, for an issue or an agent. */
export function renderVerdict(verdict: FailureVerdict): string[] {
  const { classification, confidence, needsHuman, evidence, actionPlan } = verdict;
  const shown = deriveLabel(verdict);
  const own = deriveLabel({ classification, confidence });
  return [
    `**${escapeInline(shown ?? 'unsure')}** (${renderVerdictFacts(verdict)})`,
    '',
    escapeInline(describeVerdict(verdict)),
    ...(needsHuman && verdict.correctedBy === null
      ? ['', 'A person should look before anyone acts on it.']
      : []),
    '',
    ...evidence.map(
      ({ weight, text, source, quote }) =>
        `- ${formatWeight(weight)} ${escapeInline(text)} (${source}): ${escapeInline(quote)}`,
    ),
    ...verdict.notChecked.map((text) => `- Not checked: ${escapeInline(text)}`),
    '',
    `**Plan${shown === own ? '' : ` for ${escapeInline(own ?? 'the unsure verdict')}`}:** ${escapeInline(actionPlan.goal)}`,
    '',
    ...actionPlan.steps.flatMap(renderStep),
    ...renderList('Forbidden', actionPlan.forbidden),
    ...renderList('Done when', actionPlan.doneWhen),
    ...renderList('What would change the verdict', actionPlan.changesVerdict),
    ...(actionPlan.owner === null ? [] : ['', `Owner: ${escapeInline(actionPlan.owner)}`]),
  ];
}

/** How sure the verdict is of its class, its candidates, or who corrected it. */
function renderVerdictFacts(verdict: FailureVerdict): string {
  const { classification, confidence, runnerUp, correctedBy } = verdict;
  const shown = deriveLabel(verdict);
  const own = deriveLabel({ classification, confidence });
  if (shown !== own) {
    const by = correctedBy?.by == null ? '' : ` by ${escapeInline(correctedBy.by)}`;
    return `corrected${by}, the classifier ${own === null ? 'was unsure' : `said ${escapeInline(own)}`}`;
  }
  if (own === null) return toCandidates(verdict).map(formatCandidate).map(escapeInline).join(', ');
  return `${formatConfidence(confidence)}, next likely ${escapeInline(runnerUp.classification)}`;
}

function renderStep(step: PlanStep): string[] {
  const { order, title, detail, command } = step;
  const place = placeOfStep(step);
  const where = place === null ? '' : ` (${escapeInline(place)})`;
  return [
    `${order}. **${escapeInline(title)}**${where} ${escapeInline(detail)}`.trimEnd(),
    ...(command === null
      ? []
      : ['', ...fenceCode(toPlainText(command)).split('\n').map(indent), '']),
  ];
}

function renderList(title: string, items: readonly string[]): string[] {
  return items.length === 0
    ? []
    : ['', `${title}:`, '', ...items.map((item) => `- ${escapeInline(item)}`)];
}

function indent(line: string): string {
  return `   ${line}`;
}

function escapeInline(text: string): string {
  return escapeMarkdown(toPlainText(text).slice(0, TEXT_CHARACTERS));
}
