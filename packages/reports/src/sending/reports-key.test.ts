import { rm } from 'node:fs/promises';
import { resolveOptions } from '@svc/reporter-core/options/options';
import { expect, it } from 'vitest';
import { junit, makeFolder, reportsIn } from '../../test/make-folder.ts';
import type { ReportFile } from '../files/report-file.ts';
import { buildExecutionKey, buildReportsKey } from './reports-key.ts';

const options = resolveOptions({ project: 'shop' }, {});

it('is the key of the content, the command and the job', async () => {
  const directory = await makeFolder({ 'a.xml': junit(['a']), 'b.xml': junit(['b']) });
  const [a, b] = await reportsIn(directory, 'a.xml', 'b.xml');
  if (a === undefined || b === undefined) throw new Error('a report is missing');
  const key = await buildReportsKey([a], options, {}, undefined);
  expect(key).toMatch(/^reports:[0-9a-f]{32}$/);
  expect(await buildReportsKey([a], options, {}, undefined)).toBe(key);
  // A file has no name in it: a download elsewhere is the same report.
  const moved = await makeFolder({ 'c.xml': junit(['a']) });
  expect(await buildReportsKey(await reportsIn(moved, 'c.xml'), options, {}, undefined)).toBe(key);
  // A job without a run of CI has no other job to differ from.
  expect(await buildReportsKey([a], options, {}, { job: 'unit' })).toBe(key);
  const others = [
    await buildReportsKey([b], options, {}, undefined),
    await buildReportsKey([a, b], options, {}, undefined),
    await buildReportsKey([a], { ...options, project: 'other' }, {}, undefined),
    await buildReportsKey([a], { ...options, leg: 'linux' }, {}, undefined),
    await buildReportsKey([a], options, { framework: 'pytest' }, undefined),
    await buildReportsKey([a], options, { root: 'api' }, undefined),
    await buildReportsKey([a], options, {}, { runId: '1', job: 'unit' }),
    await buildReportsKey([a], options, {}, { runId: '1', job: 'e2e' }),
  ];
  expect(new Set([key, ...others]).size).toBe(others.length + 1);
});

it('has a key for a file that is gone, whose reading reports the problem', async () => {
  const directory = await makeFolder({ 'a.xml': junit(['a']) });
  const files = await reportsIn(directory, 'a.xml');
  const key = await buildReportsKey(files, options, {}, undefined);
  await rm(`${directory}/a.xml`);
  const gone = await buildReportsKey(files, options, {}, undefined);
  expect(gone).toMatch(/^reports:/);
  expect(gone).not.toBe(key);
});

it('distinguishes runs without a time by their code, or by when the report was written', () => {
  const clean = { commit: 'a', branch: 'main', dirty: false };
  expect(keyOf([file(1, 0), file(2, 0)], clean)).toBe('reports:0');
  const timeless = keyOf([file(undefined, 0)], clean);
  expect(timeless).toMatch(/^reports:[0-9a-f]{32}$/);
  // The code is known, so the time when the file was written is ignored.
  expect(keyOf([file(undefined, 5), file(1, 0)], clean)).toBe(timeless);
  expect(keyOf([file(undefined, 0)], { ...clean, commit: 'b' })).not.toBe(timeless);
  expect(keyOf([file(undefined, 0)], { ...clean, branch: 'fix' })).not.toBe(timeless);
  const given = { commit: 'a', branch: 'main' };
  expect(keyOf([file(undefined, 5)], given, true)).toBe(keyOf([file(undefined, 0)], given, true));
  for (const unknown of [{ ...clean, dirty: true }, given, { branch: 'main' }]) {
    expect(keyOf([file(undefined, 5)], unknown)).not.toBe(keyOf([file(undefined, 0)], unknown));
  }
});

function file(statedAt: number | undefined, minute: number): ReportFile {
  const modifiedAt = new Date(Date.UTC(2026, 10, 20, 10, minute));
  return { ...NO_FILE, statedAt, modifiedAt };
}

const NO_FILE = {
  path: '/a.xml',
  contents: ['/a.xml'],
  folder: '/',
  shown: 'a.xml',
  format: 'junit',
  sizeBytes: 1,
} as const;

function keyOf(
  files: ReportFile[],
  git: Parameters<typeof buildExecutionKey>[2]['git'],
  isCommitGiven = false,
): string {
  return buildExecutionKey('reports:0', files, { git, isCommitGiven });
}
