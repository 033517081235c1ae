import type { Correction } from '@svc/contract/analysis/verdicts';
import type { Candidate, Classification } from '@svc/contract/executions/outcomes';
import { CLASS_WORDS, formatCandidate } from './class-words.ts';

/**
 * Minimum confidence at which a verdict's class is shown. A verdict below it is unsure: its two likeliest classes are
 * candidates, and neither is a label. @see docs/definitions.md, "Verdicts"
 */
export const SURE_FROM = 0.6;

export function isSure(confidence: number): boolean {
  return confidence >= SURE_FROM;
}

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
  /** A person's correction, which is sure. Undefined or null without any. */
  correctedBy?: Pick<Correction, 'classification'> | null;
}

/** The label of a verdict: the class of the newest correction, else the classifier's where it is sure of it. */
export function deriveLabel({ classification, confidence, correctedBy }: Labelled): Label {
  return correctedBy?.classification ?? (isSure(confidence) ? classification : null);
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
  return label === null
    ? formatUnsure(toCandidates(verdict))
    : `probably ${CLASS_WORDS[label].noun}`;
}
