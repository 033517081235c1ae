import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it as plainIt } from 'vitest';

export interface EmptyProject {
  folder: string;
  /** The folder for unsent runs. */
  spool: string;
}

/** Gives each test a project without files and without a git repository, so that tests can run concurrently. */
// oxlint-disable-next-line no-empty-pattern -- Vitest takes no other first argument.
export const it = plainIt.extend('project', ({}, { onCleanup }): EmptyProject => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'svc-empty-')));
  onCleanup(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'node_modules'));
  return { folder, spool: join(folder, 'node_modules', '.cache', 'svc') };
});
