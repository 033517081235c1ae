import fc from 'fast-check';
import { expect, it } from 'vitest';
import { splitResults } from './split-results.ts';

function joined(text: string | Buffer, chunkBytes?: number) {
  const { rest, hasResults, count, chunks } = splitResults(Buffer.from(text), chunkBytes);
  const results = [...chunks()].flat();
  return { rest, hasResults, count, results };
}

const treacherous = fc.oneof(
  fc.constantFrom(
    '],[{"',
    '"results":[',
    '\\',
    '\\"',
    '}]}',
    ',',
    'é',
    '😀',
    '\u2028',
    '{"results":[1]}',
  ),
  fc.string({ unit: 'binary', maxLength: 8 }),
);
// V8 13.6 (Node 24) sometimes confuses keys with an escape.
const key = treacherous.filter((text) => JSON.stringify(text) === `"${text}"`);
const json = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    treacherous,
    fc.integer(),
    fc.constantFrom(null, true, -0.5, 1e300),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(fc.oneof(key, fc.constant('results')), tie('value'), { maxKeys: 4 }),
  ),
})).value;
const spaced = fc.constantFrom(undefined, 1, '\t', '\r\n ');

it('returns the same as JSON.parse, for any cut and any strings', () => {
  const body = fc.record({
    before: fc.dictionary(key, json, { maxKeys: 3 }),
    results: fc.array(json, { maxLength: 6 }),
    after: fc.dictionary(key, json, { maxKeys: 3 }),
    space: spaced,
    chunkBytes: fc.integer({ min: 0, max: 40 }),
  });
  fc.assert(
    fc.property(body, ({ before, results, after, space, chunkBytes }) => {
      const text = JSON.stringify({ ...before, results, ...after }, null, space);
      const parsed = JSON.parse(text) as { results: unknown[] };
      expect(joined(text, chunkBytes)).toEqual({
        rest: { ...parsed, results: [] },
        hasResults: true,
        count: results.length,
        results: parsed.results,
      });
    }),
    { numRuns: 400 },
  );
});

it('never accepts JSON that JSON.parse refuses', () => {
  const whole = '{"a":[1],"results":[{"b":"],["},{"c":{}},3],"d":"x"}';
  const broken = fc.record({
    at: fc.nat(whole.length - 1),
    put: fc.constantFrom('', ',', ']', '[', '}', '{', '"', '\\', ':', 'x', ',,', '\n"'),
    remove: fc.nat(3),
    chunkBytes: fc.nat(12),
  });
  fc.assert(
    fc.property(broken, ({ at, put, remove, chunkBytes }) => {
      const text = whole.slice(0, at) + put + whole.slice(at + remove);
      let parsed: { results?: unknown };
      try {
        parsed = JSON.parse(text) as { results?: unknown };
      } catch {
        expect(() => joined(text, chunkBytes)).toThrow(/^The body is not JSON: /);
        return;
      }
      const { rest, results, hasResults } = joined(text, chunkBytes);
      expect({ ...(rest as object), ...(hasResults ? { results } : {}) }).toEqual(parsed);
    }),
    { numRuns: 2_000 },
  );
});

it('returns all results of a 15 MB body, for any chunk size', () => {
  const results = Array.from({ length: 40_000 }, (_, index) => ({
    title: `],[{"${'é😀"\\'.repeat(20 + (index % 50))}`,
    index,
  }));
  const text = JSON.stringify({ version: 1, results });
  const bytes = Buffer.from(text);
  expect(bytes.length).toBeGreaterThan(15_000_000);
  for (const chunkBytes of [1_000, undefined, Infinity]) {
    const { count, chunks } = splitResults(bytes, chunkBytes);
    const pieces = Array.from(chunks(), (chunk) => JSON.stringify(chunk).slice(1, -1));
    expect(count).toBe(40_000);
    expect(`{"version":1,"results":[${pieces.join()}]}` === text).toBe(true);
  }
});

it.each([
  ['written with escapes', String.raw`{"res\u0075lts":[1,2]}`],
  ['after other values of that name', '{"a":{"results":[9]},"results":[1,2]}'],
  ['among white space', '{ "results"\n:\t[ 1 , 2 ] }'],
])('finds a list of results %s', (_, text) => {
  expect(joined(text).results).toEqual([1, 2]);
});

it.each([
  ['results twice', '{"results":[1],"results":[2]}', 'it has `results` twice.'],
  [
    'a body cut off in its results',
    '{"results":[{"a":1},{"b',
    'it ends in the middle of its results.',
  ],
  ['a comma behind the last result', '{"results":[1,2,]}', 'its results end with a comma.'],
])('refuses %s', (_, text, reason) => {
  expect(() => joined(text, 1)).toThrow(`The body is not JSON: ${reason}`);
});

it('refuses what is too large beside the results before it is parsed', () => {
  const half = `"${'x'.repeat(12 * 1024 * 1024)}"`;
  const text = `{"results":[${half},${half},${half}],"execution":`;
  expect(joined(`${text}${half}}`).results).toHaveLength(3);
  expect(() => joined(`${text}[${half},${half}]}`)).toThrow(
    'Besides its results, the upload is larger than 24 MiB.',
  );
});

it.each([0, 1, 2, 3, 255, 256, 257, 1_000])(
  'finds the end of a string with a quote behind %i backslashes',
  (count) => {
    for (const before of ['', 'x'.repeat(250), 'x'.repeat(300)]) {
      const value = `${before}${'\\'.repeat(count)}"${'y'.repeat(300)}\\`;
      const text = JSON.stringify({ a: value, results: [value, 1], b: value });
      expect(joined(text).results).toEqual([value, 1]);
    }
  },
);

it.each([
  ['a result', `{"results":[{"x":[${'{},'.repeat(250_000)}1]}]}`, 'A result holds'],
  [
    'the rest',
    `{"x":[${'{},'.repeat(1_000_000)}1],"results":[]}`,
    'Besides its results, the upload',
  ],
  ['a nesting', `{"x":${'['.repeat(1_000_001)}`, 'Besides its results, the upload'],
])('refuses %s of too many values before it is parsed', (_, text, message) => {
  expect(() => joined(text)).toThrow(message);
});
