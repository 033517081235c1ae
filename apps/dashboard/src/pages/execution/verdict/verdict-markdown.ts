import type { FailureVerdict } from '@svc/contract/analysis/verdicts';
import { markdownText } from '../../../components/text/markdown-text.ts';
import { classOf } from '../../../components/verdicts/class-of.ts';
import { verdictSentence } from '../../../components/verdicts/verdict-sentence.ts';
import { formatConfidence, formatWeight } from '../../../format/rate.ts';
import { fenced } from '../errors/fenced.ts';
import { plainText } from '../texts/plain-text.ts';

const TEXT_CHARACTERS = 500;

/** A verdict with its evidence and its plan as lines of Markdown, for an issue or an agent. */
export function verdictMarkdown(verdict: FailureVerdict): string[] {
  const { classification, confidence, runnerUp, needsHuman, evidence, actionPlan } = verdict;
  const shown = classOf(verdict);
  const by = verdict.correctedBy?.by;
  const facts =
    shown === classification
      ? `${formatConfidence(confidence)}, runner-up ${inline(runnerUp.classification)}`
      : `corrected${by == null ? '' : ` by ${inline(by)}`}, the classifier said ${inline(classification)}`;
  return [
    `**${inline(shown)}** (${facts})`,
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
    `**Plan${shown === classification ? '' : ` for ${inline(classification)}`}:** ${inline(actionPlan.goal)}`,
    '',
    ...actionPlan.steps.flatMap(({ order, title, detail, command }) => [
      `${order}. **${inline(title)}** ${inline(detail)}`.trimEnd(),
      ...(command === null
        ? []
        : ['', ...fenced(plainText(command)).split('\n').map(indented), '']),
    ]),
    ...list('Forbidden', actionPlan.forbidden),
    ...list('Done when', actionPlan.doneWhen),
    ...(actionPlan.owner === null ? [] : ['', `Owner: ${inline(actionPlan.owner)}`]),
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
