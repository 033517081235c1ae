import type { TestError } from '@svc/contract/executions/test-errors';
import { expect, it } from 'vitest';
import { makeReport } from '../../test/make-report.ts';
import { buildAnnotations } from './annotations.ts';

const isFile = () => true;

it.each<[string, TestError | null, object]>([
  [
    'the place of the error, if it is in the repository',
    { message: 'no', location: { file: 'src/cart.ts', line: 41, column: 9 } },
    { file: 'src/cart.ts', startLine: 41, startColumn: 9 },
  ],
  [
    'the line that the stack names, if the place is in a package',
    {
      message: 'no',
      stack: 'Error: no\n    at run (/home/me/shop/cart.test.ts:88:5)',
      location: { file: 'node_modules/chai/index.js', line: 7 },
    },
    { file: 'cart.test.ts', startLine: 88 },
  ],
  [
    'the line in the text of a JUnit failure',
    { message: 'AssertionError\n at cart.test.ts:17' },
    { file: 'cart.test.ts', startLine: 17 },
  ],
  ['the test itself otherwise', null, { file: 'cart.test.ts', startLine: 1 }],
])('annotates %s', (_, error, place) => {
  const report = makeReport({ failures: 1, message: '' });
  const [failure] = report.failures;
  if (failure !== undefined) failure.error = error;
  expect(buildAnnotations(report, { leg: undefined, isFile })[0]).toMatchObject({
    level: 'error',
    properties: { title: 'cart › test 0', ...place },
  });
});

it.each([
  ['no file where there is none', 'cart.test.ts', {}],
  [
    "the test's file where that of the error is none",
    '<eval>',
    { file: 'cart.test.ts', startLine: 1 },
  ],
])('names %s', (_, none, place) => {
  const report = makeReport({ failures: 1, message: 'no' });
  const [failure] = report.failures;
  if (failure !== undefined && none === '<eval>') {
    failure.error = { message: 'no', location: { file: '<eval>', line: 3 } };
  }
  const [first] = buildAnnotations(report, { leg: undefined, isFile: (file) => file !== none });
  expect(first?.properties).toEqual({ title: 'cart › test 0', ...place });
});

it('annotates only failures of the own leg, and those of no leg', () => {
  const report = makeReport({ failures: 3, message: 'no' });
  for (const [index, legs] of [['mysql'], ['postgres'], []].entries()) {
    const failure = report.failures[index];
    if (failure !== undefined) failure.legs = legs;
  }
  const titles = buildAnnotations(report, { leg: 'mysql', isFile }).map(
    ({ properties }) => properties.title,
  );
  expect(titles).toEqual(['cart › test 0', 'cart › test 2', 'stock › counts']);
});

it.each([
  ['quarantine', 'excused by quarantine'],
  ['known-flake', 'excused as a known flake'],
  ['base', 'excused, because it fails in the base, too'],
] as const)('says what excuses a failure: %s', (by, words) => {
  const report = makeReport({ failures: 1, message: 'no' });
  const [failure] = report.failures;
  if (failure !== undefined)
    failure.excused = { by, reason: 'no matter', expiresAt: null, owner: null };
  expect(buildAnnotations(report, { leg: undefined, isFile })[0]).toMatchObject({
    level: 'notice',
    properties: { title: `cart › test 0 (${words})` },
  });
});

it('annotates each cause once, and counts the tests of all', () => {
  const report = makeReport({ failures: 40, message: 'no', fingerprint: 'fp2:same' });
  report.failures[39] = { ...failureOf(report), fingerprint: 'fp2:other', titlePath: ['other'] };
  const [first, second, flaky] = buildAnnotations(
    { ...report, unlisted: 60 },
    { leg: undefined, isFile },
  );
  expect(first?.properties.title).toBe('cart › test 0 and 38 more tests');
  expect(second?.properties.title).toBe('other');
  expect(flaky?.level).toBe('warning');
  expect(
    buildAnnotations({ ...report, unlisted: 60 }, { leg: undefined, isFile }).at(-1)?.properties
      .title,
  ).toBe('60 more');
});

it('counts what a comparison did not list', () => {
  const report = makeReport({ failures: 5_000, message: 'no' });
  const listed = { ...report, failures: report.failures.slice(0, 500) };
  // 9 of 5,000 failures and a flaky test are annotated.
  expect(buildAnnotations(listed, { leg: undefined, isFile }).at(-1)?.properties.title).toBe(
    '4,992 more',
  );
});

it('shows names and messages on a safe line, and keeps the place as it is', () => {
  const report = makeReport({ failures: 1, message: '\u001b[31mno\u001b[0m\ttab\u202e' });
  const [failure] = report.failures;
  const file = 'ca\trt.test.ts';
  if (failure !== undefined) {
    Object.assign(failure, { file, titlePath: ['a\u001b[2Jb'], legs: ['my\tsql'] });
    failure.error = { ...failure.error, message: `no\n at \u001b[36m${file}\u001b[39m:17` };
  }
  report.outside.push({ file: 'x'.repeat(5_000), error: { message: 'a\tb' } });
  const [first, second] = buildAnnotations(report, {
    leg: 'my\tsql',
    isFile: (name) => name === file,
  });
  expect(first).toEqual({
    level: 'error',
    message: 'no\n at ca    rt.test.ts:17',
    properties: { title: 'ab', file, startLine: 17 },
  });
  expect(second).toEqual({
    level: 'error',
    message: 'a    b',
    properties: { title: `${'x'.repeat(299)}… failed outside of its tests` },
  });
});

function failureOf({ failures }: ReturnType<typeof makeReport>) {
  const [failure] = failures;
  if (failure === undefined) throw new Error('the sample has a failure');
  return failure;
}
