import { spawnSync } from 'node:child_process';
import type { ReleaseOptions } from './options.ts';

type Place = Pick<ReleaseOptions, 'scope' | 'registry'>;

/** A version of a package that the registry has. */
export interface PublishedVersion {
  name: string;
  /** The commit of this repository that it was made of; null: it does not say. */
  commit: string | null;
}

/** Runs npm for that registry, also if npm's settings name another one for the scope. */
export function npm(
  args: string[],
  { scope, registry }: Place,
  { stdio = 'pipe' }: { stdio?: 'pipe' | 'inherit' } = {},
) {
  const flags = ['--registry', registry, `--${scope}:registry=${registry}`];
  return spawnSync('npm', [...args, ...flags], {
    encoding: 'utf8',
    stdio,
    maxBuffer: 100_000_000,
  });
}

/**
 * Null if the registry does not have this version.
 *
 * @throws Error if the registry does not answer, or refuses to.
 */
export function findPublished(
  name: string,
  version: string,
  place: Place,
): PublishedVersion | null {
  const { status, stdout, stderr } = npm(['view', `${name}@${version}`, '--json'], place);
  // Without an output, the registry has other versions of the package.
  if (status === 0 && stdout.trim() === '') return null;
  if (status === 0) {
    const { gitHead = null } = JSON.parse(stdout) as { gitHead?: string };
    return { name, commit: gitHead };
  }
  if (stderr.includes('E404')) return null;
  throw new Error(`${place.registry} does not say whether it has ${name}: ${explainNpm(stderr)}`);
}

/** `npm error code E401` comes first, and the sentence after it. */
export function explainNpm(stderr: string): string {
  const lines = stderr.split('\n').filter((line) => line.startsWith('npm error '));
  const sentence = lines.find((line) => !line.startsWith('npm error code')) ?? stderr;
  return sentence.replace('npm error ', '').trim().split('\n', 1)[0] ?? '';
}

/**
 * CI publishes as a trusted publisher of npm: it exchanges the identity of the run for a token when it publishes. Other
 * registries know no such thing.
 */
export function isTrustedPublisher(registry: string, env = process.env): boolean {
  return isNpms(registry) && ('ACTIONS_ID_TOKEN_REQUEST_URL' in env || 'NPM_ID_TOKEN' in env);
}

/**
 * Whether npm can state which run of CI published a package. The statement is public, whatever the registry, so a
 * private one gets none. GitLab needs a token of its own for it.
 */
export function hasProvenance(registry: string, env = process.env): boolean {
  return isNpms(registry) && ('ACTIONS_ID_TOKEN_REQUEST_URL' in env || 'SIGSTORE_ID_TOKEN' in env);
}

function isNpms(registry: string): boolean {
  return new URL(registry).hostname === 'registry.npmjs.org';
}
