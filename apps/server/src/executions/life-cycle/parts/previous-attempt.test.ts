import { randomUUID } from 'node:crypto';
import type { GitFacts } from '@svc/contract/executions/ingest';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { makeOwnApp, type TestApp } from '../../../../test/app.ts';
import { inDays } from '../../../../test/clock.ts';
import { makeUpload, readExecution, rethrow, settle, upload } from '../../../../test/make.ts';
import { issueKey } from '../../../people/api-keys/issue-key.ts';
import { reviewDueExecutions } from '../review-due-executions.ts';

type Sender = Pick<TestApp, 'app' | 'apiKey'>;

let server: TestApp;
let ofPullRequests: Sender;
beforeAll(async () => {
  server = await makeOwnApp({ because: 'reviews the executions of all organizations' });
  const key = { name: 'PR', scope: 'ingest' as const, mayClaimBase: false, createdBy: null };
  ofPullRequests = {
    app: server.app,
    apiKey: (await issueKey(server.deps, server.scope, key)).text,
  };
});
afterAll(() => server.close());

let runId: string;
beforeEach(async () => {
  server.setNow(null);
  runId = randomUUID();
  await upload(server, makeUpload({ execution: { git: { branch: 'main' } } }));
  await settle(server);
});

async function send(from: Sender, runAttempt: number, git: GitFacts): Promise<string> {
  const ci = { provider: 'github-actions', runId, runAttempt };
  const execution = { key: `github-actions:${runId}:${runAttempt}`, ci, git };
  return (await upload(from, makeUpload({ runId: randomUUID(), execution }))).executionId;
}

/** The attempt that an execution follows, once the server has reviewed it. */
async function attemptBefore(executionId: string): Promise<string | null> {
  server.setNow(inDays(1));
  await reviewDueExecutions(server.deps, rethrow);
  return (await readExecution(server, { executionId })).previousAttemptId;
}

it('does not let a key for pull requests replace a run of the base branch that reports later', async () => {
  const fake = await send(ofPullRequests, 2, { branch: 'fix', baseBranch: 'main' });
  const nameless = await send(ofPullRequests, 3, {});
  await send(server, 1, { branch: 'main' });
  expect([await attemptBefore(fake), await attemptBefore(nameless)]).toEqual([null, null]);
});

it('does not let the base branch follow an attempt of such a key', async () => {
  await send(ofPullRequests, 1, { branch: 'fix', baseBranch: 'main' });
  expect(await attemptBefore(await send(server, 2, { branch: 'main' }))).toBeNull();
});

it('does not let such a key replace a run of another pull request', async () => {
  await send(server, 1, { branch: 'other', baseBranch: 'main' });
  const executionId = await send(ofPullRequests, 2, { branch: 'fix', baseBranch: 'main' });
  expect((await readExecution(server, { executionId })).previousAttemptId).toBeNull();
});

it('links the attempts of a pull request, also those that report in another order', async () => {
  const git = { branch: 'fix', baseBranch: 'main' };
  const second = await send(ofPullRequests, 2, git);
  const first = await send(ofPullRequests, 1, git);
  expect(await attemptBefore(second)).toBe(first);
});
