import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { IngestBody, IngestFile, IngestResult } from '@svc/contract/executions/ingest';
import { bareEnding, endingOf } from '@svc/reporter-core/test/projects/bare-ending.ts';
import { ODD_STATUSES } from '@svc/reporter-core/test/projects/odd-tests.ts';
import { type Finished, svcLines } from '@svc/reporter-core/test/projects/run-command.ts';
import { runWith } from '@svc/reporter-core/test/projects/sent-run.ts';
import { findUnusedAddress, startSink } from '@svc/reporter-core/test/servers/sink-server.ts';
import { FULL_MAJORS, type FixtureProject, type Major, makeProject } from './fixture-project.ts';
import { largeProject, LINES, MANY_TESTS } from './large-project.ts';

// The machine may be busy.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 240_000 });

const CASES = FULL_MAJORS.flatMap((major) => ['-i', '-w=2'].map((mode) => ({ major, mode })));

/** Tests whose failures Jest's workers cannot report. */
const UNREPORTED: Record<Major, string[]> = {
  '29': ['cannot be written as JSON: failed', 'holds a BigInt: failed', 'refers to itself: failed'],
  '30': ['cannot be written as JSON: failed'],
};

// One run for all tests, with three reporters.
describe.each(CASES)('a large run of Jest $major, $mode,', ({ major, mode }) => {
  const hasWorkers = mode === '-w=2';
  const unreported = hasWorkers ? UNREPORTED[major] : [];
  const args = [mode, '--no-cache'];
  let project: FixtureProject;
  let run: Finished;
  let bodies: IngestBody[];
  let misspelt: IngestBody | undefined;
  let files: IngestFile[];
  let results: IngestResult[];

  beforeAll(async () => {
    await using sink = await startSink();
    await using other = await startSink();
    const ours = [
      {},
      { projet: 'x', name: 'unit', url: other.url },
      { url: await findUnusedAddress(), uploadBudgetMs: 1_500 },
    ];
    const reporters = ours.map((options) => ['@svc/jest-reporter', options]);
    project = makeProject(major, largeProject({ reporters, hasWorkers }));
    run = await runWith(project, sink.url, { args });
    bodies = sink.uploads.map(({ body }) => body);
    misspelt = other.uploads[0]?.body;
    files = bodies.flatMap((body) => body.files ?? []);
    results = bodies.flatMap((body) => body.results);
  });
  afterAll(() => project[Symbol.dispose]());

  const inFiles = (pattern: RegExp): IngestResult[] =>
    results.filter(({ file }) => pattern.test(file));
  const statusesIn = (pattern: RegExp): string[] => statusesOf(inFiles(pattern));

  it('ends as without the reporter where tests fail, though no server is there', async () => {
    const bare = await bareEnding(`large-run-${major}${mode}`, async () =>
      endingOf(await project.run({ args: [...args, '--config', 'without.config.js'] })),
    );
    expect(endingOf(run)).toEqual(bare);
    expect(bare.exitCode).toBe(1);
  });

  it('prints one line for each reporter, and names misspelt options', () => {
    const total = hasWorkers ? 423 : 421;
    const failedFiles = 1 + unreported.length + (hasWorkers ? 1 : 0);
    const words =
      failedFiles === 1 ? '1 file failed outside its' : `${failedFiles} files failed outside their`;
    const sent = expect.stringMatching(
      `^svc: sent ${total} results \\(3 flaky, ${10 - unreported.length} failed\\), ${words} tests, to `,
    );
    expect(svcLines(run)).toEqual([
      sent,
      'svc: Unknown option projet. Did you mean project?',
      sent,
      expect.stringMatching(/^svc: not sent: connection refused at \S+\. Saved to /),
    ]);
    expect(misspelt?.execution.name).toBe('unit');
  });

  it('sends results while tests run, each once', () => {
    const ends = bodies.map(({ execution }) => execution.status);
    expect(ends.length).toBeGreaterThan(1);
    expect(ends.filter((status) => status !== 'running')).toEqual(['failed']);
    const titles = inFiles(/^many-/).map(({ file, titlePath }) => `${file} ${titlePath.join(' ')}`);
    expect(titles).toHaveLength(MANY_TESTS.files * MANY_TESTS.testsPerFile);
    expect(new Set(titles).size).toBe(MANY_TESTS.files * MANY_TESTS.testsPerFile);
  });

  it('is not disturbed by odd values, titles and output', () => {
    expect(statusesIn(/^odd-/).sort()).toEqual(
      ODD_STATUSES.map((status) =>
        unreported.includes(status) ? status.replace('failed', 'interrupted') : status,
      ),
    );
  });

  it('cuts very much console output in one test', () => {
    const stdout = files.find(({ file }) => file === 'talks.test.js')?.stdout;
    expect(stdout?.length).toBeLessThanOrEqual(256 * 1024);
    expect(stdout).toMatch(/^x{1000}0\n/);
    expect(stdout).toMatch(/characters cut by svc/);
    expect(stdout?.endsWith(`x${LINES - 1}\n`)).toBe(true);
  });

  it('sends an error whose frames lie on another host, and the least of a test that cannot be read', () => {
    const outcomes = inFiles(/^shop/).map(({ titlePath, status, attempts, annotations = [] }) => [
      titlePath.at(-1),
      status,
      attempts?.[0]?.errors?.[0]?.message,
      annotations.find(({ type }) => type === 'not-translated')?.type,
    ]);
    expect(outcomes).toEqual([
      ['adds up', 'failed', expect.stringContaining('thrown elsewhere'), undefined],
      ['goes on', 'passed', undefined, 'not-translated'],
    ]);
  });

  it('reports a killed worker if it has workers, and the tests that it ran', () => {
    expect(bodies.at(-1)?.execution.status).toBe('failed');
    const ran = ['is in time: passed', 'kills its worker: interrupted'];
    expect(statusesIn(/^killed/)).toEqual(hasWorkers ? ran : []);
    const errors = files.filter(({ file }) => file === 'killed.test.js').map((file) => file.errors);
    const error = { message: expect.stringContaining('SIGKILL') };
    expect(errors).toEqual(hasWorkers ? [[expect.objectContaining(error)]] : []);
  });

  it('names Jest projects as variants, also where they share files', () => {
    const shared = [files, results].map((all: readonly { file: string; variant?: string }[]) =>
      all.filter(({ file }) => file.startsWith('shared/')).map(({ variant = '' }) => variant),
    );
    expect(shared.map((variants) => variants.sort())).toEqual([
      ['edge', 'node'],
      ['edge', 'node'],
    ]);
    for (const { status, attempts = [] } of inFiles(/^shared\//)) {
      expect([status, attempts.map((attempt) => attempt.status)]).toEqual([
        'passed',
        ['failed', 'passed'],
      ]);
    }
  });

  it('sends tests beside a test.only as skipped', () => {
    expect(statusesIn(/^only/)).toEqual(['chosen: passed', 'other: skipped']);
    expect(bodies.flatMap(({ execution }) => execution.partial ?? [])).toEqual([]);
  });

  it('knows the lines of tests without Jest noting them', () => {
    expect(inFiles(/^lines/).map(({ titlePath, line }) => [titlePath.at(-1), line])).toEqual([
      ['adds', 3],
      ['takes 1', 4],
      ['takes 2', 4],
      ['by a helper', undefined],
      ['twice', undefined],
      // If the line is not certain, a failed test has the line of its failure.
      ['twice', 8],
    ]);
  });

  it('names each attempt once where Jest logs the errors before a retry', () => {
    const [result] = inFiles(/^logs/);
    expect(result?.attempts?.map(({ status, errors }) => [status, errors?.[0]?.message])).toEqual([
      ['failed', 'Error: not yet'],
      ['passed', undefined],
    ]);
  });
});

/** `a › b: passed` for each. */
function statusesOf(results: readonly IngestResult[]): string[] {
  return results.map(({ titlePath, status }) => `${titlePath.join(' › ')}: ${status}`);
}
