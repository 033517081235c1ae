import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { writeSpool } from '@svc/reporter-core/spool/spool';
import { fixtureBody } from './samples/make-execution.ts';
import { emptyFolder } from './run-svc.ts';

export interface SpooledProject {
  directory: string;
  /** The folder of the runs. */
  spool: string;
}

/** A project with spooled runs, oldest first. `refused` ones have a form that no server accepts. */
export async function makeSpooledProject(url: string, ...keys: string[]): Promise<SpooledProject> {
  const directory = await emptyFolder();
  const spool = join(directory, 'node_modules', '.cache', 'svc');
  await mkdir(spool, { recursive: true });
  for (const [index, key] of keys.entries()) {
    const body = structuredClone(fixtureBody);
    body.idempotencyKey = `${directory} ${key}`;
    body.execution.key = key;
    if (key === 'refused') body.execution.durationMs = -1;
    const savedAt = `2026-11-20T10:00:0${index}.000Z`;
    const written = writeSpool({ savedAt, url, body }, directory);
    if (!written.ok) throw new Error(written.message);
  }
  return { directory, spool };
}
