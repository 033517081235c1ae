import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { GitFacts } from '@svc/contract/executions/ingest';
import { readGitCheckout } from './git-facts.ts';
import { toRepositoryUrl } from './repository-url.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'svc-git-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('gitCheckout', () => {
  it('reads branch, commit, message, author, repository and whether files changed', async () => {
    const commit = makeRepository();
    expect(await gitFacts(folder)).toEqual({
      branch: 'main',
      commit,
      message: 'feat: open the shop\n\nWith a till.',
      author: 'Ada Example',
      repository: 'https://github.com/example/shop',
      dirty: false,
    });
    writeFileSync(join(folder, 'new.txt'), 'untracked files do not count');
    expect((await gitFacts(folder)).dirty).toBe(false);
    writeFileSync(join(folder, 'shop.txt'), 'changed');
    expect((await gitFacts(folder)).dirty).toBe(true);
  });

  it('finds the commit where a branch left the default branch', async () => {
    const base = makeRepository();
    git('update-ref', 'refs/remotes/origin/main', base);
    git('symbolic-ref', 'refs/remotes/origin/HEAD', 'refs/remotes/origin/main');
    git('switch', '--quiet', '--create', 'fix-cart');
    git('commit', '--quiet', '--allow-empty', '--message', 'fix: the cart');
    expect(await gitFacts(folder)).toMatchObject({
      branch: 'fix-cart',
      baseBranch: 'main',
      baseCommit: base,
    });
  });

  it('takes the branch from the CI system when the head is detached', async () => {
    const commit = makeRepository();
    git('checkout', '--quiet', '--detach');
    expect((await gitFacts(folder)).branch).toBeUndefined();
    expect(await gitFacts(folder, { branch: 'main' })).toMatchObject({ branch: 'main', commit });
  });

  it('does not describe another commit when a shallow clone lacks the one of the CI system', async () => {
    makeRepository();
    const known = { commit: 'c0ffee0'.padEnd(40, '0'), message: 'the title' };
    expect(await gitFacts(folder, known)).toMatchObject(known);
    expect((await gitFacts(folder, known)).author).toBeUndefined();
  });

  it('reads a shallow clone and a worktree, where .git is a file', async () => {
    const commit = makeRepository();
    const clone = join(folder, 'clone');
    git('commit', '--quiet', '--allow-empty', '--message', 'second');
    git('clone', '--quiet', '--depth=1', `file://${folder}`, clone);
    expect(await gitFacts(clone)).toMatchObject({
      branch: 'main',
      message: 'second',
      dirty: false,
    });
    git('worktree', 'add', '--quiet', '-b', 'side', join(folder, 'tree'), commit);
    expect(await gitFacts(join(folder, 'tree'))).toMatchObject({ branch: 'side', commit });
  });

  it('reads a checkout that belongs to another user, as in a container', async () => {
    const commit = makeRepository();
    vi.stubEnv('GIT_TEST_ASSUME_DIFFERENT_OWNER', '1');
    expect(() => git('rev-parse', 'HEAD')).toThrow('dubious ownership');
    expect(await gitFacts(folder)).toMatchObject({ branch: 'main', commit });
    vi.unstubAllEnvs();
  });

  it('reads the branch even if git cannot report changes', async () => {
    const commit = makeRepository();
    writeFileSync(join(folder, '.git', 'index'), 'nonsense');
    const facts = await gitFacts(folder);
    expect(facts).toMatchObject({ branch: 'main', commit });
    expect(facts.dirty).toBeUndefined();
  });

  it('gives no facts without a repository, and few in one without a commit and of a folder that is not there', async () => {
    expect(await gitFacts(folder)).toEqual({});
    git('init', '--quiet', '--initial-branch=main');
    expect(await gitFacts(folder)).toEqual({ branch: 'main', dirty: false });
    expect(await gitFacts(join(folder, 'nowhere'))).toEqual({ branch: 'main' });
  });

  it('does not use a revision that git would read as an option', async () => {
    makeRepository();
    expect(await gitFacts(folder, { commit: '--output=stolen' })).toMatchObject({ branch: 'main' });
  });
});

describe('repositoryUrl', () => {
  it.each([
    ['git@github.com:example/shop.git', 'https://github.com/example/shop'],
    ['ssh://git@github.com:22/example/shop.git', 'https://github.com/example/shop'],
    ['https://ada:secret@git.example.com:8443/a/b/', 'https://git.example.com:8443/a/b'],
    ['https://token@github.com/example/shop', 'https://github.com/example/shop'],
    ['/srv/git/shop.git', '/srv/git/shop'],
    ['C:\\git\\shop', 'C:\\git\\shop'],
  ])('makes %s an address without credentials', (remote, url) => {
    expect(toRepositoryUrl(remote)).toBe(url);
  });
});

async function gitFacts(directory: string, known: GitFacts = {}): Promise<GitFacts> {
  const checkout = readGitCheckout(directory, known);
  await checkout.answered;
  return checkout.facts;
}

function makeRepository(): string {
  git('init', '--quiet', '--initial-branch=main');
  git('remote', 'add', 'origin', 'https://ada:s3cret@github.com/example/shop.git');
  writeFileSync(join(folder, 'shop.txt'), 'open');
  git('add', '.');
  git('commit', '--quiet', '--message', 'feat: open the shop\n\nWith a till.');
  return git('rev-parse', 'HEAD').trim();
}

function git(...args: string[]): string {
  const identity = ['-c', 'user.name=Ada Example', '-c', 'user.email=ada@example.com'];
  return execFileSync('git', ['-C', folder, ...identity, ...args], { encoding: 'utf8' });
}
