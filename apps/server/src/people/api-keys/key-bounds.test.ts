import { randomUUID } from 'node:crypto';
import type { CiFacts, GitFacts, IngestExecution } from '@svc/contract/executions/ingest';
import type { ApiKeyInput } from '@svc/contract/people/api-keys';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { makeApp, type TestApp } from '../../../test/app.ts';
import { countRows, makeResult, makeUpload, post, settle, upload } from '../../../test/make.ts';
import { issueKey } from './issue-key.ts';

type Sender = Pick<TestApp, 'app' | 'apiKey'>;

let server: TestApp;
beforeAll(async () => {
  server = await makeApp();
});
afterAll(() => server.close());

let project: string;
beforeEach(() => {
  project = `shop ${randomUUID()}`;
});

/** A key for uploads with these bounds; its name is 'PR'. */
async function bound(bounds: Partial<ApiKeyInput>): Promise<Sender> {
  const name = `PR ${randomUUID()}`;
  const key = { ...bounds, name, scope: 'ingest' as const, createdBy: null };
  return { app: server.app, apiKey: (await issueKey(server.deps, server.scope, key)).text };
}

const ofPullRequests = () => bound({ mayClaimBase: false });
const ingestKey = () => bound({});

const run = (git: GitFacts | undefined, execution: Partial<IngestExecution> = {}) =>
  makeUpload({
    runId: randomUUID(),
    execution: { project, ...(git === undefined ? {} : { git }), ...execution },
  });

const fix: GitFacts = { branch: 'fix', baseBranch: 'main' };

/** The answer to an upload: `stored`, or the message of the refusal. The key's name is left out. */
async function sent(from: Sender, body: object): Promise<string> {
  const { status, text } = await post(from, body);
  if (status === 200) return 'stored';
  const { error } = JSON.parse(text) as { error: { code: string; message: string } };
  expect([status, error.code]).toEqual([403, 'FORBIDDEN']);
  return error.message.replace(/PR [-0-9a-f]{36}/, 'PR').replaceAll(project, 'shop');
}

/** The project has a default branch, as another key reported it. */
async function reportBase(branch = 'main', ci: CiFacts = {}): Promise<string> {
  const { executionId } = await upload(await ingestKey(), run({ branch }, { key: 'base', ci }));
  await settle(server);
  return executionId;
}

const refusedBase =
  "The API key 'PR' may not claim the base branch of the project 'shop', and this upload is of the branch 'main'. Upload executions of 'main' with another key.";

it('keeps a key to its projects, also to those that do not exist yet', async () => {
  const key = await bound({ projects: [project, `${project} 2`] });
  expect(await sent(key, run(fix))).toBe('stored');
  expect(await sent(key, run(fix, { project: `${project} 2` }))).toBe('stored');
  const before = await countRows(server);
  expect(await sent(key, run(fix, { project: `${project} 3` }))).toBe(
    "The API key 'PR' may only upload to the projects 'shop' and 'shop 2', and this upload is of the project 'shop 3'. Use a key that may upload to this project.",
  );
  expect(await countRows(server)).toEqual(before);
});

const ofRepository = (repository: string) =>
  makeUpload({ execution: { project: undefined, git: { repository } } });

it('takes the project that the repository names', async () => {
  const name = randomUUID();
  const key = await bound({ projects: [name] });
  expect((await post(key, ofRepository(`https://github.com/acme/${name}.git`))).status).toBe(200);
  expect((await post(key, ofRepository(`https://github.com/acme/${name}2.git`))).status).toBe(403);
});

const outside = (tried: string) =>
  `The API key 'PR' may only upload from branches that match 'feature/*', 'fix' and '!feature/secret', and this upload ${tried}. Use a key that may upload from this branch.`;

it('keeps a key to its branches', async () => {
  const key = await bound({ branches: ['feature/*', 'fix', '!feature/secret'] });
  const on = (branch: string | undefined) => sent(key, run(branch === undefined ? {} : { branch }));
  expect([await on('feature/a/b'), await on('fix')]).toEqual(['stored', 'stored']);
  expect(await on('feature/secret')).toBe(outside("is of the branch 'feature/secret'"));
  expect(await on('main')).toBe(outside("is of the branch 'main'"));
  expect(await on('')).toBe(outside('names no branch'));
  expect(await on(undefined)).toBe(outside('names no branch'));
});

it('with only excluded branches, takes an upload without a branch', async () => {
  const key = await bound({ branches: ['!main'] });
  expect(await sent(key, run(undefined))).toBe('stored');
  expect(await sent(key, run({ branch: 'main' }))).toContain("is of the branch 'main'");
});

it.each(['main', 'trunk'])('refuses the base branch when it is %s', async (branch) => {
  const key = await ofPullRequests();
  await reportBase(branch);
  expect(await sent(key, run({ branch }))).toBe(refusedBase.replaceAll('main', branch));
  // This is the repository's own default branch, not a fork's, to be merged into another one.
  expect(await sent(key, run({ branch, baseBranch: 'stable' }))).toContain('may not claim');
  expect(await sent(key, run({ branch: 'fix', baseBranch: branch }))).toBe('stored');
  expect(await sent(key, run(undefined))).toBe('stored');
  // A fork's branch of this name does not count for it.
  expect(await sent(key, run({ branch, baseBranch: branch }))).toBe('stored');
});

const couldBecome = (branch: string) =>
  `The API key 'PR' may not claim the base branch of the project 'shop', which the server does not know yet, and this upload ${branch}: this branch could become it. First upload an execution of the base branch with another key.`;

it('refuses what could become the base branch of a new project', async () => {
  const key = await ofPullRequests();
  expect(await sent(key, run({ branch: 'trunk' }))).toBe(couldBecome("is of the branch 'trunk'"));
  expect(await sent(key, run({ branch: 'main', baseBranch: 'x' }))).toBe(
    couldBecome("is of the branch 'main'"),
  );
  expect(await sent(key, run(undefined))).toContain('names no branch');
  expect(await sent(key, run(fix))).toBe('stored');
  // Its own uploads do not choose the default branch.
  await settle(server);
  expect(await sent(key, run({ branch: 'trunk' }))).toBe(couldBecome("is of the branch 'trunk'"));
  await reportBase('main');
  expect(await sent(key, run({ branch: 'trunk' }))).toBe('stored');
});

it('refuses a part of an execution of the base branch, whatever the part names', async () => {
  const key = await ofPullRequests();
  await reportBase();
  const ofAnother =
    "The API key 'PR' may not claim the base branch of the project 'shop', and the execution of this part is of another branch. Upload executions of 'main' with another key.";
  for (const git of [fix, undefined, { branch: 'main', baseBranch: 'main' }]) {
    for (const merged of [false, true]) {
      expect(await sent(key, run(git, { key: 'base', merged }))).toBe(ofAnother);
    }
  }
});

it('refuses a later part that names the base branch, or completes it', async () => {
  const key = await ofPullRequests();
  await reportBase();
  expect(await sent(key, run(fix, { key: 'mine' }))).toBe('stored');
  expect(await sent(key, run({ branch: 'main' }, { key: 'mine' }))).toBe(refusedBase);
  // Its first part names another target branch, so that the second one is no fork's any more.
  expect(await sent(key, run({ baseBranch: 'stable' }, { key: 'in pieces' }))).toBe('stored');
  expect(await sent(key, run({ branch: 'main', baseBranch: 'main' }, { key: 'in pieces' }))).toBe(
    refusedBase,
  );
  expect(await sent(key, run(undefined, { key: 'mine', merged: true }))).toBe('stored');
});

it('refuses a part of an execution of a branch outside its patterns', async () => {
  const key = await bound({ branches: ['feature/*'] });
  await upload(await ingestKey(), run({ branch: 'release' }, { key: 'theirs' }));
  await upload(await ingestKey(), run(undefined, { key: 'nameless' }));
  const git = { branch: 'feature/a' };
  for (const theirs of ['theirs', 'nameless']) {
    expect(await sent(key, run(git, { key: theirs }))).toContain(
      'the execution of this part is of another branch',
    );
  }
  expect(await sent(key, run(git, { key: 'mine' }))).toBe('stored');
  // A part without a branch has that of its execution.
  expect(await sent(key, run(undefined, { key: 'mine' }))).toBe('stored');
  expect(await sent(key, run({ branch: 'main' }, { key: 'mine' }))).toContain("'main'");
});

it('refuses another attempt of a CI run of the base branch', async () => {
  const key = await ofPullRequests();
  const ci = { provider: 'github-actions', runId: '77', runAttempt: 1 };
  await reportBase('main', ci);
  const again = (facts: Partial<IngestExecution>) =>
    sent(key, run(fix, { key: 'base 2', ci: { ...ci, runAttempt: 2 }, ...facts }));
  const refused =
    "The API key 'PR' may not claim the base branch of the project 'shop', and another attempt of its CI run is of another branch. Upload executions of 'main' with another key.";
  expect([await again({}), await again({ merged: true })]).toEqual([refused, refused]);
  expect(await again({ ci: { ...ci, runId: '78', runAttempt: 2 } })).toBe('stored');
  // The run that a later part adds.
  expect(await sent(key, run(fix, { key: 'later' }))).toBe('stored');
  expect(await sent(key, run(fix, { key: 'later', ci }))).toBe(refused);
});

it('gives no address for an artifact of a refused upload, also not for a repeated one', async () => {
  const key = await ofPullRequests();
  await reportBase();
  const artifact = {
    clientId: 'a',
    name: 'trace.zip',
    kind: 'trace' as const,
    contentType: 'application/zip',
    sizeBytes: 3,
  };
  const body = { ...run({ branch: 'main' }), results: [makeResult({ artifacts: [artifact] })] };
  const repeated = { ...body, idempotencyKey: randomUUID() };
  expect((await upload(await ingestKey(), repeated)).uploads).toHaveLength(1);
  expect([await sent(key, body), await sent(key, repeated)]).toEqual([refusedBase, refusedBase]);
  const own = await upload(key, { ...run(fix), results: [makeResult({ artifacts: [artifact] })] });
  expect(own.uploads).toHaveLength(1);
});

it('checks the text that is stored, not the text that was sent', async () => {
  const key = await bound({ branches: ['!main\uFFFD'], projects: [`${project}\uFFFD`] });
  const body = run({ branch: 'main\0' }, { project: `${project}\0` });
  expect(await sent(key, body)).toContain("is of the branch 'main\uFFFD'");
});

it('binds neither other keys, nor a key that nobody has bound', async () => {
  const free = await ingestKey();
  await reportBase();
  expect(await sent(free, run({ branch: 'main' }))).toBe('stored');
  expect(await sent(server, run({ branch: 'main' }))).toBe('stored');
});
