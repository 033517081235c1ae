import { expect, it } from 'vitest';
import { makeHistory } from '../../test/make-history.ts';
import { findBrokenSince } from './broken-since.ts';

it.each([
  ['', null],
  ['.*20', null],
  // Three in a row on the default branch.
  ['.*20 FF', null],
  ['.*20 FFF', 20],
  ['FFF', 0],
  ['.*20 F*30', 20],
  ['.*20 FFF.', null],
  ['.*20 FFF.FFF', 24],
  ['.*20 FF,F', 20],
  ['.*20 FFfff', null],
  ['.*20 FFF,,,,,', 20],
  // A contradiction does not count as a failure here, and ends the row; so does a pass on retry.
  ['.*20 FFC', null],
  ['.*20 FFCF', null],
  ['.*20 FFRF', null],
  ['.*20 FFCFFF', 23],
  // 6 of the last 10, on any branch.
  ['.*20 f*5', null],
  ['.*20 f*6', 20],
  ['f*6', 0],
  ['f*5', null],
  ['.*20 ff,ff,ff', 20],
  ['.*20 ff,ff,,,,f,f', null],
  ['.*20 cccccc', null],
  ['.*20 fffcff,f', 20],
  ['.*20 f*6 ,*4', 20],
  ['.*20 f*6 ,*5', null],
  // A change from one rule to the other continues the same break.
  ['.*20 f*6 FFF ,*5', 20],
  ['.*20 f*9 ,*5', null],
])('%s is broken since %s', (history, since) => {
  expect(findBrokenSince(makeHistory(history, 1))?.at ?? null).toBe(since);
});
