import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Turns a folder into a repository with one commit by Ada. The commit contains everything except installed
 * packages.
 */
export function commitAll(folder: string, message = 'feat: begin'): void {
  const git = (...args: string[]): void => {
    execFileSync('git', ['-C', folder, '-c', 'user.name=Ada', '-c', 'user.email=ada@x', ...args]);
  };
  git('init', '--quiet', '--initial-branch=main');
  writeFileSync(join(folder, '.gitignore'), 'node_modules\n');
  git('add', '.');
  git('commit', '--quiet', '--message', message);
}
