import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Makes a folder a repository with one commit of Ada's that holds all but what was installed. */
export function commitAll(folder: string, message = 'feat: begin'): void {
  const git = (...args: string[]): void => {
    execFileSync('git', ['-C', folder, '-c', 'user.name=Ada', '-c', 'user.email=ada@x', ...args]);
  };
  git('init', '--quiet', '--initial-branch=main');
  writeFileSync(join(folder, '.gitignore'), 'node_modules\n');
  git('add', '.');
  git('commit', '--quiet', '--message', message);
}
