import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { joinServerHere, type JoinedServer } from '@svc/server/test/server-here.ts';
import { pullRequestJob } from './events.ts';
import { startGitHub, type GitHubStandIn } from './github/github-stand-in.ts';
import { runAction, type ActionRun } from './run-action.ts';
import { testClock } from '@svc/server/test/clock.ts';

const COMMIT = 'c0ffee0000000000000000000000000000000003';

let server: JoinedServer;
let gitHub: GitHubStandIn;
let folder: string;

beforeAll(async () => {
  [server, gitHub] = await Promise.all([joinServerHere(), startGitHub()]);
  folder = mkdtempSync(join(tmpdir(), 'svc-action-shards-'));
});
afterAll(async () => {
  await gitHub.close();
  rmSync(folder, { recursive: true });
});

function step(job: string, inputs: Record<string, string>): Promise<ActionRun> {
  const { event, env } = pullRequestJob({ number: 11, head: COMMIT, runId: '8000', gitHub });
  return runAction({
    folder,
    server,
    inputs: { project: 'shards', ...inputs },
    event,
    env: { ...env, GITHUB_JOB: job },
  });
}

/** Playwright's own JSON of one of two shards, which names the shard. */
function shard(current: number): Promise<ActionRun> {
  const test = {
    title: `part ${current}`,
    ok: current === 1,
    tags: [],
    file: `${current}.spec.ts`,
    line: 3,
    column: 1,
    tests: [
      {
        timeout: 30_000,
        annotations: [],
        expectedStatus: 'passed',
        projectId: '',
        projectName: '',
        results: [
          {
            workerIndex: 0,
            status: current === 1 ? 'passed' : 'failed',
            duration: 10,
            errors: current === 1 ? [] : [{ message: 'Error: not seen' }],
            stdout: [],
            stderr: [],
            retry: 0,
            startTime: testClock.now().toISOString(),
            attachments: [],
          },
        ],
        status: current === 1 ? 'expected' : 'unexpected',
      },
    ],
  };
  const report = {
    config: { version: '1.65.0', rootDir: folder, shard: { current, total: 2 }, projects: [] },
    suites: [
      {
        title: `${current}.spec.ts`,
        file: `${current}.spec.ts`,
        line: 0,
        column: 0,
        specs: [test],
      },
    ],
    errors: [],
    stats: { startTime: testClock.now().toISOString(), duration: 20, expected: 1, unexpected: 0 },
  };
  writeFileSync(join(folder, `shard-${current}.json`), JSON.stringify(report));
  return step('test', { files: `shard-${current}.json`, 'fail-on': 'gate' });
}

it('says in the first shard that another one is missing, and does not wait for it', async () => {
  const startedAt = performance.now();
  const run = await shard(1);
  expect(performance.now() - startedAt).toBeLessThan(60_000);
  expect(run.exitCode).toBe(0);
  expect(run.outputs).toMatchObject({ status: 'running', gate: 'undecided', passed: '1' });
  expect(run.summary).toContain('**1 of 2 parts has reported**, 1 missing.');
  // The last shard decides. A warning in each one before it would alarm for nothing.
  expect(run.annotations).toEqual([]);
  expect(run.log).toContain(
    '- fail-on: gate cannot be decided, because the gate is undecided: 1 of 2 parts has not arrived yet.',
  );
});

it('warns in a merge job that does not wait for the last shard', async () => {
  const run = await step('report', { 'fail-on': 'failures', wait: '0' });
  expect(run.exitCode).toBe(0);
  expect(run.annotations).toEqual([
    'warning | title=svc | fail-on: failures cannot be decided, because parts are missing',
  ]);
});

it('waits in a merge job until the last shard is in, and decides there', async () => {
  const [merge] = await Promise.all([
    step('report', { 'fail-on': 'gate', wait: '60' }),
    new Promise((resolve) => setTimeout(resolve, 1_000)).then(() => shard(2)),
  ]);
  expect(merge.outputs).toMatchObject({ status: 'failed', gate: 'fail', passed: '1', failed: '1' });
  expect(merge.exitCode).toBe(1);
  expect(gitHub.comments).toHaveLength(1);
  expect(gitHub.comments[0]?.body).toContain('1 of 2 tests failed');
});
