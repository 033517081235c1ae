import { CLASSIFICATIONS } from '@svc/contract/executions/outcomes';
import {
  weighKnownWords,
  computeScores,
  computeSoftmax,
  type Weights,
} from '@svc/analysis/classify/model/model';
import {
  readFailures,
  type ExecutionFailureWithSignals,
} from '@svc/analysis/analyze/read-failures';
import { readLog } from '@svc/analysis/log/read-log';
import { SIGNALS } from '@svc/analysis/classify/signals';
import { collectWords } from '@svc/analysis/classify/model/words';
import { ALL_MODES, toFailure, type AnyMode } from '../corpus/failure-of-case.ts';
import type { Case } from '../corpus/read-corpus.ts';
import { splitIntoFolds } from './folds.ts';
import { regress, type Example } from './regression.ts';

/** A word counts only if the failures of so many repositories have it: fewer would name a project. */
const REPOSITORIES = 3;
const PENALTY = 4;
const PRIOR = 1.5;

/** The weights that explain the labels best. Every case counts once in each mode, so that no mode's past is taken for a class. */
export function train(cases: readonly Case[]): Weights {
  const weights = trainAt(cases, 1);
  return { ...weights, temperature: chooseTemperature(cases) };
}

function trainAt(cases: readonly Case[], temperature: number): Weights {
  const reads = cases.flatMap((one) =>
    ALL_MODES.map((mode) => ({ one, judged: readCase(one, mode) })),
  );
  const rarities = computeRarities(cases);
  const words = Object.keys(rarities);
  const indexOf = new Map([
    ...SIGNALS.map(({ id }, at): [string, number] => [`signal ${id}`, at]),
    ...words.map((word, at): [string, number] => [`word ${word}`, SIGNALS.length + at]),
  ]);
  const examples = reads.map(({ one, judged }): Example => ({
    label: CLASSIFICATIONS.indexOf(one.label),
    features: buildFeatures(judged, { rarities, indexOf }),
  }));
  const prior = [
    ...SIGNALS.map(({ supports, alsoSupports, prior: given = PRIOR }) =>
      CLASSIFICATIONS.map((one) => (one === supports || one === alsoSupports ? given : 0)),
    ),
    ...words.map(() => CLASSIFICATIONS.map(() => 0)),
  ];
  const found = regress({ examples, classes: CLASSIFICATIONS.length, prior, penalty: PENALTY });
  const rowOf = (key: string) => (found.weights[indexOf.get(key) ?? -1] ?? []).map(roundWeight);
  return {
    bias: found.bias.map(roundWeight),
    signals: Object.fromEntries(SIGNALS.map(({ id }) => [id, rowOf(`signal ${id}`)])),
    words: Object.fromEntries(
      words.map((word) => [
        word,
        { rarity: rarities[word]?.rarity ?? 0, adds: rowOf(`word ${word}`) },
      ]),
    ),
    temperature,
  };
}

function buildFeatures(
  { read, found }: ExecutionFailureWithSignals,
  {
    rarities,
    indexOf,
  }: { rarities: Record<string, { rarity: number }>; indexOf: Map<string, number> },
): Example['features'] {
  const at = (key: string) => indexOf.get(key) ?? -1;
  return [
    ...found.map(({ signal: { id } }) => ({ index: at(`signal ${id}`), value: 1 })),
    ...weighKnownWords(read, rarities).map(({ word, share }) => ({
      index: at(`word ${word}`),
      value: share,
    })),
  ];
}

/** The words that enough repositories have, in the order of the alphabet, with the logarithm of their rarity. */
function computeRarities(cases: readonly Case[]): Record<string, { rarity: number }> {
  const reposOf = new Map<string, Set<string>>();
  for (const one of cases) {
    for (const word of collectWords(readCase(one, 'text').read)) {
      const repos = reposOf.get(word) ?? new Set();
      reposOf.set(word, repos.add(one.repo));
    }
  }
  const all = new Set(cases.map(({ repo }) => repo)).size;
  const kept = [...reposOf].filter(([, repos]) => repos.size >= REPOSITORIES);
  return Object.fromEntries(
    kept
      .toSorted(([left], [right]) => (left < right ? -1 : 1))
      .map(([word, repos]) => [word, { rarity: roundWeight(Math.log(all / repos.size)) }]),
  );
}

const TEMPERATURES = [0.5, 0.6, 0.7, 0.8, 0.9, 1, 1.1, 1.2, 1.4, 1.6, 2];

/** The temperature with the least log-loss on cases that were not trained on. */
function chooseTemperature(cases: readonly Case[]): number {
  const judged = splitIntoFolds(cases).flatMap(({ fit, judge }) => {
    const weights = trainAt(fit, 1);
    return judge.flatMap((one) =>
      ALL_MODES.map((mode) => ({ one, scores: scoreCase(one, mode, weights) })),
    );
  });
  const lossAt = (temperature: number) =>
    judged.reduce((sum, { one, scores }) => {
      const shares = computeSoftmax(scores.map((score) => score / temperature));
      return sum - Math.log(shares[CLASSIFICATIONS.indexOf(one.label)] ?? 1);
    }, 0);
  return TEMPERATURES.toSorted((left, right) => lossAt(left) - lossAt(right))[0] ?? 1;
}

function scoreCase(one: Case, mode: AnyMode, weights: Weights): number[] {
  const { read, found } = readCase(one, mode);
  return computeScores(weights, found, weighKnownWords(read, weights.words));
}

/** The case as `analyze` reads it. */
function readCase(one: Case, mode: AnyMode): ExecutionFailureWithSignals {
  const [read] = readFailures(
    { failures: [toFailure(one, mode)] },
    one.log_excerpt === '' ? null : readLog(one.log_excerpt),
  );
  if (read === undefined) throw new Error(`case ${one.id} has no failure`);
  return read;
}

function roundWeight(value: number): number {
  return Math.round(value * 1_000) / 1_000;
}
