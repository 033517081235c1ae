import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { IngestBody, IngestResult } from '@svc/contract/executions/ingest';
import { bareEnding, endingOf } from '@svc/reporter-core/test/projects/bare-ending.ts';
import { type Finished, svcLines } from '@svc/reporter-core/test/projects/run-command.ts';
import { runWith, statuses } from '@svc/reporter-core/test/projects/sent-run.ts';
import { findUnusedAddress, startSink } from '@svc/reporter-core/test/servers/sink-server.ts';
import { type FixtureProject, FULL_VERSIONS, makeProject } from './fixture-project.ts';
import { largeProject, LINES, MANY_TESTS, ODD_TITLE } from './large-project.ts';

// The machine may be busy.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 300_000 });

// One run for all tests, with three reporters.
describe.each(FULL_VERSIONS)('a large run of Playwright %s', (version) => {
  // Values that are no file names, and filter nothing.
  const args = ['--retries', '0', '--workers=2'];
  let project: FixtureProject;
  let run: Finished;
  let bodies: IngestBody[];
  let misspelt: IngestBody | undefined;
  let results: IngestResult[];

  beforeAll(async () => {
    await using sink = await startSink();
    await using other = await startSink();
    const ours = [
      { includeOutput: 'all' },
      { projet: 'x', name: 'unit', url: other.url },
      { url: await findUnusedAddress(), uploadBudgetMs: 1_500 },
    ];
    project = makeProject(
      version,
      largeProject(ours.map((options) => ['@svc/playwright-reporter', options])),
    );
    run = await runWith(project, sink.url, { args: ['test', ...args] });
    bodies = sink.uploads.map(({ body }) => body);
    misspelt = other.uploads[0]?.body;
    results = bodies.flatMap((body) => body.results);
  });
  afterAll(() => project[Symbol.dispose]());

  const inFile = (file: string): IngestResult[] =>
    results.filter((result) => result.file === `${file}.spec.js`);
  const statusesIn = (...files: string[]): string[] =>
    bodies.flatMap((body) =>
      statuses({ ...body, results: body.results.filter(({ file }) => files.includes(file)) }),
    );

  it('ends as without the reporter where tests fail, though no server is there', async () => {
    const bare = await bareEnding(`large-run-${version}`, async () =>
      endingOf(await project.run({ args: ['test', ...args, '--config', 'without.config.js'] })),
    );
    expect(endingOf(run)).toEqual(bare);
    expect(bare.exitCode).toBe(1);
  });

  it('prints one line for each reporter, and names misspelt options but none of Playwright', () => {
    const sent = expect.stringMatching(/^svc: sent 414 results \(8 failed\) to /);
    expect(svcLines(run)).toEqual([
      sent,
      'svc: Unknown option projet. Did you mean project?',
      sent,
      expect.stringMatching(/^svc: not sent: connection refused at \S+\. Saved to /),
    ]);
    expect(misspelt?.execution.name).toBe('unit');
  });

  it('is not narrowed by values in the arguments', () => {
    expect(bodies.flatMap(({ execution }) => execution.partial ?? [])).toEqual([]);
  });

  it('sends results while tests run, each once', () => {
    const ends = bodies.map(({ execution }) => execution.status);
    expect(ends.length).toBeGreaterThan(1);
    expect(ends.filter((status) => status !== 'running')).toEqual(['failed']);
    const many = results.filter(({ file }) => file.startsWith('many-'));
    const titles = many.map(({ file, titlePath }) => `${file} ${titlePath.join(' ')}`);
    expect(titles).toHaveLength(MANY_TESTS.files * MANY_TESTS.testsPerFile);
    expect(new Set(titles).size).toBe(MANY_TESTS.files * MANY_TESTS.testsPerFile);
  });

  it('is not disturbed by odd values, titles and output, nor by a worker that dies', () => {
    const title = ODD_TITLE.replace('\0', '\uFFFD').toWellFormed();
    expect(statusesIn('odd.spec.js')).toEqual(['holds odd values: failed', `${title}: failed`]);
    const errors = inFile('odd').map(({ attempts }) => attempts?.[0]?.errors);
    expect(errors.map((each) => each?.length)).toEqual([5, 1]);
    expect(statusesIn('dies.spec.js')).toEqual(['kills its worker: failed']);
  });

  it('sends an error whose frames lie on another host, and the least of a test that cannot be read', () => {
    const outcomes = inFile('shop').map(({ titlePath, status, attempts, annotations = [] }) => [
      titlePath.at(-1),
      status,
      attempts?.[0]?.errors?.[0]?.message,
      annotations.find(({ type }) => type === 'not-translated')?.type,
    ]);
    // The worker of Playwright 1.40 fails on such a stack, and does not run the next test.
    const [message, status] =
      version === '1.40' ? ['File URL host must be', 'skipped'] : ['thrown elsewhere', 'passed'];
    expect(outcomes).toEqual([
      ['adds up', 'failed', expect.stringContaining(message), undefined],
      ['goes on', status, undefined, 'not-translated'],
    ]);
  });

  it('sends the output of tests by the option, and steps only of failed tests', () => {
    const [silent, talks, fails] = inFile('talks');
    expect(silent?.status).toBe('passed');
    expect(talks?.attempts).toEqual([
      expect.objectContaining({ status: 'passed', stdout: 'hello\n' }),
    ]);
    expect(talks?.attempts?.[0]?.steps).toBeUndefined();
    expect(fails?.attempts?.[0]?.steps).toEqual(expect.arrayContaining([expect.anything()]));
  });

  it('sends the start and end of a very long output of one test', () => {
    const result = inFile('talks')[2];
    expect(result?.status).toBe('failed');
    const [{ stdout = '', stderr } = {}] = result?.attempts ?? [];
    expect(stderr).toBe('careful\n');
    expect(stdout.length).toBeLessThanOrEqual(256 * 1024);
    expect(stdout).toMatch(/^x{1000}0\n[^]*characters cut by svc/);
    expect(stdout.endsWith(`x${LINES - 1}\n`)).toBe(true);
  });

  it('finds the place in a file through which an error in evaluated code came', () => {
    const [error] = inFile('talks')[2]?.attempts?.[0]?.errors ?? [];
    expect(error?.location?.file).toBe('talks.spec.js');
    expect(error?.snippet).toContain('new Function');
  });

  it('cuts a wild tree of steps to the contract, and keeps the step that failed', () => {
    const steps = inFile('climbs')[0]?.attempts?.[0]?.steps ?? [];
    expect(JSON.stringify(steps).match(/"level \d+"/g)).toEqual(
      [1, 2, 3, 4, 5, 6, 7, 8].map((level) => `"level ${level}"`),
    );
    expect(JSON.stringify(steps).match(/"title"/g)).toHaveLength(1_000);
    expect(steps.find(({ error }) => error !== undefined)).toMatchObject({
      title: 'the last one',
      error: { message: 'Error: fell' },
    });
  });

  it('sends attachments of tests that failed, from files and from memory, by attempt', () => {
    const [paints, passes] = inFile('paints');
    const lines = (paints?.artifacts ?? []).map(({ name, kind, contentType, sizeBytes, attempt }) =>
      [attempt, name, kind, contentType, sizeBytes].join(' '),
    );
    expect(lines.filter((line) => !isContext(line))).toEqual([
      '1 picture screenshot image/png 8',
      '1 basket log text/plain 3',
      '2 picture screenshot image/png 8',
      '2 basket log text/plain 3',
    ]);
    expect(lines.filter(isContext)).toHaveLength(version === '1.40' ? 0 : 2);
    expect(passes?.artifacts ?? []).toEqual([]);
  });

  it('names the project that failed and blocked tests', () => {
    expect(statusesIn('stock.spec.js', 'sells.spec.js')).toEqual([
      'fills: failed',
      'empties: passed',
      "sells: skipped (Project 'stock' failed)",
    ]);
  });
});

/** Whether Playwright itself has added the line to a failed assertion, since 1.52 in tests without a page too. */
function isContext(line: string): boolean {
  return / error-context log text\/markdown /.test(line);
}
