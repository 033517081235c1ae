import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { ExecutionDetail } from '@svc/contract/executions/executions';
import { readOnlyExecution } from '@svc/reporter-core/test/servers/read-execution.ts';
import { svcLines } from '@svc/reporter-core/test/projects/run-command.ts';
import { steadyExecution } from '@svc/reporter-core/test/expected/steady-execution.ts';
import { joinServer, type SharedServer } from '@svc/server/test/server.ts';
import {
  config,
  type FixtureProject,
  FULL_MAJORS,
  makeProject,
} from './projects/fixture-project.ts';

// Each test starts Vitest several times, and the machine may be busy.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 });

const FILES = {
  'vitest.config.js': config(['default', '@svc/vitest-reporter']),
  'shard.config.js': config(['default', 'blob', '@svc/vitest-reporter']),
  'a.test.js': `import { test } from 'vitest';
test('one', async ({ annotate }) => { await annotate('says one'); });
let count = 0;
test('flaky', { retry: 1 }, () => { if (++count === 1) throw new Error('not yet'); });`,
  'b.test.js': `import { test } from 'vitest';
console.log('loading b');
test('two', () => { console.log('two'); throw new Error('no'); });
test('stray', async () => {
  void Promise.reject(new Error('nobody caught me'));
  await new Promise((resolve) => setTimeout(resolve, 50));
});`,
};

describe.each(FULL_MAJORS)('the shards of a run of Vitest %s and their merged report', (major) => {
  let server: SharedServer;
  let project: FixtureProject;
  let lines: string[];
  let sharded: ExecutionDetail;

  beforeAll(async () => {
    server = await joinServer();
    project = makeProject(major, FILES);
    lines = [];
    for (const shard of [1, 2]) {
      const run = await project.run({
        args: [
          '--config=shard.config.js',
          `--outputFile=blobs/${shard}.json`,
          `--shard=${shard}/2`,
        ],
        env: environment(server),
      });
      lines.push(...svcLines(run));
    }
    sharded = await readOnlyExecution(server);
  });
  afterAll(async () => {
    project[Symbol.dispose]();
  });

  it('make one execution with each result once', async () => {
    const sent = expect.stringContaining('svc: sent 2 results ');
    expect(lines).toEqual([sent, sent]);
    const merged = await project.run({ args: ['--mergeReports=blobs'], env: environment(server) });
    expect(merged.exitCode).toBe(1);
    expect(svcLines(merged)).toContainEqual(
      expect.stringMatching(/^svc: sent 4 results .*, 0 accepted, 4 already there, to /),
    );
    const whole = await readOnlyExecution(server);
    expect(statuses(whole)).toEqual([
      'flaky: passed',
      'one: passed',
      'stray: passed',
      'two: failed',
    ]);
    expect(whole.errors.map(({ message }) => message)).toEqual(['Error: nobody caught me']);
    expect(steadyExecution(whole)).toEqual(steadyExecution(sharded));
  });

  it('make the same execution where the merge alone reports', async () => {
    const alone = await joinServer();
    await project.run({ args: ['--mergeReports=blobs'], env: environment(alone) });
    const merged = steadyExecution(await readOnlyExecution(alone));
    const { execution, files, results } = steadyExecution(sharded);
    expect(merged).toEqual({
      execution: {
        ...execution,
        url: expect.any(String),
        shards: { expected: 1, received: 1, carried: 0 },
      },
      files,
      results: results.map((result) => ({ ...result, part: null })),
    });
  });
});

function environment({ url, apiKey }: SharedServer): Record<string, string> {
  return { SVC_URL: url, SVC_API_KEY: apiKey, SVC_EXECUTION_KEY: 'the run' };
}

function statuses({ results }: ExecutionDetail): string[] {
  return results.map(({ title, status }) => `${title}: ${status}`).sort();
}
