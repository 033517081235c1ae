import type { Correction } from '@svc/contract/analysis/verdicts';
import type { Candidate, Classification } from '@svc/contract/executions/outcomes';
import { SURE_FROM } from '@svc/contract/zod-free/sure-from';
import { formatCandidate } from './candidate-words.ts';

export { BY_SEVERITY } from '../classify/known-flake.ts';
export { formatCandidate, CLASS_NAMES } from './candidate-words.ts';

/** The noun for a failure of each class: `a real bug`. */
export const CLASS_WORDS: Readonly<Record<Classification, string>> = {
  REAL_BUG: 'a real bug',
  HEALABLE: 'a test that no longer fits the product',
  INFRA: 'a failure of the infrastructure',
  KNOWN_FLAKE: 'a known flake',
};

/** When a failure has a class, for a person who must choose one: `the product broke`. */
export const CLASS_MEANINGS: Readonly<Record<Classification, string>> = {
  REAL_BUG: 'the product broke',
  HEALABLE: 'the test no longer fits the product',
  INFRA: 'the runner, the network or a service failed',
  KNOWN_FLAKE: 'this failure went away by itself before',
};

/** The class that a verdict shows; null if it is unsure. */
export type Label = Classification | null;

/** The labels, the most severe first. An unsure verdict may hide a real bug. */
export const LABELS_BY_SEVERITY: readonly Label[] = [
  'REAL_BUG',
  null,
  'HEALABLE',
  'INFRA',
  'KNOWN_FLAKE',
];

/** The fields that determine the label of a verdict. */
export interface Labelled {
  classification: Classification;
  confidence: number;
  /** A person's class, which is sure. Undefined or null without any. */
  correctedBy?: Pick<Correction, 'classification'> | null;
}

/** The label of a verdict: the class of the newest correction, else the classifier's where it is sure of it. */
export function deriveLabel({ classification, confidence, correctedBy }: Labelled): Label {
  return correctedBy?.classification ?? (confidence >= SURE_FROM ? classification : null);
}

/** A verdict as lists have it: its label, and the two candidates if it is unsure. */
export interface LabelFields {
  classification: Label;
  candidates?: Candidate[] | undefined;
}

export function deriveLabelFields(verdict: Labelled & { runnerUp: Candidate }): LabelFields {
  const label = deriveLabel(verdict);
  if (label !== null) return { classification: label };
  return { classification: null, candidates: toCandidates(verdict) };
}

/** The label of an item of a list, without its other fields. */
export function pickLabelFields({ classification, candidates }: LabelFields): LabelFields {
  return candidates === undefined ? { classification } : { classification, candidates };
}

/** Whether there is a verdict, also an unsure one. */
export function hasVerdict({ classification, candidates }: LabelFields): boolean {
  return classification !== null || candidates !== undefined;
}

/** The two classes that an unsure verdict is between, the likelier one first. */
export function toCandidates({
  classification,
  confidence,
  runnerUp,
}: Labelled & { runnerUp: Candidate }): Candidate[] {
  return [{ classification, confidence }, runnerUp];
}

/** `unsure: real bug 49 %, healable 47 %`. */
export function formatUnsure(candidates: readonly Candidate[]): string {
  return candidates.length === 0
    ? 'unsure'
    : `unsure: ${candidates.map(formatCandidate).join(', ')}`;
}

/** `probably a real bug`, or what an unsure verdict is between. */
export function formatLikelyClass(verdict: Labelled & { runnerUp: Candidate }): string {
  const label = deriveLabel(verdict);
  return label === null ? formatUnsure(toCandidates(verdict)) : `probably ${CLASS_WORDS[label]}`;
}
