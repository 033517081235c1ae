import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { execFileSync } from 'node:child_process';

/**
 * Creates a folder that becomes the first entry of PATH. Its `git` is this shell script. Without a script, PATH
 * contains only an empty folder.
 */
export function withGit(script: string | undefined): Disposable & { path: string } {
  const folder = mkdtempSync(join(tmpdir(), 'svc-fake-git-'));
  if (script !== undefined) {
    writeFileSync(join(folder, 'git'), `#!/bin/sh\n${script}\n`);
    chmodSync(join(folder, 'git'), 0o755);
  }
  const path = script === undefined ? folder : folder + delimiter + (process.env['PATH'] ?? '');
  return { path, [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) };
}

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
