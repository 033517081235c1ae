import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { junit, makeFolder, reportsIn, WRITTEN_AT } from '../../test/make-folder.ts';
import { withAllureFolders } from './allure-folders.ts';
import { ReportsReading } from '../reading/read-reports.ts';

const START = Date.parse('2026-11-20T10:00:00Z');

function result(name: string, startedMs: number, status = 'passed'): string {
  const start = START + startedMs;
  const uuid = randomUUID();
  return JSON.stringify({
    uuid,
    historyId: name,
    name,
    fullName: name,
    status,
    start,
    stop: start + 5,
  });
}

function resultName(): string {
  return `${randomUUID()}-result.json`;
}

it('makes one report of each folder of Allure, and leaves others as they are', async () => {
  const paths = [`out/${resultName()}`, 'b.xml', `out/${resultName()}`, `more/${resultName()}`];
  const [first = '', , second = '', third = ''] = paths;
  const contents = { [first]: result('a', 0), [second]: result('b', 10), [third]: result('c', 20) };
  const directory = await makeFolder({ ...contents, 'b.xml': junit(['c']) });
  const single = await reportsIn(directory, ...paths);
  const joined = await withAllureFolders(single, directory);
  expect(joined).toEqual([
    {
      path: `${directory}/out`,
      contents: [`${directory}/${first}`, `${directory}/${second}`],
      folder: `${directory}/out`,
      shown: 'out',
      format: 'allure',
      sizeBytes: (contents[first] ?? '').length + (contents[second] ?? '').length,
      modifiedAt: WRITTEN_AT,
      statedAt: START,
    },
    single[1],
    expect.objectContaining({ shown: 'more', statedAt: START + 20 }),
  ]);
  expect(await withAllureFolders([], directory)).toEqual([]);
});

it('reads such a folder to its end, beside a result that was cut off', async () => {
  const [cut, a, b] = [resultName(), resultName(), resultName()];
  const directory = await makeFolder({
    [cut]: '',
    [a]: result('a', 0),
    [b]: result('b', 5, 'failed'),
  });
  const files = await withAllureFolders(await reportsIn(directory, cut, a, b), directory);
  const shares: number[] = [];
  const reading = new ReportsReading(files, {
    directory,
    root: undefined,
    onProgress: (_, share) => shares.push(share),
  });
  let results = 0;
  for await (const { batch } of reading.pieces()) results += batch.results.length;
  expect([results, reading.reports[0]?.counts]).toEqual([
    2,
    expect.objectContaining({ passed: 1, failed: 1 }),
  ]);
  expect(shares.every((share) => share > 0 && share <= 1)).toBe(true);
  expect(reading.reports[0]?.problem?.message).toContain(cut);
});
