import { expect, it } from 'vitest';
import { makeTestSummary } from '../../test/samples/make-test-detail.ts';
import { parseTestReference } from './test-reference.ts';

it.each(['0123456789abcdef0123456789abcdef', ' 0123456789ABCDEF0123456789ABCDEF '])(
  'reads %j as an id',
  (text) => {
    const testId = '0123456789abcdef0123456789abcdef';
    expect(parseTestReference(text)).toEqual({ kind: 'id', testId });
  },
);

it.each([
  ['suggests as you type', 'suggests as you type', true],
  ['search › suggests as you type', 'suggests as you type', true],
  ['search > suggests as you type', 'suggests as you type', true],
  ['other › suggests as you type', 'suggests as you type', false],
  ['suggests', 'suggests', false],
  ['0123456789abcdef', '0123456789abcdef', false],
  ['a > b>c', 'b>c', false],
])('searches %j by its last part', (text, search, isMeant) => {
  const reference = parseTestReference(text);
  if (reference.kind === 'id') throw new Error('read as an id');
  expect(reference.search).toBe(search);
  expect(reference.isMeant(makeTestSummary())).toBe(isMeant);
});

it.each([
  ['01aB', '01ab'],
  ['0123456789abcdef0123456789abcde', '0123456789abcdef0123456789abcde'],
  ['012', undefined],
  ['0123456789abcdef0123456789abcdef0', undefined],
  ['keeps', undefined],
  ['face it', undefined],
])('reads %j as a title that may be how an id begins: %j', (text, idPrefix) => {
  expect(parseTestReference(text)).toMatchObject({ kind: 'title', search: text, idPrefix });
});
