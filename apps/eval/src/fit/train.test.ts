import { findStrongestClass } from '@svc/analysis/classify/model/model';
import { describe, expect, it } from 'vitest';
import type { Case } from '../corpus/read-corpus.ts';
import { splitIntoFolds } from './folds.ts';
import { train } from './train.ts';

// Words that no signal matches, one for each class, each in several repositories.
const WORDS = { REAL_BUG: 'gurgle', HEALABLE: 'fumble', KNOWN_FLAKE: 'wobble', INFRA: 'rumble' };
const cases = Object.entries(WORDS).flatMap(([label, word]) =>
  Array.from({ length: 10 }, (_, at): Case => ({
    id: `${label} ${at}`,
    repo: `${label}/repo${at}`,
    label: label as Case['label'],
    title: 'a test',
    error_message: `expected false to be true: the ${word} came`,
    stack: '',
    log_excerpt: '',
    context: { retry_passed: null },
  })),
);

describe('the fit', () => {
  it('learns words that several repositories share, and always the same', () => {
    const weights = train(cases);
    expect(Object.keys(weights.words)).toEqual(expect.arrayContaining(Object.values(WORDS)));
    expect(train(cases)).toEqual(weights);
    for (const [label, word] of Object.entries(WORDS)) {
      expect([word, findStrongestClass(weights.words[word]?.adds)]).toEqual([word, label]);
    }
  });

  it('learns no word of one repository alone', () => {
    const named = cases.map((one) => ({
      ...one,
      error_message: `${one.error_message} in ${one.repo.replaceAll(/\d/g, 'x'.repeat(Number(one.repo.at(-1)) + 1))}`,
    }));
    expect(Object.keys(train(named).words).filter((word) => word.includes('xxx'))).toEqual([]);
  });
});

it('judges no failure with weights of its repository', () => {
  const folds = splitIntoFolds(cases);
  expect(folds).toHaveLength(5);
  expect(folds.flatMap(({ judge }) => judge)).toHaveLength(cases.length);
  for (const { fit, judge } of folds) {
    const fitted = new Set(fit.map(({ repo }) => repo));
    expect(judge.filter(({ repo }) => fitted.has(repo))).toEqual([]);
  }
});
