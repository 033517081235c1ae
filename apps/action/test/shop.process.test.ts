import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { joinServer, type SharedServer } from '@svc/server/test/server.ts';
import { pullRequestEvent, pullRequestVariables } from './events.ts';
import { startGitHub, type GitHubStandIn } from './github/github-stand-in.ts';
import { runAction, type ActionRun } from './run-action.ts';
import { makeShop, type ShopRepository } from './shop-repository.ts';
import { steady } from './steady.ts';
import { testClock } from '@svc/server/test/clock.ts';

// Each step runs Vitest or the action, on a machine that may be busy.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

let server: SharedServer;
let gitHub: GitHubStandIn;
let shop: ShopRepository;

beforeAll(async () => {
  [server, gitHub] = await Promise.all([joinServer(), startGitHub()]);
  shop = makeShop();
});
afterAll(() => gitHub.close());

function action(options: {
  env?: Record<string, string>;
  event?: Record<string, unknown>;
  inputs?: Record<string, string>;
}): Promise<ActionRun> {
  return runAction({
    folder: shop.folder,
    inputs: {
      url: server.url,
      'api-key': server.apiKey,
      files: 'reports/*.json',
      ...options.inputs,
    },
    ...(options.event !== undefined && { event: options.event }),
    env: {
      GITHUB_API_URL: gitHub.url,
      GITHUB_SHA: shop.git('rev-parse', 'HEAD'),
      ...options.env,
    },
  });
}

function pullRequest(runId: string, inputs: Record<string, string> = {}): Promise<ActionRun> {
  return action({
    env: pullRequestVariables({ runId }),
    event: pullRequestEvent({ head: shop.git('rev-parse', 'HEAD') }),
    inputs,
  });
}

describe('the whole way on examples/vitest', () => {
  it('shows a first run on main that passes, and writes no comment', async () => {
    expect((await shop.test()).exitCode).toBe(0);
    const run = await action({});
    expect(run.exitCode).toBe(0);
    await expect(steady(run.summary, server)).toMatchFileSnapshot('expected/first-run.summary.md');
    expect(run.annotations).toMatchInlineSnapshot(`
      [
        "warning | title=stock › knows how much tea is left,file=src/stock.test.ts,line=8 | Failed and then passed: the test is flaky",
      ]
    `);
    expect(outputsOf(run)).toMatchInlineSnapshot(`
      {
        "classification": "",
        "confidence": "",
        "execution-id": "<id>",
        "failed": "0",
        "flaky": "1",
        "gate": "pass",
        "headline": "✅ 10 tests passed, 1 flaky, 3 skipped",
        "new-causes": "",
        "new-failures": "",
        "passed": "10",
        "regressions": "",
        "skipped": "3",
        "status": "passed",
        "url": "http://svc.example/executions/<id>",
      }
    `);
    expect(gitHub.calls).toEqual([]);
  });

  it('shows a regression of a branch as new, on its line, and in a comment', async () => {
    shop.git('switch', '--quiet', '-c', 'rounding');
    shop.change('src/cart.ts', 'Math.ceil', 'Math.floor');
    expect((await shop.test()).exitCode).toBe(1);
    const run = await pullRequest('1002');
    expect(run.exitCode).toBe(0);
    await expect(steady(run.summary, server)).toMatchFileSnapshot('expected/regression.summary.md');
    expect(run.annotations).toMatchInlineSnapshot(`
      [
        "error | title=cart › total › rounds a discount in favour of the shop (new),file=src/cart.test.ts,line=19,col=38 | AssertionError: expected 2249 to be 2250 // Object.is equality",
        "warning | title=stock › knows how much tea is left,file=src/stock.test.ts,line=8 | Failed and then passed: the test is flaky",
      ]
    `);
    expect(outputsOf(run)).toMatchInlineSnapshot(`
      {
        "classification": "REAL_BUG",
        "confidence": "0.62",
        "execution-id": "<id>",
        "failed": "1",
        "flaky": "1",
        "gate": "fail",
        "headline": "❌ 1 regression, 1 of 13 tests failed, 1 flaky",
        "new-causes": "1",
        "new-failures": "1",
        "passed": "9",
        "regressions": "1",
        "skipped": "3",
        "status": "failed",
        "url": "http://svc.example/executions/<id>",
      }
    `);
    expect(gitHub.comments).toHaveLength(1);
    await expect(steady(gitHub.comments[0]?.body ?? '', server)).toMatchFileSnapshot(
      'expected/regression.comment.md',
    );
  });

  it.each([
    ['regressions', 1],
    ['new-failures', 1],
    ['failures', 1],
    ['gate', 1],
    ['never', 0],
  ])('with fail-on: %s the step of that run ends with %i', async (failOn, exitCode) => {
    const run = await pullRequest('1002', { 'fail-on': failOn });
    expect(run.exitCode).toBe(exitCode);
    expect(run.annotations.filter((line) => line.includes('fail-on'))).toMatchSnapshot();
  });

  it('edits the same comment when all is well again', async () => {
    shop.change('src/cart.ts', 'Math.floor', 'Math.ceil');
    expect((await shop.test()).exitCode).toBe(0);
    const run = await pullRequest('1003', { 'fail-on': 'gate' });
    expect(run.exitCode).toBe(0);
    expect(gitHub.comments).toHaveLength(1);
    await expect(steady(gitHub.comments[0]?.body ?? '', server)).toMatchFileSnapshot(
      'expected/well-again.comment.md',
    );
  });

  it('leaves the comment alone in a job of an older run that ends late', async () => {
    const before = structuredClone(gitHub.comments);
    const run = await pullRequest('1002');
    expect(run.log).toContain('a newer run has written the comment already');
    expect(gitHub.comments).toEqual(before);
  });

  it('passes the gate with the regression quarantined, and still shows it as a failure', async () => {
    shop.change('src/cart.ts', 'Math.ceil', 'Math.floor');
    await shop.test();
    const before = await pullRequest('1004', { 'fail-on': 'gate' });
    expect(before.exitCode).toBe(1);
    await quarantineFailures(before.outputs['execution-id'] ?? '');
    const run = await pullRequest('1004', { 'fail-on': 'gate' });
    expect(run.exitCode).toBe(0);
    expect(outputsOf(run)).toMatchObject({ status: 'failed', failed: '1', gate: 'pass' });
    expect(run.annotations[0]).toMatch(/^notice \| title=cart › .* \(new, excused by quarantine\)/);
    await expect(steady(gitHub.comments[0]?.body ?? '', server)).toMatchFileSnapshot(
      'expected/quarantined.comment.md',
    );
  });

  it('fails the gate when the quarantined test fails in another way', async () => {
    shop.change(
      'src/cart.ts',
      '  return Math.floor',
      "  if (discount > 0) throw new Error('no rule for rounding');\n  return Math.floor",
    );
    await shop.test();
    const run = await pullRequest('1005', { 'fail-on': 'gate' });
    expect(run.exitCode).toBe(1);
    expect(run.annotations.at(-1)).toBe(
      'error | svc: the gate fails, 1 failure blocks (fail-on: gate)',
    );
    await expect(steady(gitHub.comments[0]?.body ?? '', server)).toMatchFileSnapshot(
      'expected/failing-differently.comment.md',
    );
  });

  it('has called GitHub only as it publishes its API', () => {
    expect(gitHub.faults).toEqual([]);
  });
});

/** Excuses the failures of an execution, as a person does in the dashboard. */
async function quarantineFailures(executionId: string): Promise<void> {
  const headers = { authorization: `Bearer ${server.apiKey}`, 'content-type': 'application/json' };
  const asked = await fetch(`${server.url}/api/executions/${executionId}?status=failed`, {
    headers,
  });
  const { data } = executionAnswer.parse(await asked.json());
  for (const { testId, fingerprint } of data.results) {
    const added = await fetch(`${server.url}/api/quarantine`, {
      method: 'POST',
      headers,
      body: JSON.stringify({
        testId,
        fingerprints: [fingerprint],
        reason: 'the terms are being rewritten, #1482',
        expiresAt: new Date(testClock.now().getTime() + 10 * 24 * 60 * 60 * 1000).toISOString(),
      }),
    });
    expect(added.status).toBe(200);
  }
}

const executionAnswer = z.object({
  data: z.object({
    results: z.array(z.object({ testId: z.string(), fingerprint: z.string() })),
  }),
});

/** The outputs without what differs from run to run. */
function outputsOf({ outputs }: ActionRun): Record<string, string> {
  return Object.fromEntries(
    Object.entries(outputs).map(([name, value]) => [name, steady(value, server)]),
  );
}
