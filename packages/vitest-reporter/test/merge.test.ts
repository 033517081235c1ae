import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { ExecutionDetail } from '@svc/contract/executions/executions';
import { readOnlyExecution } from '@svc/reporter-core/test/servers/read-execution.ts';
import { type Finished, svcLines } from '@svc/reporter-core/test/projects/run-command.ts';
import {
  API_KEY,
  type SinkServer,
  startSink,
} from '@svc/reporter-core/test/servers/sink-server.ts';
import { steadyExecution } from '@svc/reporter-core/test/expected/steady-execution.ts';
import { joinServer, type SharedServer } from '@svc/server/test/server.ts';
import { config, FULL_MAJORS, type Major, makeProject } from './projects/fixture-project.ts';
import { runInOneProcess } from './projects/one-process.ts';

// All runs take place before the first test, and the machine may be busy.
vi.setConfig({ hookTimeout: 240_000 });

const FILES = {
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

/** Servers, or their organizations, by what they receive. */
interface Receivers {
  shards: SharedServer;
  both: SharedServer;
  merged: SharedServer;
  sink: SinkServer;
}

describe.each(FULL_MAJORS)('the shards of a run of Vitest %s and their merged report', (major) => {
  let receivers: Receivers;
  let shardRuns: Finished[];
  let mergedRun: Finished | undefined;

  beforeAll(async () => {
    const sink = await startSink();
    receivers = {
      shards: await joinServer(),
      both: await joinServer(),
      merged: await joinServer(),
      sink,
    };
    [mergedRun, ...shardRuns] = (await runAll(major, receivers)).toReversed();
    return () => sink[Symbol.asyncDispose]();
  });

  it('make one execution with each result once', async () => {
    const sent = expect.stringContaining('svc: sent 2 results ');
    // Each shard has two reporters.
    expect(shardRuns.map(svcLines)).toEqual([
      [sent, sent],
      [sent, sent],
    ]);
    expect(mergedRun?.exitCode).toBe(1);
    expect(mergedRun && svcLines(mergedRun)).toContainEqual(
      expect.stringMatching(/^svc: sent 4 results .*, 0 accepted, 4 already there, to /),
    );
    const whole = await readOnlyExecution(receivers.both);
    expect(statuses(whole)).toEqual([
      'flaky: passed',
      'one: passed',
      'stray: passed',
      'two: failed',
    ]);
    expect(whole.errors.map(({ message }) => message)).toEqual(['Error: nobody caught me']);
    expect(steadyExecution(whole)).toEqual(
      steadyExecution(await readOnlyExecution(receivers.shards)),
    );
  });

  it('make the same execution where the merge alone reports', async () => {
    const merged = steadyExecution(await readOnlyExecution(receivers.merged));
    const sharded = steadyExecution(await readOnlyExecution(receivers.shards));
    expect(merged).toEqual({
      execution: {
        ...sharded.execution,
        url: expect.any(String),
        shards: { expected: 1, received: 1, carried: 0 },
      },
      files: sharded.files,
      results: sharded.results.map((result) => ({ ...result, part: null })),
    });
  });

  it('sends a report merged from shards under the key that the shards have', () => {
    const [upload, ...more] = receivers.sink.uploads;
    expect(more).toEqual([]);
    const execution = upload?.body.execution;
    expect(execution).toMatchObject({ key: 'the run', merged: true, status: 'failed' });
    // The duration of the tests. Merging takes milliseconds.
    expect(execution?.durationMs).toBeLessThan(60_000);
    expect(
      upload?.body.results.map(({ titlePath, status }) => `${titlePath.join()} ${status}`).sort(),
    ).toEqual(['flaky passed', 'one passed', 'stray passed', 'two failed']);
  });
});

/** Runs two shards, then merges their reports. */
async function runAll(
  major: Major,
  { shards, both, merged, sink }: Receivers,
): Promise<Finished[]> {
  using project = makeProject(major, {
    ...FILES,
    'vitest.config.js': config([
      'default',
      ours(both),
      ours(merged),
      ours({ url: sink.url, apiKey: API_KEY }),
    ]),
    'shard.config.js': config(['default', 'blob', ours(shards), ours(both)]),
  });
  const { folder } = project;
  const env = { SVC_EXECUTION_KEY: 'the run' };
  const ofShards = [1, 2].map((shard) => [
    '--config=shard.config.js',
    `--outputFile=blobs/${shard}.json`,
    `--shard=${shard}/2`,
  ]);
  const runs = [...ofShards, ['--mergeReports=blobs']].map((args) => ({ folder, args, env }));
  return await runInOneProcess(folder, runs);
}

/** Our reporter, which sends to this server. */
function ours({ url, apiKey }: SharedServer): unknown {
  return ['@svc/vitest-reporter', { url, apiKey }];
}

function statuses({ results }: ExecutionDetail): string[] {
  return results.map(({ title, status }) => `${title}: ${status}`).sort();
}
