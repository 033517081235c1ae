import { execFileSync } from 'node:child_process';
import { mkdtempSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { withGit } from '../../test/projects/git.ts';
import { readGitCheckout } from './git-facts.ts';
import { readCheckout } from './checkout-files.ts';

const REMOTE = 'https://github.com/example/shop.git';
let folder: string;
let commit: string;

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'svc-git-')));
  git('init', '--quiet', '--initial-branch=main');
  git('remote', 'add', 'origin', REMOTE);
  git('commit', '--quiet', '--allow-empty', '--message', 'feat: open the shop');
  commit = git('rev-parse', 'HEAD').trim();
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

describe('a git that', () => {
  const known = { branch: 'main', repository: 'https://github.com/example/shop' };

  it('cannot be started, which makes Node throw, loses only facts that come from git', async () => {
    // E2BIG: Linux allows at most 128 KiB per variable.
    vi.stubEnv('HUGE', 'x'.repeat(200_000));
    expect(await settled()).toEqual({ facts: { ...known, commit }, isComplete: false });
  });

  it.each([
    ['is not there', undefined],
    ['fails', 'exit 128'],
    ['answers half', `printf '%s' ${'c0ffee0'.repeat(4)}`],
    ['answers a part', `printf '${'c0ffee0'.padEnd(40, '0')}\\nAda\\nfeat\\n\\0# branch.head ma'`],
  ])('%s has not answered in full', async (name, script) => {
    using fake = withGit(script);
    vi.stubEnv('PATH', fake.path);
    const { facts, isComplete } = await settled();
    expect(isComplete).toBe(false);
    const answered = name === 'answers a part' ? { author: 'Ada', message: 'feat' } : { commit };
    expect(facts).toMatchObject({ ...known, ...answered });
    expect(facts.dirty).toBeUndefined();
  });

  it('hangs is left alone when the run gives it up', async () => {
    using fake = withGit('exec sleep 60');
    vi.stubEnv('PATH', fake.path);
    const stop = new AbortController();
    const checkout = readGitCheckout(folder, {}, { signal: stop.signal });
    expect(checkout.facts).toEqual({ ...known, commit });
    stop.abort();
    await checkout.answered;
    expect(checkout.isComplete).toBe(false);
  });

  it('answers while the process is blocked for longer than the timeout has answered', async () => {
    const checkout = readGitCheckout(folder, {}, { timeoutMs: 1_000 });
    block(1_500);
    await checkout.answered;
    const { facts, isComplete } = checkout;
    const answered = { author: 'Ada', message: 'feat: open the shop', dirty: false };
    expect({ facts, isComplete }).toEqual({
      facts: { ...known, commit, ...answered },
      isComplete: true,
    });
  });
});

describe('readCheckout', () => {
  it('gives the same as git in a worktree, a submodule and with packed references', () => {
    git('worktree', 'add', '--quiet', '-b', 'side/way', join(folder, 'tree'));
    git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', folder, 'module');
    git('pack-refs', '--all');
    expect(readCheckout(folder)).toEqual({ branch: 'main', commit, remote: REMOTE });
    expect(readCheckout(join(folder, 'tree'))).toEqual({
      branch: 'side/way',
      commit,
      remote: REMOTE,
    });
    expect(readCheckout(join(folder, 'module'))).toEqual({
      branch: 'main',
      commit,
      remote: folder,
      defaultBranch: 'main',
    });
    git('checkout', '--quiet', '--detach');
    expect(readCheckout(folder)).toEqual({ commit, remote: REMOTE });
  });

  it.each([
    '/srv/my repositories/the shop.git',
    'https://ada@example.com/#1;shop.git',
    String.raw`C:\git\the "shop"`,
    '',
  ])('reads the remote %s as git has written it', (url) => {
    git('remote', 'add', 'upstream', 'https://github.com/else/where');
    git('config', 'remote.origin.url', url);
    expect(readCheckout(folder)?.remote).toBe(url);
  });

  it('takes the first remote without an origin, and none where there is none', () => {
    git('remote', 'rename', 'origin', 'up"stream');
    expect(readCheckout(folder)?.remote).toBe(REMOTE);
    git('remote', 'remove', 'up"stream');
    expect(readCheckout(folder)).toMatchObject({ branch: 'main', commit });
    expect(readCheckout(folder)?.remote).toBeUndefined();
  });

  it('reads a configuration that a person has written', () => {
    writeFileSync(
      join(folder, '.git', 'config'),
      `[core]\n\turl = no\n[Remote "origin"] ; the shop\n  URL = "https://a.test/x ; y" # here\n  url = second`,
    );
    expect(readCheckout(folder)?.remote).toBe('https://a.test/x ; y');
  });

  it('returns the readable facts of a damaged repository, and none without a repository', () => {
    renameSync(join(folder, '.git', 'HEAD'), join(folder, '.git', 'HEAD-gone'));
    expect(readCheckout(folder)).toEqual({ remote: REMOTE });
    writeFileSync(join(folder, '.git', 'HEAD'), 'ref: refs/heads/../../config\n');
    expect(readCheckout(folder)).toEqual({ remote: REMOTE });
    rmSync(join(folder, '.git'), { recursive: true });
    writeFileSync(join(folder, '.git'), 'gitdir: /nowhere\n');
    expect(readCheckout(folder)).toEqual({});
    expect(readCheckout(tmpdir())).toBeUndefined();
  });
});

/** Blocks the event loop, without the use of a processor. */
function block(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}

async function settled() {
  const checkout = readGitCheckout(folder, {});
  await checkout.answered;
  const { facts, isComplete } = checkout;
  return { facts, isComplete };
}

function git(...args: string[]): string {
  const identity = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com'];
  return execFileSync('git', ['-C', folder, ...identity, ...args], { encoding: 'utf8' });
}
