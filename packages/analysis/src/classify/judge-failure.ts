import type { EvidenceSource } from '@svc/contract/analysis/verdicts';
import { CLASSIFICATIONS, type Classification } from '@svc/contract/executions/outcomes';
import type { Failure } from './failure.ts';
import { CLASSES_BY_SEVERITY } from '../verdicts/class-words.ts';
import { isSure } from '../verdicts/verdict-label.ts';
import { isProvedFlake, pickCorrectedClass } from './known-flake.ts';
import {
  weighKnownWords,
  computeScores,
  collectSignals,
  computeSoftmax,
  findStrongestClass,
  computeWeight,
  type Found,
  type FailureWithSignals,
  type Weights,
} from './model/model.ts';
import { adjustShares, FOLLOWED, findCorrection } from './rules/adjust-shares.ts';
import { cutQuote } from './signal.ts';
import { readFailure, type ReadFailure } from './read-failure.ts';
import shipped from './model/weights.json' with { type: 'json' };

/** A piece of evidence: words or figures of the input, and their meaning. */
export interface Evidence {
  /** The id of what found it, such as `infra.disk`. */
  kind: string;
  supports: Classification;
  /** Log-odds; above 0 it supports the verdict, below 0 it is against it. */
  weight: number;
  text: string;
  source: EvidenceSource;
  quote: string;
}

export interface FailureVerdict {
  classification: Classification;
  /** Confidence from 0 to 1: about 80 % of verdicts with 0.8 should be right. */
  confidence: number;
  runnerUp: { classification: Classification; confidence: number };
  /** Whether a person should look before anyone acts on it. */
  needsHuman: boolean;
  /** The heaviest first. Never empty. */
  evidence: Evidence[];
  notChecked: string[];
}

// A real bug with at least this share is not hidden behind the class. A failure that was proved to go away by itself
// gets a lower limit.
// @see docs/read/definitions.md, "Verdicts"
const POSSIBLE_BUG = { HEALABLE: 0.35, INFRA: 0.4, KNOWN_FLAKE: 0.2, proved: 0.3 };
const MOST_EVIDENCE = 12;
// A lower weight is neither for nor against.
const LEAST_WEIGHT = 0.05;

/** The weights that svc ships. */
export const WEIGHTS: Weights = shipped;

/** Judges one failure. Pure and deterministic: the same input gives the same verdict. */
export function judgeFailure(failure: Failure, weights: Weights = WEIGHTS): FailureVerdict {
  const read = readFailure(failure);
  return judgeRead({ read, found: collectSignals(read) }, weights);
}

/** Judges a failure that was read before. */
export function judgeRead(
  { read, found }: FailureWithSignals,
  weights: Weights = WEIGHTS,
): FailureVerdict {
  const failure = read.given;
  // Words alone are not verifiable evidence.
  const words = found.length === 0 ? [] : weighKnownWords(read, weights.words);
  const shares = adjustShares(computeSoftmax(computeScores(weights, found, words)), {
    read,
    found,
  });
  // If shares are equal, the class that hides least comes first.
  const ranked = CLASSES_BY_SEVERITY.map((classification) => ({
    classification,
    confidence: shares[CLASSIFICATIONS.indexOf(classification)] ?? 0,
  })).toSorted((left, right) => right.confidence - left.confidence);
  const [verdict, runnerUp] = chooseClasses(ranked, { read, found });
  const evidence = buildEvidence(read, found, { weights, classification: verdict.classification });
  return {
    classification: verdict.classification,
    confidence: roundWeight(verdict.confidence),
    runnerUp: { ...runnerUp, confidence: roundWeight(runnerUp.confidence) },
    needsHuman:
      !isSure(roundWeight(verdict.confidence)) ||
      found.length === 0 ||
      (verdict.classification === 'KNOWN_FLAKE' && !isProvedFlake(read)),
    evidence,
    notChecked: notChecked(failure),
  };
}

type Ranked = { classification: Classification; confidence: number };

/**
 * The likeliest class that the rules allow, and the likeliest other one. Where a rule decides against a likelier class,
 * both are called equally likely: the verdict is then a matter of caution.
 */
function chooseClasses(ranked: readonly Ranked[], failure: FailureWithSignals): [Ranked, Ranked] {
  const bug = ranked.find(({ classification }) => classification === 'REAL_BUG');
  const [likeliest, second] = ranked as [Ranked, Ranked, ...Ranked[]];
  const verdict =
    ranked.find((one) => isAllowed(one.classification, bug?.confidence ?? 0, failure)) ?? likeliest;
  if (verdict === likeliest) return [likeliest, second];
  const confidence = (verdict.confidence + likeliest.confidence) / 2;
  return [
    { ...verdict, confidence },
    { ...likeliest, confidence },
  ];
}

/**
 * Every class but REAL_BUG hides the failure or edits the test, so each requires its own evidence and an unlikely bug.
 */
function isAllowed(
  classification: Classification,
  bug: number,
  { read, found }: FailureWithSignals,
): boolean {
  if (classification === 'REAL_BUG') return true;
  if (findCorrection(read) === classification) return true;
  const isProved = classification === 'KNOWN_FLAKE' && isProvedFlake(read);
  const signs = found.filter(({ signal }) => signal.supports === classification);
  // A refused statement or a thrown error may fail all tests: then the number of failed tests is no evidence about the
  // machine.
  const byProduct = classification === 'INFRA' && read.frames.first?.owner === 'product';
  const hasSign = signs.some(({ finding }) => !(byProduct && finding.place === 'execution'));
  return hasSign && bug < POSSIBLE_BUG[isProved ? 'proved' : classification];
}

function buildEvidence(
  read: ReadFailure,
  found: readonly Found[],
  { weights, classification }: { weights: Weights; classification: Classification },
): Evidence[] {
  const evidence = found
    .map(({ signal, finding }): Evidence => ({
      kind: signal.id,
      supports: findStrongestClass(weights.signals[signal.id]) ?? signal.supports,
      weight: roundWeight(computeWeight(weights.signals[signal.id], classification)),
      text: signal.text,
      source: finding.place,
      quote: finding.quote,
    }))
    .toSorted((left, right) => Math.abs(right.weight) - Math.abs(left.weight))
    .filter(({ weight }) => Math.abs(weight) >= LEAST_WEIGHT)
    .slice(0, MOST_EVIDENCE);
  const given = pickCorrectedClass(read.given.history?.corrections);
  if (given !== null) {
    evidence.unshift({
      kind: 'feedback',
      supports: given,
      weight: given === classification ? CORRECTION_WEIGHT : -CORRECTION_WEIGHT,
      text: 'People classified earlier failures with this fingerprint this way',
      source: 'feedback',
      quote: `${read.given.history?.corrections?.[given] ?? 0} said ${given}`,
    });
  }
  if (evidence.some(({ weight }) => weight > 0)) return evidence;
  // No signal supports the verdict: it rests on the words of the message, or on caution.
  return [
    {
      kind: 'message',
      supports: classification,
      weight: 0,
      text: 'No known sign was found, only this message',
      source: 'message',
      quote: cutQuote(read.message || read.title || '(no message)', 0, 1),
    },
    ...evidence,
  ];
}

const CORRECTION_WEIGHT = roundWeight(Math.log(FOLLOWED / (1 - FOLLOWED)));

function notChecked({ history, retryPassed, changedFiles, log, stack }: Failure): string[] {
  return [
    ...(history?.test === undefined ? ["The test's history is not known."] : []),
    ...(retryPassed == null ? ['The test was not run again.'] : []),
    ...(changedFiles === undefined ? ['The changed files are not known.'] : []),
    ...(log === null ? ['The log was not read: it has too many failures.'] : []),
    ...(log === undefined || log === '' ? ['There was no log.'] : []),
    ...((stack ?? '') === '' ? ['There was no stack.'] : []),
  ];
}

function roundWeight(weight: number): number {
  return Math.round(weight * 100) / 100;
}
