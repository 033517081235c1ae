import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config.ts';

/**
 * The secret that the server signs with: SVC_SECRET, or one that is generated once and stored in the data directory,
 * readable only by its owner. Anyone who has it can forge signatures. A new one ends every session.
 */
export function serverSecret({ secret, dataDir }: Config): string {
  return secret ?? keptSecret(join(dataDir, 'secret'));
}

function keptSecret(path: string): string {
  const kept = readOrMake(path).trim();
  if (kept.length >= SECRET_LENGTH) return kept;
  throw new Error(`The secret in ${path} is cut short. Delete the file; everybody signs in again.`);
}

const SECRET_BYTES = 32;
const SECRET_LENGTH = Math.ceil((SECRET_BYTES * 4) / 3);

function readOrMake(path: string): string {
  const fresh = randomBytes(SECRET_BYTES).toString('base64url');
  try {
    writeFileSync(path, `${fresh}\n`, { flag: 'wx', mode: 0o600, flush: true });
    return fresh;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return readFileSync(path, 'utf8');
  }
}
