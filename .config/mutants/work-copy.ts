import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface WorkCopy {
  folder: string;
  remove: () => void;
}

/**
 * A copy of a checkout with its dependencies, in the temporary folder: of the commit, by default of the work tree as it
 * is, without untracked files. `checkout` itself stays as it is.
 */
export function copyOf(checkout: string, commit?: string): WorkCopy {
  const folder = mkdtempSync(join(tmpdir(), 'svc-mutants-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  // Postgres must be able to enter, because it runs as another user if the current user is root.
  chmodSync(folder, 0o711);
  try {
    // A commit of the work tree, which no branch and no stash names. Empty without changes.
    const copied = commit ?? (run('git', ['stash', 'create'], checkout) || 'HEAD');
    const id = run('git', ['rev-parse', `${copied}^{commit}`], checkout);
    run('git', ['clone', '--quiet', '--shared', '--no-checkout', checkout, folder], checkout);
    run('git', ['checkout', '--quiet', '--detach', id], folder);
    run('npx', ['-y', 'pnpm@12', 'install', '--prefer-offline', '--frozen-lockfile'], folder);
  } catch (error) {
    remove();
    throw error;
  }
  return { folder, remove };
}

/** Runs the command and returns its output. */
function run(command: string, args: string[], cwd: string): string {
  return execFileSync(command, args, {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  }).trim();
}
