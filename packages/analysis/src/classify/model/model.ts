import { CLASSIFICATIONS, type Classification } from '@svc/contract/executions/outcomes';
import type { ReadFailure } from '../read-failure.ts';
import type { Finding, Signal } from '../signal.ts';
import { SIGNALS } from '../signals.ts';
import { collectWords } from './words.ts';

/** A number for each class, in the order of CLASSIFICATIONS. */
export type PerClass = readonly number[];

/** Weights that `pnpm eval --fit` computes and writes to weights.json. */
export interface Weights {
  /** Log-odds of each class before anything is known. */
  bias: PerClass;
  /** Log-odds that a signal adds, by its id. */
  signals: Readonly<Record<string, PerClass>>;
  /** Rarity of each word, and the log-odds that it adds. */
  words: Readonly<Record<string, { rarity: number; adds: PerClass }>>;
  /** Scores are divided by it, so that confidences hold what they promise. */
  temperature: number;
}

/** Something that was found in a failure. */
export interface Found {
  signal: Signal;
  finding: Finding;
}

/** A failure that was read, with all signals in it. */
export interface FailureWithSignals {
  read: ReadFailure;
  found: readonly Found[];
}

export function collectSignals(failure: ReadFailure): Found[] {
  return SIGNALS.flatMap((signal) => {
    const finding = signal.find(failure);
    return finding === null ? [] : [{ signal, finding }];
  });
}

/** The known words of a failure. Together they weigh as much as one signal, regardless of the length of the texts. */
export function weighKnownWords(
  failure: ReadFailure,
  words: Readonly<Record<string, { rarity: number }>>,
): { word: string; share: number }[] {
  const known = [...collectWords(failure)].filter((word) => Object.hasOwn(words, word));
  const rarityOf = (word: string) => words[word]?.rarity ?? 0;
  const norm = Math.hypot(...known.map(rarityOf)) || 1;
  return known.map((word) => ({ word, share: rarityOf(word) / norm }));
}

/** The score of each class: the sum of the failure's log-odds. */
export function computeScores(
  weights: Weights,
  found: readonly Found[],
  words: readonly { word: string; share: number }[],
): number[] {
  const scores = [...weights.bias];
  const add = (adds: PerClass | undefined, share: number) => {
    for (const [at, one] of (adds ?? []).entries()) scores[at] = (scores[at] ?? 0) + share * one;
  };
  for (const { signal } of found) add(weights.signals[signal.id], 1);
  for (const { word, share } of words) add(weights.words[word]?.adds, share);
  return scores.map((score) => score / weights.temperature);
}

/** Probabilities of scores; they sum to 1. */
export function computeSoftmax(scores: readonly number[]): number[] {
  const most = Math.max(...scores);
  const powers = scores.map((score) => Math.exp(score - most));
  const sum = powers.reduce((total, power) => total + power, 0);
  return powers.map((power) => power / sum);
}

/** How much a row of log-odds supports a class, compared with the mean of the others. */
export function computeWeight(adds: PerClass | undefined, classification: Classification): number {
  if (adds === undefined) return 0;
  const own = adds[CLASSIFICATIONS.indexOf(classification)] ?? 0;
  const sum = adds.reduce((total, one) => total + one, 0);
  return own - (sum - own) / (CLASSIFICATIONS.length - 1);
}

/** The class that a row of log-odds supports most; null without a row. */
export function findStrongestClass(adds: PerClass | undefined): Classification | null {
  if (adds === undefined) return null;
  return CLASSIFICATIONS[adds.indexOf(Math.max(...adds))] ?? null;
}
