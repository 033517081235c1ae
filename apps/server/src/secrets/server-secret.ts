import { randomBytes } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config.ts';

/**
 * The secret that the server signs with: SVC_SECRET, or one that is generated once and stored in the data directory,
 * readable only by its owner. Anyone who has it can forge signatures. A new one ends every session.
 */
export function readServerSecret({ secret, dataDir }: SecretConfig): string {
  return secret ?? readStoredSecret(buildSecretPath(dataDir));
}

type SecretConfig = Pick<Config, 'secret' | 'previousSecret' | 'dataDir'>;

/**
 * The secrets before the present one. They only open stored secrets: SVC_PREVIOUS_SECRET, the former ones of the data
 * directory, and with SVC_SECRET also the generated one that it replaced.
 */
export function readFormerSecrets({ secret, previousSecret, dataDir }: SecretConfig): string[] {
  return [
    ...(previousSecret === null ? [] : [previousSecret]),
    ...(secret === null ? [] : readSecretLines(buildSecretPath(dataDir))),
    ...readSecretLines(buildFormerSecretsPath(dataDir)),
  ];
}

/**
 * Replaces the generated secret of the data directory. The former one goes to the file `secret.previous` first, so a
 * crash at any point loses none. Only one process may do this at a time.
 */
export function replaceSecret(dataDir: string): void {
  const former = [
    readStoredSecret(buildSecretPath(dataDir)),
    ...readSecretLines(buildFormerSecretsPath(dataDir)),
  ];
  writeAtOnce(dataDir, buildFormerSecretsPath(dataDir), [...new Set(former)]);
  writeAtOnce(dataDir, buildSecretPath(dataDir), [generateSecret()]);
}

/**
 * Copies the generated secrets of the data directory into a backup's folder, readable only by their owner. Returns the
 * names of the files: none when SVC_SECRET is set, because its owner keeps it.
 */
export function saveSecrets(
  { secret, dataDir }: SecretConfig,
  folder: string,
): ('secret' | 'secret.previous')[] {
  if (secret !== null) return [];
  const former = readSecretLines(buildFormerSecretsPath(dataDir));
  if (former.length > 0) writeAtOnce(folder, buildFormerSecretsPath(folder), former);
  writeAtOnce(folder, buildSecretPath(folder), [readStoredSecret(buildSecretPath(dataDir))]);
  return former.length > 0 ? ['secret', 'secret.previous'] : ['secret'];
}

/**
 * Copies the secrets of a backup into a data directory that has none. Does nothing when SVC_SECRET is set, or when the
 * backup has no secret or the directory has the same.
 * @throws Error when the directory has another secret.
 */
export function restoreSecrets({ secret, dataDir }: SecretConfig, folder: string): void {
  const [saved] = readSecretLines(buildSecretPath(folder));
  if (secret !== null || saved === undefined) return;
  const [present] = readSecretLines(buildSecretPath(dataDir));
  if (present !== undefined && present !== saved) {
    throw new Error(
      `${buildSecretPath(dataDir)} is another secret than that of the backup. Delete the file: the database has nothing that needs it.`,
    );
  }
  const former = readSecretLines(buildFormerSecretsPath(folder));
  if (former.length > 0) writeAtOnce(dataDir, buildFormerSecretsPath(dataDir), former);
  writeAtOnce(dataDir, buildSecretPath(dataDir), [saved]);
}

const buildSecretPath = (dataDir: string): string => join(dataDir, 'secret');
/** A line for each former secret, the newest first. */
const buildFormerSecretsPath = (dataDir: string): string => join(dataDir, 'secret.previous');

function readStoredSecret(path: string): string {
  const kept = readOrMake(path).trim();
  if (kept.length >= SECRET_LENGTH) return kept;
  throw new Error(`The secret in ${path} is cut short. Delete the file; everybody signs in again.`);
}

const SECRET_BYTES = 32;
const SECRET_LENGTH = Math.ceil((SECRET_BYTES * 4) / 3);

const generateSecret = (): string => randomBytes(SECRET_BYTES).toString('base64url');

function readOrMake(path: string): string {
  const fresh = generateSecret();
  try {
    writeFileSync(path, `${fresh}\n`, { flag: 'wx', mode: 0o600, flush: true });
    return fresh;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return readFileSync(path, 'utf8');
  }
}

/** None if there is no such file. */
function readSecretLines(path: string): string[] {
  try {
    return readFileSync(path, 'utf8')
      .split('\n')
      .filter((line) => line.length >= SECRET_LENGTH);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return [];
  }
}

/** Readers see the old content or the new one, also after a loss of power. */
function writeAtOnce(dataDir: string, path: string, lines: string[]): void {
  const fresh = `${path}.new`;
  // A file that a crash left may have another mode.
  rmSync(fresh, { force: true });
  writeFileSync(fresh, `${lines.join('\n')}\n`, { flag: 'wx', mode: 0o600, flush: true });
  renameSync(fresh, path);
  // Windows has no such call for directories.
  if (process.platform === 'win32') return;
  const directory = openSync(dataDir, 'r');
  try {
    fsyncSync(directory);
  } finally {
    closeSync(directory);
  }
}
