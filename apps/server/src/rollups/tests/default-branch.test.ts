import { randomUUID } from 'node:crypto';
import type { GitFacts } from '@svc/contract/executions/ingest';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { makeApp, type TestApp } from '../../../test/app.ts';
import { makeUpload, rebuild, settle, upload } from '../../../test/make.ts';
import { IS_OF_DEFAULT_BRANCH } from '../../db/conditions/execution-conditions.ts';
import { issueKey } from '../../people/api-keys/issue-key.ts';

type Sender = Pick<TestApp, 'app' | 'apiKey'>;

let server: TestApp;
let ofPullRequests: Sender;
beforeAll(async () => {
  server = await makeApp();
  const key = { name: 'PR', scope: 'ingest' as const, mayClaimBase: false, createdBy: null };
  ofPullRequests = {
    app: server.app,
    apiKey: (await issueKey(server.deps, server.scope, key)).text,
  };
});
afterAll(() => server.close());

let project: string;
beforeEach(() => {
  project = randomUUID();
});

async function send(from: Sender, git: GitFacts, times = 1): Promise<void> {
  for (let sent = 0; sent < times; sent++) {
    const execution = { project, git, ci: { provider: 'ci', runId: randomUUID() } };
    await upload(from, makeUpload({ execution }));
  }
  await settle(server);
}

async function sendFromDesk(git: GitFacts): Promise<void> {
  await upload(server, makeUpload({ execution: { project, git, ci: undefined } }));
  await settle(server);
}

async function defaultBranch(): Promise<string | null> {
  const [row] = await server.deps.database.query<{ branch: string | null }>(
    'SELECT default_branch AS branch FROM projects WHERE organization_id = $1 AND name = $2',
    [server.organizationId, project],
  );
  return row?.branch ?? null;
}

/** The branches whose executions count as those of the default branch, one per execution. */
async function ofBase(): Promise<string[]> {
  const rows = await server.deps.database.query<{ branch: string }>(
    `SELECT executions.branch
     FROM executions
     JOIN projects ON projects.organization_id = executions.organization_id
                  AND projects.id = executions.project_id
     WHERE executions.organization_id = $1 AND projects.name = $2 AND ${IS_OF_DEFAULT_BRANCH}`,
    [server.organizationId, project],
  );
  return rows.map(({ branch }) => branch);
}

it('is not moved by a key that may not claim it, however much the key uploads', async () => {
  await send(server, { branch: 'trunk' });
  await send(ofPullRequests, { branch: 'evil', baseBranch: 'other' }, 3);
  await send(ofPullRequests, { branch: 'main', baseBranch: 'other' }, 3);
  expect(await defaultBranch()).toBe('trunk');
  await rebuild(server);
  expect(await defaultBranch()).toBe('trunk');
});

it('does not count what such a key uploaded to a branch that became it later', async () => {
  await send(server, { branch: 'trunk' });
  await send(ofPullRequests, { branch: 'next', baseBranch: 'trunk' }, 2);
  await send(server, { branch: 'next' }, 2);
  await send(server, { branch: 'fix', baseBranch: 'next' }, 3);
  expect(await defaultBranch()).toBe('next');
  expect(await ofBase()).toEqual(['next', 'next']);
});

it('stays where only such a key uploads, and is unknown where no other ever did', async () => {
  await send(ofPullRequests, { branch: 'fix', baseBranch: 'develop' }, 2);
  expect(await defaultBranch()).toBeNull();
  await send(server, { branch: 'develop' });
  expect(await defaultBranch()).toBe('develop');
  // The pull requests keep it, although another branch has a name of higher rank.
  await send(ofPullRequests, { branch: 'fix', baseBranch: 'develop' });
  await send(server, { branch: 'main' }, 2);
  expect(await defaultBranch()).toBe('develop');
  expect(await ofBase()).toEqual(['develop']);
});

it('stays when nothing but uploads of such a key is left', async () => {
  await send(server, { branch: 'trunk' });
  await send(ofPullRequests, { branch: 'fix', baseBranch: 'other' });
  await server.scope.query(
    `UPDATE executions SET may_claim_base = false WHERE organization_id = $1 AND branch = 'trunk'`,
    [server.organizationId],
  );
  await send(ofPullRequests, { branch: 'fix', baseBranch: 'other' });
  expect(await defaultBranch()).toBe('trunk');
});

it('moves with the uploads of other keys', async () => {
  await send(server, { branch: 'master' });
  await send(ofPullRequests, { branch: 'fix', baseBranch: 'main' }, 2);
  await send(server, { branch: 'main' });
  expect(await defaultBranch()).toBe('main');
});

it('leaves executions without CI to speak for it when only such a key uploads from CI', async () => {
  await sendFromDesk({ branch: 'main' });
  await send(ofPullRequests, { branch: 'fix', baseBranch: 'main' }, 2);
  expect(await ofBase()).toEqual(['main']);
  await send(server, { branch: 'main' });
  await sendFromDesk({ branch: 'main' });
  expect(await ofBase()).toEqual(['main']);
});
