import { surenessOf, verdictCauses } from '@svc/analysis/verdict-causes';
import {
  candidatesOf,
  candidateWords,
  CLASS_WORDS,
  labelOf,
  likelyWords,
} from '@svc/analysis/verdict-words';
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
export function leadVerdict({
  failures,
  failureCount,
}: Pick<Analysis, 'failures' | 'failureCount'>): LeadVerdict | null {
  const [cause] = verdictCauses(failures);
  if (cause === undefined) return null;
  const leading = cause.example;
  if (failureCount === 1)
    return { text: upperFirst(wordsOf(leading)), failure: null, ...adviceOf(leading) };
  const shown = labelOf(leading);
  const ofLabel = failures.filter((failure) => labelOf(failure) === shown);
  if (ofLabel.length === failureCount) {
    // "Each" holds for the least certain one too.
    const least = ofLabel.reduce((one, other) =>
      surenessOf(other) < surenessOf(one) ? other : one,
    );
    const words = shown === null ? 'unsure' : wordsOf(least);
    return { text: `Each is ${words}`, failure: null, ...adviceOf(least) };
  }
  const words = shown === null ? unsureBetween(leading) : wordsOf(leading);
  return { text: `The most severe is ${words}`, failure: leading, ...adviceOf(leading) };
}

/** Without a colon: the name of the failure follows one. */
function unsureBetween(verdict: FailureVerdict): string {
  return `unsure (${candidatesOf(verdict).map(candidateWords).join(', ')})`;
}

function wordsOf(verdict: FailureVerdict): string {
  const { correctedBy } = verdict;
  if (correctedBy === null) return likelyWords(verdict);
  return `${CLASS_WORDS[correctedBy.classification]}, as ${correctedBy.by ?? 'a person'} answered`;
}

function adviceOf(verdict: FailureVerdict): Pick<LeadVerdict, 'next' | 'needsHuman'> {
  const { classification, confidence, suggestion, needsHuman, correctedBy } = verdict;
  // The plan of another class than the shown one is no help.
  const isOutdated = labelOf(verdict) !== labelOf({ classification, confidence });
  return {
    next: isOutdated ? null : suggestion,
    needsHuman: needsHuman && correctedBy === null,
  };
}

function upperFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
