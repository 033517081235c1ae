import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { emptyFolder } from '../test/run-svc.ts';
import { gitWorkTree } from './git-work-tree.ts';

it('takes the project from the remote and the branch from HEAD, also before the first commit', async () => {
  const directory = await emptyFolder();
  execFileSync('git', ['init', '-q', '-b', 'fix-cart'], { cwd: directory });
  execFileSync('git', ['remote', 'add', 'origin', 'git@host.example:team/web.git'], {
    cwd: directory,
  });
  expect(gitWorkTree(directory)).toEqual({ project: 'web', branch: 'fix-cart' });
});

it('knows nothing outside of a repository', async () => {
  expect(gitWorkTree(await emptyFolder())).toEqual({ project: undefined, branch: undefined });
});
