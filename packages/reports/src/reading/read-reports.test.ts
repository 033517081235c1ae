import { rm } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { junit, makeFolder, reportsIn } from '../../test/make-folder.ts';
import { formatPlace, ReportsReading, type ReadReport } from './read-reports.ts';

async function readAll(reading: ReportsReading) {
  const titles: string[] = [];
  for await (const { batch, file } of reading.pieces()) {
    titles.push(...batch.results.map(({ titlePath }) => `${file.shown} ${titlePath.at(-1)}`));
  }
  return titles;
}

async function readOne(content: string, root?: string): Promise<ReadReport | undefined> {
  const directory = await makeFolder({ 'a.xml': content, 'web/src/cart.test.ts': '' });
  const reading = new ReportsReading(await reportsIn(directory, 'a.xml'), { directory, root });
  await readAll(reading);
  return reading.reports[0];
}

const at = (minute: number) => `timestamp="2026-11-20T10:0${minute}:00Z"`;

it('reads reports one after the other, and joins their facts', async () => {
  const directory = await makeFolder({
    'a.xml': junit(['a', 'b !'], `${at(5)} time="1"`),
    'b.xml': junit(['c'], `${at(2)} time="2"`),
    'src/cart.test.ts': '',
  });
  const files = await reportsIn(directory, 'a.xml', 'b.xml');
  const shares: [number, number][] = [];
  const reading = new ReportsReading(files, {
    directory,
    root: undefined,
    onProgress: (index, share) => shares.push([index, share]),
  });
  expect([reading.isRead, reading.facts]).toEqual([false, {}]);
  expect(await readAll(reading)).toEqual(['a.xml a', 'a.xml b', 'b.xml c']);
  expect(reading.isRead).toBe(true);
  expect(reading.facts.startedAt).toBe(Date.parse('2026-11-20T10:02:00Z'));
  expect(reading.reports).toMatchObject([
    {
      counts: { tests: 2, passed: 1, failed: 1 },
      hasFileErrors: false,
      problem: undefined,
      rootHint: undefined,
      example: { file: 'src/cart.test.ts', titlePath: ['cart', 'a'] },
    },
    { counts: { tests: 1, passed: 1 } },
  ]);
  const done = shares.filter(([, share]) => share === 1).map(([index]) => index);
  expect([...new Set(done)]).toEqual([0, 1]);
  expect(shares.every(([, share]) => share <= 1)).toBe(true);
});

it('reads what can be read of a broken report, then the next one', async () => {
  const directory = await makeFolder({
    'a.xml': junit(['a', 'b']).slice(0, -13),
    'b.xml': junit(['c']),
  });
  const files = await reportsIn(directory, 'a.xml', 'b.xml');
  const reading = new ReportsReading(files, { directory, root: undefined });
  expect(await readAll(reading)).toEqual(['a.xml a', 'a.xml b', 'b.xml c']);
  const [broken, whole] = reading.reports;
  expect(broken?.problem).toEqual({
    message: 'it ends in the middle of <testsuite>',
    line: 3,
    column: expect.any(Number),
  });
  expect(broken && formatPlace(broken)).toMatch(/^a\.xml:3:\d+$/);
  expect(whole && [whole.problem, formatPlace(whole)]).toEqual([undefined, 'b.xml']);
});

it('names the error of a file that cannot be opened any more', async () => {
  const directory = await makeFolder({ 'a.xml': junit(['a']), 'b.xml': junit(['b']) });
  const files = await reportsIn(directory, 'a.xml', 'b.xml');
  await rm(`${directory}/a.xml`);
  const reading = new ReportsReading(files, { directory, root: undefined });
  expect(await readAll(reading)).toEqual(['b.xml b']);
  expect(reading.reports[0]?.problem).toEqual({
    message: 'it cannot be read (ENOENT)',
    line: undefined,
    column: undefined,
  });
});

it('names the folder below which the tests are, unless the user names a root', async () => {
  const content = junit(['a']);
  expect((await readOne(content))?.rootHint).toBe('web');
  expect((await readOne(content, 'web'))?.rootHint).toBeUndefined();
  expect((await readOne(content, 'elsewhere'))?.rootHint).toBeUndefined();
});

it('searches for that folder only for the first reports', async () => {
  const names = ['1', '2', '3', '4', '5', '6'].map((name) => `${name}.xml`);
  const contents = names.map((name) => [name, junit(['a'])]);
  const directory = await makeFolder({
    ...Object.fromEntries(contents),
    'web/src/cart.test.ts': '',
  });
  const reading = new ReportsReading(await reportsIn(directory, ...names), {
    directory,
    root: undefined,
  });
  await readAll(reading);
  const hints = reading.reports.map(({ rootHint }) => rootHint);
  expect(hints).toEqual(['web', 'web', 'web', 'web', 'web', undefined]);
});

it('yields no piece of a report without tests, and no problem either', async () => {
  const directory = await makeFolder({ 'a.xml': junit([]) });
  const reading = new ReportsReading(await reportsIn(directory, 'a.xml'), {
    directory,
    root: undefined,
  });
  let pieces = 0;
  for await (const _ of reading.pieces()) pieces++;
  expect([pieces, reading.isRead, reading.reports[0]?.problem]).toEqual([0, true, undefined]);
});

it.each<[what: string, content: string]>([
  [
    'an entity that refers to a file',
    `<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]>${junit(['&x;'])}`,
  ],
  [
    'entities that grow without end',
    `<!DOCTYPE a [<!ENTITY x "ha"><!ENTITY y "&x;&x;&x;">]>${junit(['&y;'])}`,
  ],
])('does not expand %s', async (_what, content) => {
  const report = await readOne(content);
  expect(JSON.stringify(report?.example ?? {})).not.toMatch(/root:|haha/);
});

it('reads a report of 40 MB in pieces', async () => {
  const output = `<system-out>${'x'.repeat(20_000)}</system-out>`;
  const one = `<testcase classname="c" name="n" time="1">${output}</testcase>`;
  const directory = await makeFolder({ 'a.xml': `<testsuite>${one.repeat(2_000)}</testsuite>` });
  const files = await reportsIn(directory, 'a.xml');
  const reading = new ReportsReading(files, { directory, root: undefined });
  const pieces: number[] = [];
  for await (const { batch } of reading.pieces()) pieces.push(batch.results.length);
  expect(pieces.reduce((sum, count) => sum + count, 0)).toBe(2_000);
  expect(Math.max(...pieces)).toBeLessThan(1_000);
});
