import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { joinServerHere, type JoinedServer } from '@svc/server/test/server-here.ts';
import { startGitHub, type GitHubStandIn } from './github/github-stand-in.ts';
import { runAction } from './run-action.ts';

const FORK_COMMIT = 'c0ffee0000000000000000000000000000000004';
const MAIN_COMMIT = 'c0ffee0000000000000000000000000000000005';

let server: JoinedServer;
let gitHub: GitHubStandIn;
let folder: string;

beforeAll(async () => {
  [server, gitHub] = await Promise.all([joinServerHere(), startGitHub()]);
  folder = mkdtempSync(join(tmpdir(), 'svc-action-forks-'));
  mkdirSync(join(folder, 'reports'));
  writeFileSync(join(folder, 'secret.txt'), 'of the runner');
  writeFileSync(
    join(folder, 'reports', 'junit.xml'),
    `<testsuites name="vitest tests"><testsuite name="src/cart.test.ts"><testcase classname="src/cart.test.ts" name="adds" time="0.1"><failure message="expected 1 to be 2"/><system-out>[[ATTACHMENT|${join(folder, 'secret.txt')}]]</system-out></testcase></testsuite></testsuites>`,
  );
});
afterAll(async () => {
  await gitHub.close();
  rmSync(folder, { recursive: true });
});

/** The event after a fork's pull request was tested, whose own branch is called main too. */
const WORKFLOW_RUN = {
  repository: { full_name: 'acme/shop', default_branch: 'main' },
  workflow_run: {
    id: 9001,
    run_attempt: 2,
    name: 'Tests',
    event: 'pull_request',
    head_branch: 'main',
    head_sha: FORK_COMMIT,
    head_repository: { full_name: 'eve/shop', owner: { login: 'eve' } },
    actor: { login: 'eve' },
    triggering_actor: { login: 'ada' },
    pull_requests: [],
  },
};

it('sends the reports of a fork for its branch and its run, and comments on its pull request', async () => {
  gitHub.pulls = [
    { number: 3, head: 'eve:main', sha: 'c0ffee0000000000000000000000000000000009' },
    { number: 21, head: 'eve:main', sha: FORK_COMMIT, base: 'next' },
  ];
  const run = await runAction({
    folder,
    server,
    inputs: { files: 'reports/*.xml' },
    event: WORKFLOW_RUN,
    env: {
      GITHUB_EVENT_NAME: 'workflow_run',
      GITHUB_WORKFLOW: 'Report of forks',
      GITHUB_SHA: MAIN_COMMIT,
      GITHUB_RUN_ID: '9002',
      GITHUB_API_URL: gitHub.url,
    },
  });
  expect(run.exitCode).toBe(0);
  const answer = await fetch(`${server.url}/api/executions/${run.outputs['execution-id']}`, {
    headers: { authorization: `Bearer ${server.apiKey}` },
  });
  expect(await answer.json()).toMatchObject({
    data: {
      project: 'shop',
      key: 'github:9001:2:vitest',
      attempt: 2,
      git: { branch: 'eve:main', commit: FORK_COMMIT, baseBranch: 'next' },
      artifacts: [],
      ci: { provider: 'github', runId: '9001', runAttempt: 2, workflow: 'Tests', pullRequest: 21 },
    },
  });
  expect(gitHub.calls.filter((call) => call !== 'issues/list-comments')).toEqual([
    'pulls/list',
    'issues/create-comment',
  ]);
  expect(gitHub.comments[0]?.body).toContain('eve:main c0ffee0');
});

it('writes no comment if the pull request has another commit by now', async () => {
  gitHub.pulls = [{ number: 21, head: 'eve:main', sha: MAIN_COMMIT }];
  gitHub.calls = [];
  const run = await runAction({
    folder,
    server,
    inputs: { files: 'reports/*.xml' },
    event: WORKFLOW_RUN,
    env: { GITHUB_EVENT_NAME: 'workflow_run', GITHUB_API_URL: gitHub.url },
  });
  expect(run.exitCode).toBe(0);
  expect(gitHub.calls).toEqual(['pulls/list']);
});
