import type { Correction } from '@svc/contract/analysis/verdicts';
import type { Candidate, Classification } from '@svc/contract/executions/outcomes';
import { CLASS_WORDS, formatCandidate } from './class-words.ts';

/**
 * Minimum confidence at which a verdict's class is shown. A verdict below it is unsure: its two likeliest classes are
 * candidates, and neither is a label. @see docs/read/definitions.md, "Verdicts"
 */
export const SURE_FROM = 0.6;

export function isSure(confidence: number): boolean {
  return confidence >= SURE_FROM;
}

/** What a verdict shows. */
export type Label = Classification | 'unsure';

/** The labels, the most severe first. An unsure verdict may hide a real bug. */
export const LABELS_BY_SEVERITY: readonly Label[] = [
  'REAL_BUG',
  'unsure',
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
  return correctedBy?.classification ?? (isSure(confidence) ? classification : 'unsure');
}

/** How severe a label is, from 0 for the most severe. Without a verdict, as severe as an unsure one. */
export function rankLabel(label: Label | null): number {
  return LABELS_BY_SEVERITY.indexOf(label ?? 'unsure');
}

/** A verdict as lists have it. Without candidates and without a class, there is no verdict. */
export interface LabelFields {
  /** Null if the verdict is unsure, too. */
  classification: Classification | null;
  /** Of an unsure verdict. */
  candidates?: Candidate[] | undefined;
}

export function deriveLabelFields(verdict: Labelled & { runnerUp: Candidate }): LabelFields {
  const label = deriveLabel(verdict);
  if (label !== 'unsure') return { classification: label };
  return { classification: null, candidates: toCandidates(verdict) };
}

/** The label of an item of a list, without its other fields. */
export function pickLabelFields({ classification, candidates }: LabelFields): LabelFields {
  return candidates === undefined ? { classification } : { classification, candidates };
}

/** The label of an item of a list; null without a verdict. */
export function toLabel(fields: LabelFields): Label | null {
  return fields.classification ?? (hasVerdict(fields) ? 'unsure' : null);
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
  return label === 'unsure'
    ? formatUnsure(toCandidates(verdict))
    : `probably ${CLASS_WORDS[label].noun}`;
}
