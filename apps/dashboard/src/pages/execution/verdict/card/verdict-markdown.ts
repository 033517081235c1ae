import { renderEvidence, renderPlan } from '@svc/analysis/markdown/verdict-markdown';
import { escapeMarkdown } from '@svc/analysis/text/markdown';
import { formatCandidate } from '@svc/analysis/verdicts/class-words';
import { toCandidates, deriveLabel } from '@svc/analysis/verdicts/verdict-label';
import type { FailureVerdict } from '@svc/contract/analysis/verdicts';
import { describeVerdict } from '../../../../components/verdicts/verdict-sentence.ts';
import { formatConfidence } from '../../../../format/rate.ts';

/** A verdict with its evidence and its plan as blocks of Markdown, for an issue or an agent. */
export function renderVerdict(verdict: FailureVerdict): string[] {
  const { classification, confidence, needsHuman, actionPlan } = verdict;
  const shown = deriveLabel(verdict);
  const own = deriveLabel({ classification, confidence });
  return [
    `**${escapeMarkdown(shown)}** (${renderVerdictFacts(verdict)})`,
    escapeMarkdown(describeVerdict(verdict)),
    ...(needsHuman && verdict.correctedBy === null
      ? ['A person should look before anyone acts on it.']
      : []),
    renderEvidence(verdict),
    renderPlan(
      actionPlan,
      shown === own ? 'Plan' : `Plan for ${own === 'unsure' ? 'the unsure verdict' : own}`,
    ),
  ];
}

/** How sure the verdict is of its class, its candidates, or who corrected it. */
function renderVerdictFacts(verdict: FailureVerdict): string {
  const { classification, confidence, runnerUp, correctedBy } = verdict;
  const shown = deriveLabel(verdict);
  const own = deriveLabel({ classification, confidence });
  if (shown !== own) {
    const by = correctedBy?.by == null ? '' : ` by ${escapeMarkdown(correctedBy.by)}`;
    return `corrected${by}, the classifier ${own === 'unsure' ? 'was unsure' : `said ${escapeMarkdown(own)}`}`;
  }
  if (own === 'unsure')
    return toCandidates(verdict).map(formatCandidate).map(escapeMarkdown).join(', ');
  return `${formatConfidence(confidence)}, next likely ${escapeMarkdown(runnerUp.classification)}`;
}
