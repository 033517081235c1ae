import { CLASSIFICATIONS, type Classification } from '@svc/contract/executions/outcomes';
import type { Failure } from './failure.ts';
import { knownWords, scoresOf, signalsOf, softmax, weightFor, type Found, type Weights } from './model.ts';
import { quoteAround, type Place } from './signal.ts';
import { readFailure, type ReadFailure } from './read-failure.ts';
import { WEIGHTS } from './weights.ts';

/** A piece of evidence: words or figures of the input, and what they say. */
export interface Evidence {
  /** The id of what found it, such as `infra.disk`. */
  kind: string;
  supports: Classification;
  /** Log-odds; above 0 it speaks for the verdict, below 0 against it. */
  weight: number;
  text: string;
  source: Place;
  quote: string;
}

export interface FailureVerdict {
  classification: Classification;
  /** From 0 to 1: of verdicts with 0.8, about 80 % should hold. */
  confidence: number;
  runnerUp: { classification: Classification; confidence: number };
  /** Whether a person should look before anyone acts on it. */
  needsHuman: boolean;
  /** The heaviest first. Never empty. */
  evidence: Evidence[];
  notChecked: string[];
}

// Below it, a verdict is a suspicion.
const SURE = 0.6;
// A real bug that may be one is not hidden behind another class. @see definitions: a tie goes to the label that does not hide the failure
const POSSIBLE_BUG = 0.4;
const MOST_EVIDENCE = 12;

/** Judges one failure. Pure and deterministic: the same input gives the same verdict. */
export function judgeFailure(failure: Failure, weights: Weights = WEIGHTS): FailureVerdict {
  const read = readFailure(failure);
  const found = signalsOf(read);
  const words = knownWords(read, weights.words);
  const shares = allowedShares(softmax(scoresOf(weights, found, words)), failure);
  const ranked = CLASSIFICATIONS.map((classification, at) => ({
    classification,
    confidence: shares[at] ?? 0,
  })).toSorted((left, right) => right.confidence - left.confidence);
  const [verdict, runnerUp] = chosen(ranked, found);
  const evidence = evidenceOf(read, found, { weights, classification: verdict.classification });
  return {
    ...verdict,
    runnerUp,
    needsHuman: verdict.confidence < SURE || found.length === 0,
    evidence,
    notChecked: notChecked(failure),
  };
}

type Ranked = { classification: Classification; confidence: number };

function chosen(ranked: readonly Ranked[], found: readonly Found[]): [Ranked, Ranked] {
  const [first, second] = ranked as [Ranked, Ranked];
  const bug = ranked.find(({ classification }) => classification === 'REAL_BUG') ?? first;
  const hides = first.classification === 'HEALABLE' || first.classification === 'KNOWN_FLAKE';
  // Without any evidence, no class but the one that hides nothing.
  if (bug !== first && (found.length === 0 || (hides && bug.confidence >= POSSIBLE_BUG))) {
    return [bug, first];
  }
  return [first, second];
}

/**
 * Takes away what the history forbids: a failure that was never seen before and that no retry passed is no known
 * flake, however flaky its test is.
 */
function allowedShares(shares: readonly number[], { history, retryPassed }: Failure): number[] {
  const isNew = history?.isNewFingerprint === true && history.passAndFailSameCommit !== true;
  if (!isNew || retryPassed === true) return [...shares];
  const flake = CLASSIFICATIONS.indexOf('KNOWN_FLAKE');
  const rest = 1 - (shares[flake] ?? 0);
  return shares.map((share, at) => (at === flake ? 0 : share / rest));
}

function evidenceOf(
  read: ReadFailure,
  found: readonly Found[],
  { weights, classification }: { weights: Weights; classification: Classification },
): Evidence[] {
  const evidence = found
    .map(({ signal, finding }): Evidence => ({
      kind: signal.id,
      supports: signal.supports,
      weight: rounded(weightFor(weights.signals[signal.id], classification)),
      text: signal.text,
      source: finding.place,
      quote: finding.quote,
    }))
    .toSorted((left, right) => Math.abs(right.weight) - Math.abs(left.weight))
    .slice(0, MOST_EVIDENCE);
  if (evidence.some(({ weight }) => weight > 0)) return evidence;
  // Nothing known speaks for the verdict: it rests on the words of the message, or on caution.
  return [
    {
      kind: 'message',
      supports: classification,
      weight: 0,
      text: 'No known sign: the message as it is',
      source: 'message',
      quote: quoteAround(read.message || read.title || '(no message)', 0, 1),
    },
    ...evidence,
  ];
}

function notChecked({ history, retryPassed, changedFiles, log, stack }: Failure): string[] {
  return [
    ...(history?.test === undefined ? ["The test's history is not known."] : []),
    ...(retryPassed == null ? ['The test was not run again.'] : []),
    ...(changedFiles === undefined ? ['The changed files are not known.'] : []),
    ...((log ?? '') === '' ? ['There was no log.'] : []),
    ...((stack ?? '') === '' ? ['There was no stack.'] : []),
  ];
}

function rounded(weight: number): number {
  return Math.round(weight * 100) / 100;
}
