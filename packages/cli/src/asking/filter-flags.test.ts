import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Invocation } from '../invocation/invocation.ts';
import { resolveProjectScope } from './filter-flags.ts';

let directory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'svc-scope-'));
});
afterAll(() => rmSync(directory, { recursive: true }));

/** A job of GitHub Actions for a pull request, which checks out a merge commit. */
function pullRequestJob(): Record<string, string> {
  const event = join(directory, 'event.json');
  const head = { sha: 'b'.repeat(40), ref: 'feature' };
  writeFileSync(event, JSON.stringify({ pull_request: { number: 12, head } }));
  return {
    GITHUB_ACTIONS: 'true',
    GITHUB_EVENT_NAME: 'pull_request',
    GITHUB_EVENT_PATH: event,
    GITHUB_HEAD_REF: 'feature',
    GITHUB_REF_NAME: '12/merge',
    GITHUB_SHA: 'a'.repeat(40),
    GITHUB_RUN_ID: '7',
  };
}

const scopeIn = (env: Record<string, string>, flags = {}) =>
  resolveProjectScope(flags, { directory, env } as unknown as Invocation);

it('takes branch and commit of a pull request from the CI run, as reporters do', async () => {
  const ofPullRequest = { currentBranch: 'feature', currentCommit: 'b'.repeat(40), isInCi: true };
  expect(await scopeIn(pullRequestJob())).toMatchObject(ofPullRequest);
  expect(await scopeIn(pullRequestJob(), { project: 'web' })).toMatchObject(ofPullRequest);
});

it('knows neither outside of a repository and of CI', async () => {
  expect(await scopeIn({ SVC_PROJECT: 'web' })).toEqual({
    project: 'web',
    takenFrom: 'SVC_PROJECT',
    currentBranch: undefined,
    currentCommit: undefined,
    isInCi: false,
  });
});
