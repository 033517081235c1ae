import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { emptyFolder } from '../../test/run-svc.ts';
import { readGitWorkTree } from './git-work-tree.ts';

it('reads the project from the remote, the branch and the commit from HEAD, also before the first commit', async () => {
  const directory = await emptyFolder();
  execFileSync('git', ['init', '-q', '-b', 'fix-cart'], { cwd: directory });
  execFileSync('git', ['remote', 'add', 'origin', 'git@host.example:team/web.git'], {
    cwd: directory,
  });
  expect(readGitWorkTree(directory)).toEqual({ project: 'web', branch: 'fix-cart' });
  const author = ['-c', 'user.name=a', '-c', 'user.email=a@b.example'];
  execFileSync('git', [...author, 'commit', '-q', '--allow-empty', '-m', 'one'], {
    cwd: directory,
  });
  const commit = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: directory, encoding: 'utf8' });
  expect(readGitWorkTree(directory)).toEqual({
    project: 'web',
    branch: 'fix-cart',
    commit: commit.trim(),
  });
});

it('is empty outside a repository', async () => {
  expect(readGitWorkTree(await emptyFolder())).toEqual({ project: undefined, branch: undefined });
});
