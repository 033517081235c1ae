import type { Case } from '../corpus/read-corpus.ts';

const FOLDS = 5;

export interface Fold {
  fit: Case[];
  judge: Case[];
}

/** Five folds, in which no repository is on both sides: cases of one project are too alike. */
export function splitIntoFolds(cases: readonly Case[]): Fold[] {
  const repos = [...new Set(cases.map(({ repo }) => repo))].toSorted();
  const foldOf = new Map(repos.map((repo, at) => [repo, at % FOLDS]));
  return Array.from({ length: FOLDS }, (_, fold) => ({
    fit: cases.filter(({ repo }) => foldOf.get(repo) !== fold),
    judge: cases.filter(({ repo }) => foldOf.get(repo) === fold),
  }));
}
