import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { detectCiRun } from './ci-facts.ts';
import { chooseExecutionKey } from './execution-key.ts';

const GITHUB = {
  CI: 'true',
  GITHUB_ACTIONS: 'true',
  GITHUB_RUN_ID: '4711',
  GITHUB_RUN_ATTEMPT: '2',
  GITHUB_WORKFLOW: 'ci',
  GITHUB_JOB: 'test',
  GITHUB_EVENT_NAME: 'push',
  GITHUB_ACTOR: 'ada',
  GITHUB_SERVER_URL: 'https://github.com',
  GITHUB_REPOSITORY: 'example/shop',
  GITHUB_REF: 'refs/heads/main',
  GITHUB_REF_NAME: 'main',
  GITHUB_REF_TYPE: 'branch',
  GITHUB_SHA: 'c0ffee0',
  GITHUB_HEAD_REF: '',
  GITHUB_BASE_REF: '',
};

const PROVIDERS: [provider: string, env: Record<string, string>, key: string, expected: object][] =
  [
    [
      'gitlab',
      {
        GITLAB_CI: 'true',
        CI_PIPELINE_ID: '9',
        CI_JOB_NAME: 'unit 2/5',
        CI_MERGE_REQUEST_IID: '12',
        CI_COMMIT_BRANCH: 'main',
        CI_COMMIT_SHA: 'c0ffee0',
        CI_COMMIT_AUTHOR: 'Ada <ada@example.com>',
      },
      'gitlab:9:1:unit',
      { ci: { job: 'unit 2/5', pullRequest: 12 }, git: { branch: 'main', author: 'Ada' } },
    ],
    [
      // A pipeline for merged results: GitLab created the commit that is checked out.
      'gitlab',
      {
        GITLAB_CI: 'true',
        CI_PIPELINE_ID: '9',
        CI_MERGE_REQUEST_IID: '12',
        CI_MERGE_REQUEST_TITLE: 'fix: the cart',
        CI_MERGE_REQUEST_SOURCE_BRANCH_NAME: 'fix-cart',
        CI_MERGE_REQUEST_SOURCE_BRANCH_SHA: 'beef',
        CI_MERGE_REQUEST_TARGET_BRANCH_NAME: 'main',
        CI_MERGE_REQUEST_DIFF_BASE_SHA: 'ba5e',
        CI_COMMIT_SHA: 'c0ffee0',
        CI_COMMIT_MESSAGE: 'Merge beef into ba5e',
        CI_COMMIT_AUTHOR: 'GitLab <gitlab@example.com>',
      },
      'gitlab:9:1:unit',
      {
        git: {
          branch: 'fix-cart',
          commit: 'beef',
          message: 'fix: the cart',

          baseBranch: 'main',
          baseCommit: 'ba5e',
        },
      },
    ],
    [
      'gitlab',
      {
        GITLAB_CI: 'true',
        CI_PIPELINE_ID: '9',
        CI_EXTERNAL_PULL_REQUEST_IID: '3',
        CI_EXTERNAL_PULL_REQUEST_SOURCE_BRANCH_NAME: 'fix-cart',
        CI_EXTERNAL_PULL_REQUEST_SOURCE_BRANCH_SHA: 'beef',
        CI_EXTERNAL_PULL_REQUEST_TARGET_BRANCH_NAME: 'main',
      },
      'gitlab:9:1:unit',
      { ci: { pullRequest: 3 }, git: { branch: 'fix-cart', commit: 'beef', baseBranch: 'main' } },
    ],
    [
      'circleci',
      {
        CIRCLECI: 'true',
        CIRCLE_WORKFLOW_ID: 'w',
        CIRCLE_PULL_REQUEST: 'https://github.com/a/b/pull/7',
      },
      'circleci:w:1:unit',
      { ci: { pullRequest: 7 } },
    ],
    [
      'buildkite',
      {
        BUILDKITE: 'true',
        BUILDKITE_BUILD_ID: 'b',
        BUILDKITE_PULL_REQUEST: 'false',
        BUILDKITE_COMMIT: 'HEAD',
        BUILDKITE_RETRY_COUNT: '1',
      },
      'buildkite:b:2:unit',
      { ci: { provider: 'buildkite', runId: 'b' }, git: {} },
    ],
    [
      'jenkins',
      { JENKINS_URL: 'http://ci/', JOB_NAME: 'shop', BUILD_NUMBER: '5', GIT_BRANCH: 'origin/main' },
      'jenkins:shop#5:1:unit',
      { git: { branch: 'main' } },
    ],
    [
      'jenkins',
      {
        JENKINS_URL: 'http://ci/',
        JOB_NAME: 'shop/PR-7',
        BUILD_NUMBER: '5',
        BRANCH_NAME: 'PR-7',
        CHANGE_ID: '7',
        CHANGE_BRANCH: 'fix-cart',
        CHANGE_TARGET: 'main',
        CHANGE_TITLE: 'fix: the cart',
      },
      'jenkins:shop/PR-7#5:1:unit',
      {
        ci: { pullRequest: 7, event: 'pull_request' },
        git: { branch: 'fix-cart', baseBranch: 'main', message: 'fix: the cart' },
      },
    ],
    [
      'azure',
      {
        TF_BUILD: 'True',
        BUILD_BUILDID: '8',
        SYSTEM_STAGEATTEMPT: '3',
        BUILD_SOURCEBRANCH: 'refs/heads/a/b',
      },
      'azure:8:3:unit',
      { git: { branch: 'a/b' } },
    ],
    [
      'bitbucket',
      {
        BITBUCKET_BUILD_NUMBER: '6',
        BITBUCKET_PIPELINE_UUID: '{u}',
        BITBUCKET_PR_ID: '4',
        BITBUCKET_STEP_RUN_NUMBER: '2',
      },
      'bitbucket:{u}:2:unit',
      { ci: { pullRequest: 4 } },
    ],
  ];

describe('ciRun', () => {
  it('reads a push on GitHub', () => {
    expect(detectCiRun(GITHUB_STEP)).toEqual({
      leg: undefined,
      step: 'github_1 __run',
      ci: {
        provider: 'github',
        runId: '4711',
        runAttempt: 2,
        workflow: 'ci',
        job: 'test',
        event: 'push',
        actor: 'ada',
        url: 'https://github.com/example/shop/actions/runs/4711',
      },
      git: { branch: 'main', commit: 'c0ffee0', repository: 'https://github.com/example/shop' },
    });
  });

  it('takes the head of a pull request on GitHub, not the merge commit that was checked out', () => {
    const folder = mkdtempSync(join(tmpdir(), 'svc-event-'));
    const path = join(folder, 'event.json');
    const event = {
      pull_request: {
        head: { sha: 'beef' },
        base: { sha: 'ba5e' },
        title: 'fix: the cart',
        user: { login: 'ada' },
      },
    };
    writeFileSync(path, JSON.stringify(event));
    const run = detectCiRun({
      ...GITHUB,
      GITHUB_EVENT_PATH: path,
      GITHUB_REF: 'refs/pull/12/merge',
      GITHUB_REF_NAME: '12/merge',
      GITHUB_HEAD_REF: 'fix-cart',
      GITHUB_BASE_REF: 'main',
    });
    rmSync(folder, { recursive: true });
    expect(run?.ci.pullRequest).toBe(12);
    expect(run?.git).toEqual({
      branch: 'fix-cart',
      commit: 'beef',
      message: 'fix: the cart',
      author: 'ada',
      repository: 'https://github.com/example/shop',
      baseBranch: 'main',
      baseCommit: 'ba5e',
    });
  });

  it('knows the pull request of an event on the base branch, and a merge queue', () => {
    const target = { pull_request: { number: 12, head: { sha: 'beef' }, base: { sha: 'ba5e' } } };
    const run = withEvent(target, { GITHUB_EVENT_NAME: 'pull_request_target' });
    expect(run?.ci.pullRequest).toBe(12);
    expect(run?.git).toMatchObject({ commit: 'beef', baseCommit: 'ba5e' });

    const group = { head_sha: 'feed', base_sha: 'ba5e', base_ref: 'refs/heads/main' };
    const queued = withEvent(
      { merge_group: group },
      { GITHUB_REF_NAME: 'gh-readonly-queue/main/pr-12' },
    );
    expect(queued?.git).toMatchObject({
      branch: 'gh-readonly-queue/main/pr-12',
      commit: 'feed',
      baseBranch: 'main',
      baseCommit: 'ba5e',
    });
  });

  it('names the owner with the branch of a fork, which may be called like one of this repository', () => {
    const pull_request = {
      head: { ref: 'main', label: 'eve:main', repo: { full_name: 'eve/shop' } },
      base: { ref: 'main', label: 'example:main', repo: { full_name: 'example/shop' } },
    };
    const env = { GITHUB_HEAD_REF: 'main', GITHUB_REF: 'refs/pull/12/merge' };
    expect(withEvent({ pull_request }, env)?.git.branch).toBe('eve:main');
    const deleted = { ...pull_request, head: { ...pull_request.head, repo: null } };
    expect(withEvent({ pull_request: deleted }, env)?.git.branch).toBe('eve:main');
    const own = { ...pull_request, head: pull_request.base };
    expect(withEvent({ pull_request: own }, env)?.git.branch).toBe('main');
  });

  it.each<[string, Record<string, unknown>, string]>([
    ['a label without one', { label: 'main', repo: { full_name: 'eve/shop' } }, 'eve:main'],
    ['no label', { repo: { full_name: 'eve/shop' } }, 'eve:main'],
    ['a deleted repository', { label: 'main', repo: null, user: { login: 'eve' } }, 'eve:main'],
    ['nothing but the branch', {}, 'fork:main'],
  ])("names a fork's owner with %s, as Gitea and Forgejo send it", (_, head, branch) => {
    const pull_request = {
      head: { ref: 'main', ...head },
      base: { ref: 'main', label: 'main', repo: { full_name: 'example/shop' } },
    };
    const env = { GITHUB_HEAD_REF: 'main', GITHUB_REF: 'refs/pull/12/head' };
    expect(withEvent({ pull_request }, env)?.git.branch).toBe(branch);
  });

  it.each<[string, Record<string, string>, string]>([
    ['GitLab', GITLAB_FORK, 'stranger:main'],
    [
      'GitLab, of a group',
      { ...GITLAB_FORK, CI_MERGE_REQUEST_SOURCE_PROJECT_PATH: 'a/b/shop' },
      'a/b:main',
    ],
    [
      'GitLab, of this project',
      { ...GITLAB_FORK, CI_MERGE_REQUEST_SOURCE_PROJECT_PATH: 'acme/shop' },
      'main',
    ],
    [
      'GitLab for GitHub',
      {
        GITLAB_CI: 'true',
        CI_EXTERNAL_PULL_REQUEST_SOURCE_BRANCH_NAME: 'main',
        CI_EXTERNAL_PULL_REQUEST_SOURCE_REPOSITORY: 'stranger/shop',
        CI_EXTERNAL_PULL_REQUEST_TARGET_REPOSITORY: 'acme/shop',
      },
      'stranger:main',
    ],
    ['Buildkite', BUILDKITE_FORK, 'stranger:main'],
    [
      'Buildkite that names the owner',
      { ...BUILDKITE_FORK, BUILDKITE_BRANCH: 'stranger:main' },
      'stranger:main',
    ],
    [
      'Buildkite, of this repository',
      { ...BUILDKITE_FORK, BUILDKITE_PULL_REQUEST_REPO: 'https://github.com/Acme/shop' },
      'main',
    ],
    [
      'Buildkite without a pull request',
      { ...BUILDKITE_FORK, BUILDKITE_PULL_REQUEST_REPO: '' },
      'main',
    ],
    ...(
      [
        ['git@github.com:/acme/shop.git', 'https://github.com/acme/shop', 'main'],
        [
          'https://bb.acme.test/scm/acme/shop.git',
          'ssh://git@bb.acme.test:7999/acme/shop.git',
          'main',
        ],
        [
          'https://bb.acme.test/scm/eve/shop.git',
          'ssh://git@bb.acme.test:7999/acme/shop.git',
          'eve:main',
        ],
        ['git@host:other.git', 'git@host:shop.git', 'fork:main'],
        ['git@host:shop.git', 'git@host:shop.git', 'main'],
      ] as const
    ).map(([source, target, branch]): [string, Record<string, string>, string] => [
      `Buildkite, of ${source}`,
      { ...BUILDKITE_FORK, BUILDKITE_PULL_REQUEST_REPO: source, BUILDKITE_REPO: target },
      branch,
    ]),
    ['Jenkins', JENKINS_FORK, 'stranger:main'],
    [
      'Jenkins, of another name',
      { ...JENKINS_FORK, CHANGE_FORK: 'stranger/our-shop' },
      'stranger:main',
    ],
    ['Jenkins, of this repository', { ...JENKINS_FORK, CHANGE_FORK: '' }, 'main'],
    ['Azure', AZURE_FORK, 'stranger:main'],
    [
      'Azure without its address',
      { ...AZURE_FORK, SYSTEM_PULLREQUEST_SOURCEREPOSITORYURI: '' },
      'fork:main',
    ],
    ['Azure, of this repository', { ...AZURE_FORK, SYSTEM_PULLREQUEST_ISFORK: 'False' }, 'main'],
  ])('names the owner of a fork on %s', (_, env, branch) => {
    expect(detectCiRun(env)?.git.branch).toBe(branch);
  });

  it.each<[string, Record<string, string>, Record<string, string>]>([
    ['GitHub', GITHUB_STEP, { RUNNER_TRACKING_ID: 'github_2' }],
    ['another step of the job', GITHUB_STEP, { GITHUB_ACTION: '__run_3' }],
    [
      'a container of GitHub',
      { ...GITHUB_STEP, RUNNER_TRACKING_ID: '', RUNNER_NAME: 'r1', HOSTNAME: 'c1' },
      { HOSTNAME: 'c2' },
    ],
    ['GitLab', { GITLAB_CI: 'true', CI_JOB_NAME: 'unit: [pg]' }, { CI_JOB_NAME: 'unit: [mysql]' }],
    ['Buildkite', { BUILDKITE: 'true', BUILDKITE_JOB_ID: 'a' }, { BUILDKITE_JOB_ID: 'b' }],
    [
      'CircleCI',
      { CIRCLECI: 'true', CIRCLE_WORKFLOW_JOB_ID: 'a', CIRCLE_NODE_INDEX: '0' },
      { CIRCLE_NODE_INDEX: '1' },
    ],
    [
      'Azure',
      {
        TF_BUILD: 'True',
        SYSTEM_PHASENAME: 'unit',
        SYSTEM_JOBNAME: 'pg',
        SYSTEM_TASKINSTANCENAME: 'CmdLine',
      },
      { SYSTEM_JOBNAME: 'mysql' },
    ],
    [
      'Bitbucket',
      { BITBUCKET_BUILD_NUMBER: '7', BITBUCKET_STEP_UUID: '{a}' },
      { BITBUCKET_STEP_UUID: '{b}' },
    ],
  ])('tells the steps of started jobs apart on %s', (_, env, other) => {
    const step = detectCiRun(env)?.step;
    expect(step).toMatch(/\S/);
    expect(detectCiRun({ ...env })?.step).toBe(step);
    expect(detectCiRun({ ...env, ...other })?.step).not.toBe(step);
  });

  it.each([
    ['GitHub, when nothing names it', GITHUB],
    ['Jenkins', { ...JENKINS_FORK, BUILD_TAG: 'shop-7', STAGE_NAME: 'test', EXECUTOR_NUMBER: '0' }],
  ])('takes no two runs for one step of %s', (_, env) => {
    expect(detectCiRun(env)?.step).toMatch(/\S/);
    expect(detectCiRun(env)?.step).not.toBe(detectCiRun(env)?.step);
  });

  it.each(PROVIDERS)('knows %s (%#)', (provider, env, key, expected) => {
    const run = detectCiRun(env);
    expect(run?.ci.provider).toBe(provider);
    expect(run).toMatchObject(expected);
    expect(chooseExecutionKey(undefined, run?.ci, 'unit')).toEqual({ key, isShared: true });
  });

  it('is undefined on a desk, and knows a CI system of no name', () => {
    expect(detectCiRun({})).toBeUndefined();
    expect(detectCiRun({ CI: 'false' })).toBeUndefined();
    const run = detectCiRun({ CI: '1' });
    expect(run?.git).toEqual({});
    expect(chooseExecutionKey(undefined, run?.ci, 'unit').isShared).toBe(false);
  });
});

const GITHUB_STEP = { ...GITHUB, RUNNER_TRACKING_ID: 'github_1', GITHUB_ACTION: '__run' };
const GITLAB_FORK = {
  GITLAB_CI: 'true',
  CI_MERGE_REQUEST_SOURCE_BRANCH_NAME: 'main',
  CI_MERGE_REQUEST_SOURCE_PROJECT_PATH: 'stranger/shop',
  CI_MERGE_REQUEST_PROJECT_PATH: 'acme/shop',
};
const BUILDKITE_FORK = {
  BUILDKITE: 'true',
  BUILDKITE_BRANCH: 'main',
  BUILDKITE_REPO: 'git@github.com:acme/shop.git',
  BUILDKITE_PULL_REQUEST_REPO: 'git://github.com/stranger/shop.git',
};
const JENKINS_FORK = {
  JENKINS_URL: 'https://ci.acme.test',
  BUILD_NUMBER: '7',
  BRANCH_NAME: 'PR-6',
  CHANGE_BRANCH: 'main',
  CHANGE_FORK: 'stranger',
};
const AZURE_FORK = {
  TF_BUILD: 'True',
  SYSTEM_PULLREQUEST_SOURCEBRANCH: 'refs/heads/main',
  SYSTEM_PULLREQUEST_ISFORK: 'True',
  SYSTEM_PULLREQUEST_SOURCEREPOSITORYURI: 'https://dev.azure.test/stranger/shop',
  BUILD_REPOSITORY_URI: 'https://dev.azure.test/acme/shop',
};

function withEvent(event: object, env: Record<string, string>): ReturnType<typeof detectCiRun> {
  const folder = mkdtempSync(join(tmpdir(), 'svc-event-'));
  const path = join(folder, 'event.json');
  writeFileSync(path, JSON.stringify(event));
  const run = detectCiRun({ ...GITHUB, GITHUB_EVENT_PATH: path, ...env });
  rmSync(folder, { recursive: true });
  return run;
}
