import { capitalize } from '@svc/contract/zod-free/capitalize';
import { computeSureness, rankVerdictCauses } from '@svc/analysis/analyze/verdict-causes';
import { CLASS_WORDS, formatCandidate } from '@svc/analysis/verdicts/class-words';
import { toCandidates, deriveLabel, formatLikelyClass } from '@svc/analysis/verdicts/verdict-label';
import type { Analysis } from '@svc/contract/analysis/analyses';
import type { FailureVerdict } from '@svc/contract/analysis/verdicts';

/** What the page says first about an execution's failures. */
export interface LeadVerdict {
  /** `The most severe is probably a real bug`, without a full stop. */
  text: string;
  /** The failure that `text` is about, unless it is about all. */
  failure: FailureVerdict | null;
  /** What to do first. */
  next: string | null;
  needsHuman: boolean;
}

/** The verdict on the whole execution, with the corrections of people. Null without any failure. */
export function chooseLeadVerdict({
  failures,
  failureCount,
}: Pick<Analysis, 'failures' | 'failureCount'>): LeadVerdict | null {
  const [cause] = rankVerdictCauses(failures);
  if (cause === undefined) return null;
  const leading = cause.example;
  if (failureCount === 1)
    return { text: capitalize(formatVerdict(leading)), failure: null, ...pickAdvice(leading) };
  const shown = deriveLabel(leading);
  const ofLabel = failures.filter((failure) => deriveLabel(failure) === shown);
  if (ofLabel.length === failureCount) {
    // "Each" holds for the least certain one too.
    const least = ofLabel.reduce((one, other) =>
      computeSureness(other) < computeSureness(one) ? other : one,
    );
    const words = shown === 'unsure' ? shown : formatVerdict(least);
    return { text: `Each is ${words}`, failure: null, ...pickAdvice(least) };
  }
  const words = shown === 'unsure' ? formatUnsure(leading) : formatVerdict(leading);
  return { text: `The most severe is ${words}`, failure: leading, ...pickAdvice(leading) };
}

/** Without a colon: the name of the failure follows one. */
function formatUnsure(verdict: FailureVerdict): string {
  return `unsure (${toCandidates(verdict).map(formatCandidate).join(', ')})`;
}

function formatVerdict(verdict: FailureVerdict): string {
  const { correctedBy } = verdict;
  if (correctedBy === null) return formatLikelyClass(verdict);
  return `${CLASS_WORDS[correctedBy.classification].noun}, as ${correctedBy.by ?? 'a person'} decided`;
}

function pickAdvice(verdict: FailureVerdict): Pick<LeadVerdict, 'next' | 'needsHuman'> {
  const { classification, confidence, suggestion, needsHuman, correctedBy } = verdict;
  // The plan of another class than the shown one is no help.
  const isOutdated = deriveLabel(verdict) !== deriveLabel({ classification, confidence });
  return {
    next: isOutdated ? null : suggestion,
    needsHuman: needsHuman && correctedBy === null,
  };
}
