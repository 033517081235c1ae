import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { joinServer, type SharedServer } from '@svc/server/test/server.ts';
import { pullRequestEvent, pullRequestVariables } from './events.ts';
import { startGitHub, type GitHubStandIn } from './github/github-stand-in.ts';
import type { Job } from './job.ts';
import { runAction, spawnAction, type ActionRun } from './run-action.ts';
import { makeShop, type ShopRepository } from './shop-repository.ts';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

let server: SharedServer;
let gitHub: GitHubStandIn;
let shop: ShopRepository;

beforeAll(async () => {
  [server, gitHub] = await Promise.all([joinServer(), startGitHub()]);
  shop = makeShop();
  shop.change('src/cart.ts', 'Math.ceil', 'Math.floor');
});
afterAll(async () => {
  await gitHub.close();
});

/** A job of the matrix whose tests svc's reporter sends, from its first step to its last. */
async function job(database: string, step: typeof spawnAction): Promise<ActionRun> {
  const head = shop.git('rev-parse', 'HEAD');
  const described: Job = {
    folder: shop.folder,
    inputs: { url: server.url, 'api-key': server.apiKey },
    matrix: { database },
    event: pullRequestEvent({ head }),
    env: {
      ...pullRequestVariables({ runId: '2001' }),
      GITHUB_SHA: head,
      GITHUB_API_URL: gitHub.url,
    },
  };
  const { exported } = await step(described, 'pre');
  await shop.testAndSend({
    SVC_API_KEY: server.apiKey,
    CI: 'true',
    GITHUB_ACTIONS: 'true',
    GITHUB_REPOSITORY: 'acme/shop',
    GITHUB_RUN_ATTEMPT: '1',
    GITHUB_WORKFLOW: 'CI',
    GITHUB_JOB: 'test',
    ...described.env,
    ...exported,
  });
  return step({ ...described, env: { ...described.env, ...exported } });
}

it('finds the execution that the reporter of this run has sent', async () => {
  const run = await job('mysql', spawnAction);
  expect(run.log).not.toContain('::warning title=svc::');
  expect(run.outputs).toMatchObject({ status: 'failed', failed: '1', passed: '9', flaky: '1' });
  expect(gitHub.comments).toHaveLength(1);
});

it('names the leg for the reporter, without the number of the shard and without the key', async () => {
  const matrix = { database: 'mysql', node: 24, shardIndex: 2, shardTotal: 4 };
  const { exported, log } = await runAction(
    {
      folder: shop.folder,
      matrix,
      inputs: { url: server.url, 'api-key': server.apiKey, name: 'e2e' },
    },
    'pre',
  );
  expect(exported).toEqual({ SVC_LEG: 'mysql, 24', SVC_URL: server.url, SVC_NAME: 'e2e' });
  expect(log).toContain(`::add-mask::${server.apiKey}`);
});

it('leaves a leg alone that the workflow names', async () => {
  const env = { SVC_LEG: 'ours' };
  const { exported } = await runAction(
    { folder: shop.folder, matrix: { node: 24 }, inputs: {}, env },
    'pre',
  );
  expect(exported).toEqual({});
});

it('shows legs of a matrix apart that reporters have sent', async () => {
  const run = await job('postgres', runAction);
  expect(run.outputs).toMatchObject({ failed: '2', passed: '18' });
  expect(run.summary).toContain('Legs: mysql; postgres');
  // Its own failure, and its own flaky test.
  expect(run.annotations.map((line) => line.split(' | ')[0])).toEqual(['error', 'warning']);
});

it('says what is missing if no reporter has sent anything', async () => {
  const run = await runAction({
    folder: shop.folder,
    inputs: { url: server.url, 'api-key': server.apiKey, 'fail-on': 'gate' },
    env: { GITHUB_RUN_ID: '2999', GITHUB_SHA: shop.git('rev-parse', 'HEAD') },
  });
  expect(run.exitCode).toBe(0);
  expect(run.annotations).toMatchInlineSnapshot(`
    [
      "notice | title=svc | The server has no execution of this run yet. Set \`files\`, or let a reporter send the tests before this step.",
      "warning | title=svc | fail-on: gate cannot be decided, because no results are known",
    ]
  `);
});
