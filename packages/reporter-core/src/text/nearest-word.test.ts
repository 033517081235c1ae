import { expect, it } from 'vitest';
import { findNearestWord } from './nearest-word.ts';

const WORDS = ['project', 'name', 'key', 'apiKey', 'leg', 'tags', 'uploadBudgetMs'];

it.each([
  ['projet', 'project'],
  ['porject', 'project'],
  ['PROJECT', 'project'],
  ['apikey', 'apiKey'],
  ['tag', 'tags'],
  ['uploadBudget', 'uploadBudgetMs'],
  ['nmae', 'name'],
  ['outputFile', undefined],
  ['x', undefined],
  ['', undefined],
  ['p'.repeat(100_000), undefined],
])('finds for %s the word %s', (typed, word) => {
  expect(findNearestWord(typed, WORDS)).toBe(word);
});
