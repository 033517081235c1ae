import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

/** A folder in front of everything on PATH whose `git` is this shell script; without a script an empty PATH. */
export function withGit(script: string | undefined): Disposable & { path: string } {
  const folder = mkdtempSync(join(tmpdir(), 'svc-fake-git-'));
  if (script !== undefined) {
    writeFileSync(join(folder, 'git'), `#!/bin/sh\n${script}\n`);
    chmodSync(join(folder, 'git'), 0o755);
  }
  const path = script === undefined ? folder : folder + delimiter + (process.env['PATH'] ?? '');
  return { path, [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) };
}
