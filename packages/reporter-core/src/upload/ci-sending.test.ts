import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readSpoolFile } from '../spool/spool-file.ts';
import { makeReport, makeResult, makeSession } from '../../test/runs/make-run.ts';
import { findUnusedAddress, fail, startSink } from '../../test/servers/sink-server.ts';
import type { ReporterOptions } from '../options/options.ts';
import type { RunReport } from '../report/run-report.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f-]{27}$/;
const GITHUB = {
  GITHUB_ACTIONS: 'true',
  GITHUB_RUN_ID: '4242',
  GITHUB_RUN_ATTEMPT: '2',
  GITHUB_JOB: 'test',
  GITHUB_REPOSITORY: 'acme/shop',
};

let folder: string;

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'svc-ci-')));
  mkdirSync(join(folder, 'node_modules'));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('an upload in CI', () => {
  it('names its part, its leg and its CI run', async () => {
    await using sink = await startSink();
    await run({ url: sink.url }, { env: { ...GITHUB, SVC_LEG: 'mysql' } });
    await run({ url: sink.url, leg: 'postgres' }, { env: GITHUB });
    const [first, second] = sink.uploads;
    expect(first?.ciRun).toBe('github:4242:2');
    expect(first?.body).toMatchObject({
      runId: expect.stringMatching(UUID),
      execution: { leg: 'mysql', key: 'github:4242:2:vitest' },
    });
    expect(second?.body.execution).toMatchObject({ leg: 'postgres', key: 'github:4242:2:vitest' });
    expect(second?.body.runId).not.toBe(first?.body.runId);
  });

  it.each([
    ['unit 2/5', 'unit'],
    ['unit: [mysql, 8.0]', 'unit: [mysql, 8.0]'],
  ])('takes the leg from the GitLab job %s', async (CI_JOB_NAME, leg) => {
    await using sink = await startSink();
    const env = { GITLAB_CI: 'true', CI_PIPELINE_ID: '7', CI_JOB_NAME };
    await run({ url: sink.url }, { env });
    expect(sink.uploads[0]?.body.execution.leg).toBe(leg);
    expect(sink.uploads[0]?.ciRun).toBe('gitlab:7:1');
  });

  it('has the same part and CI run in each request, and when it is sent again from the spool', async () => {
    await using sink = await startSink();
    const results = Array.from({ length: 3 }, (_, file) =>
      Array.from({ length: 40_000 }, (__, test) => makeResult(`${file}-${test}`, 'passed')),
    );
    await run({ url: sink.url }, { env: GITHUB, report: makeReport(results.flat()) });
    expect(sink.uploads.length).toBeGreaterThan(1);
    expect(new Set(sink.uploads.map(({ body }) => body.runId)).size).toBe(1);
    expect(new Set(sink.uploads.map(({ ciRun }) => ciRun))).toEqual(new Set(['github:4242:2']));

    await run({ url: await findUnusedAddress() }, { env: {} });
    const [kept = ''] = readdirSync(join(folder, 'node_modules', '.cache', 'svc'));
    const spooled = await readSpoolFile(join(folder, 'node_modules', '.cache', 'svc', kept));
    expect(spooled?.body.runId).toMatch(UUID);
  });

  it('does not wait for a rate limit of more than a minute and a half', async () => {
    await using sink = await startSink();
    const headers = { 'retry-after': '91', 'x-ratelimit-limit': '10' };
    sink.behave(fail(429, 'RATE_LIMITED', headers));
    const { lines } = await run({ url: sink.url, uploadBudgetMs: 30_000 }, { env: GITHUB });
    expect(sink.uploads).toHaveLength(1);
    expect(lines).toEqual([
      expect.stringMatching(
        /^svc: not sent: rate limit reached \(10 uploads\/min for this key\); retry in 91 s \(429\)\. Saved to /,
      ),
    ]);
  });

  it('names the folder to keep from a temporary machine', async () => {
    const url = await findUnusedAddress();
    const { lines } = await run({ url, uploadBudgetMs: 1_000 }, { env: GITHUB });
    expect(lines).toEqual([
      expect.stringMatching(
        /^svc: not sent: connection refused at \S+\. Saved to (\S+)\/[^/]+; this CI machine is temporary, so keep the folder \1 as an artifact and run 'npx @svc\/cli upload <folder>' with your copy\. See docs\/operate\/troubleshooting#connection-refused$/,
      ),
    ]);
  });

  it('reports that there is no key', async () => {
    const { session, lines } = makeSession(folder, { apiKey: undefined }, GITHUB);
    await session.finish(() => makeReport([]));
    expect(lines).toEqual(['svc: no SVC_API_KEY, so this run is not reported.']);
  });
});

describe('an upload elsewhere', () => {
  it('names the command for another address', async () => {
    const { lines } = await run({ url: await findUnusedAddress(), uploadBudgetMs: 1_000 });
    expect(lines).toEqual([
      expect.stringMatching(
        /^svc: not sent: connection refused at \S+\. Saved to (\S+)\/[^/]+; the next run or 'npx @svc\/cli upload \1' will retry\. If the address is wrong, correct SVC_URL and run 'npx @svc\/cli upload \1'\. See \S+#connection-refused$/,
      ),
    ]);
  });

  it('does not wait for a rate limit', async () => {
    await using sink = await startSink();
    sink.behave(fail(429, 'RATE_LIMITED', { 'retry-after': '3' }));
    const { lines } = await run({ url: sink.url, uploadBudgetMs: 20_000 });
    expect(sink.uploads).toHaveLength(1);
    expect(lines).toEqual([
      expect.stringMatching(
        /; the next run or 'npx @svc\/cli upload \S+\/svc' will retry\. See http:\S+\/docs\/operate\/troubleshooting#rate-limit-reached$/,
      ),
    ]);
  });
});

describe('the last line', () => {
  it('counts files that did not load, or failed outside of their tests', async () => {
    await using sink = await startSink();
    const errors = [{ message: 'cannot find module' }];
    const report: RunReport = {
      ...makeReport([makeResult('pays', 'passed')]),
      files: [
        { file: 'shop.test.ts', durationMs: 1, errors },
        { file: 'broken.test.ts', durationMs: 1, errors },
      ],
    };
    const { lines } = await run({ url: sink.url }, { report });
    expect(lines[0]).toMatch(
      /^svc: sent 1 result, 1 file failed to load, 1 file failed outside its tests, to http/,
    );
  });
});

async function run(
  options: ReporterOptions,
  {
    env = {},
    report = makeReport([makeResult('adds up', 'passed')]),
  }: { env?: Record<string, string>; report?: RunReport } = {},
): Promise<{ lines: string[] }> {
  const { session, lines } = makeSession(folder, options, env);
  await session.finish(() => report);
  return { lines };
}
