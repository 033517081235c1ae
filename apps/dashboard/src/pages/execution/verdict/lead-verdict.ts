import { BY_SEVERITY, CLASS_WORDS, classOf, likelyWords } from '@svc/analysis/verdict-words';
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
  const [first] = failures;
  if (first === undefined) return null;
  if (failureCount === 1)
    return { text: upperFirst(wordsOf(first)), failure: null, ...adviceOf(first) };
  const shown = BY_SEVERITY.find((one) => failures.some((failure) => classOf(failure) === one));
  const ofClass = failures.filter((failure) => classOf(failure) === shown);
  // "Each" holds for the least certain one too.
  const least = ofClass.toSorted((a, b) => sureness(a) - sureness(b)).at(0);
  if (ofClass.length === failureCount && least !== undefined) {
    return { text: `Each is ${wordsOf(least)}`, failure: null, ...adviceOf(least) };
  }
  const [leading = first] = ofClass;
  return { text: `The most severe is ${wordsOf(leading)}`, failure: leading, ...adviceOf(leading) };
}

function wordsOf(verdict: FailureVerdict): string {
  const { correctedBy } = verdict;
  if (correctedBy === null) return likelyWords(verdict);
  return `${CLASS_WORDS[classOf(verdict)]}, as ${correctedBy.by ?? 'a person'} answered`;
}

function sureness({ confidence, correctedBy }: FailureVerdict): number {
  return correctedBy === null ? confidence : 1;
}

function adviceOf(verdict: FailureVerdict): Pick<LeadVerdict, 'next' | 'needsHuman'> {
  const { classification, suggestion, needsHuman, correctedBy } = verdict;
  // The plan of another class than the shown one is no help.
  const isOutdated = classOf(verdict) !== classification;
  return {
    next: isOutdated ? null : suggestion,
    needsHuman: needsHuman && correctedBy === null,
  };
}

function upperFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
