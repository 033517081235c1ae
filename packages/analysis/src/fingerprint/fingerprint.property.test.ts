import type { TestError } from '@svc/contract/executions/test-errors';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { computeFingerprint } from './fingerprint.ts';

const MATERIAL = [
  'Error: ',
  'AssertionError: ',
  'expected ',
  'expect(',
  ').toBe(',
  'Locator: ',
  'waiting for ',
  'Expected: ',
  '\n',
  '\n    at add (',
  'src/cart.ts',
  ':1:2',
  ')',
  '  File "',
  '❯ ',
  '@',
  '/home/',
  'C:\\',
  'file://',
  'http://',
  'webpack://',
  '?',
  '=',
  "'",
  '"',
  '`',
  '[',
  ']',
  '{',
  '}',
  '<',
  '>',
  '\\',
  '\u001b[31m',
  '[2m',
  '\u001b]8;;',
  '0',
  '17',
  'a',
  'ab12',
  '-',
  '.',
  ':',
  '::',
  ',',
  ' ',
  '\r',
  '\t',
  '\0',
  '\u2028',
  '\u202e',
  '\ud83d',
  '😀',
  'Jan ',
  '2026-01-02',
  'T',
  '<n>',
  'ms',
  'aB3',
  'eyJ',
  '_-',
  '+',
  '10:11 PM',
  'using locator: by.x(',
  'Exception\n',
  'shop/',
];
const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.array(fc.constantFrom(...MATERIAL), { maxLength: 200 }).map((parts) => parts.join('')),
);
const error: fc.Arbitrary<TestError> = fc.record(
  {
    message: text,
    stack: text,
    location: fc.record({ file: text, line: fc.nat() }),
  },
  { requiredKeys: ['message'] },
);

it('returns the same fingerprint and readable line for any input each time', () => {
  fc.assert(
    fc.property(error, fc.oneof(text, fc.constant('acme/shop')), (given, repository) => {
      const { fingerprint, pattern } = computeFingerprint(given, { repository });
      expect(fingerprint).toMatch(/^fp2:[0-9a-f]{32}$/);
      expect(pattern.length).toBeGreaterThan(0);
      expect(pattern.length).toBeLessThanOrEqual(200);
      expect(pattern.isWellFormed()).toBe(true);
      expect(pattern).not.toMatch(/\p{Cc}|\p{Cf}|\p{Zl}|\p{Zp}/u);
      expect(computeFingerprint(given, { repository })).toEqual({ fingerprint, pattern });
    }),
    { numRuns: 1_000 },
  );
});

interface Circumstances {
  root: string;
  line: number;
  column: number;
  port: number;
  uuid: string;
  count: number;
  tookMs: number;
  at: Date;
  colour: number;
}

const circumstances: fc.Arbitrary<Circumstances> = fc.record({
  root: fc.constantFrom(
    '',
    '/home/runner/work/shop/shop/',
    '/builds/team/shop/',
    'D:\\a\\shop\\shop\\',
    '/app/',
    '/workspace/',
    '/github/workspace/',
    '/Users/ada/code/shop/',
    'C:\\Users\\ada\\shop\\',
    '/mnt/x7/shop/',
    '/private/tmp/shop/',
    '/home/ada/src/shop/',
    'file:///app/',
    'webpack://shop/./',
    'http://localhost:5173/',
  ),
  line: fc.integer({ min: 1, max: 99_999 }),
  column: fc.integer({ min: 1, max: 500 }),
  port: fc.integer({ min: 1, max: 65_535 }),
  uuid: fc.uuid(),
  count: fc.integer({ min: -1e9, max: 1e9 }),
  tookMs: fc.integer({ min: 0, max: 1e6 }),
  at: fc.date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true }),
  colour: fc.integer({ min: 30, max: 37 }),
});

/** A URL in a message is more than a place in a file. */
function localRoot(root: string): string {
  return root.startsWith('http') ? '' : root;
}

const FAILURES: Record<string, (now: Circumstances) => TestError> = {
  'a request': ({ root, line, column, port, uuid, count, tookMs, at, colour }) => ({
    message: `\u001b[${colour}mError\u001b[39m: GET http://127.0.0.1:${port}/carts/${uuid}?n=${count} gave ${count} items in ${tookMs}ms at ${at.toISOString()}, see ${localRoot(root)}src/api.ts:${line}`,
    stack: `Error: GET\n    at load (${root}src/api.ts:${line}:${column})`,
  }),
  'an assertion': ({ root, line, column, uuid, at }) => ({
    message: `AssertionError: expected '${uuid}' to equal '${at.getTime()}'`,
    stack: `AssertionError: expected\n    at check (node:internal/x:${line}:1)\n    at check (${root}src/cart.ts:${line}:${column})`,
  }),
  'a matcher': ({ root, line, count, tookMs, colour }) => ({
    message: `\u001b[${colour}mexpect(\u001b[39mreceived).toBe(expected)\n\nExpected: ${count + 0.5}\nReceived: ${tookMs + 0.5}`,
    stack: `Error\n    at ${root}src/cart.test.ts:${line}:1`,
  }),
  'a locator': ({ root, line, uuid, tookMs }) => ({
    message: `TimeoutError: locator.click: Timeout ${tookMs}ms exceeded.\nCall log:\n  - waiting for locator('#item-${uuid}')\n    ${line} × waiting`,
    stack: `Error\n    at async open (${root}e2e/shop.spec.ts:${line}:1)`,
  }),
};

it.each(Object.entries(FAILURES))('is the same for any values and places in %s', (_, failure) => {
  fc.assert(
    fc.property(circumstances, circumstances, (left, right) => {
      const repository = 'acme/shop';
      expect(computeFingerprint(failure(left), { repository })).toEqual(
        computeFingerprint(failure(right), { repository }),
      );
    }),
    { numRuns: 500 },
  );
});

it('finishes with 64 KB of any repeated text, and reads no more than 32 KB of it', () => {
  // Texts for which a nested quantifier or an unclosed bracket would take minutes.
  const repeated = [
    ...MATERIAL,
    '\t at ',
    'expect((',
    '1-1-',
    'a/',
    'A.',
    '"\\"',
    ' 1 Jan',
    'expected:<',
    '@x:1:1\n',
    'aB',
    'a_',
    'aB/',
    "'1 ",
    'using locator: by.x("',
    'AB1 ',
  ];
  for (const part of repeated) {
    const [half, whole] = [32_768, 65_536].map((size) =>
      part.repeat(Math.ceil(size / part.length)),
    );
    const ofHalf = computeFingerprint({ message: `AssertionError: ${half}`, stack: half });
    expect(computeFingerprint({ message: `AssertionError: ${whole}`, stack: whole })).toEqual(
      ofHalf,
    );
  }
});
