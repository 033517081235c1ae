import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { foldersUpToRepository } from '@svc/reporter-core/facts/repository-root';
import type { Check } from '../views/doctor-text.ts';
import { reporterPath, type ReporterPath } from './reporter-path.ts';

const REPORTER = '@svc/vitest-reporter';
const BY_NAME = /["'`]@svc\/vitest-reporter/;

/**
 * Checks whether the nearest Vitest configuration names our reporter, and whether the reporter is there. Reads only the
 * text, so a configuration that imports another one may be misjudged. Undefined when no folder up to the
 * repository's root has a configuration.
 */
export async function checkReporter(directory: string): Promise<Check | undefined> {
  const configs = await nearestConfigs(directory);
  const [first] = configs;
  if (first === undefined) return undefined;
  const shown = (path: string) => relative(directory, path);
  const version = await installedVersion(directory, 'vitest');
  const vitest = `vitest${version === undefined ? '' : ` ${version}`}`;
  const named = await firstNaming(configs, directory);
  if (named === undefined) {
    const advice = [
      `npm install --save-dev ${REPORTER}`,
      `then in ${shown(first)}: test: { reporters: ['default', '${REPORTER}'] }`,
    ];
    return warning(`${vitest} without ${REPORTER} in ${shown(first)}`, advice);
  }
  const config = shown(named.config);
  if (named.path?.kind === 'missing') {
    return warning(`${config} names the reporter '${named.path.path}', which does not exist`, [
      'correct the path, or build svc there: npx -y pnpm@12 build',
    ]);
  }
  if (named.path === undefined && !isInstalled(directory, REPORTER)) {
    const text = `${REPORTER} is in ${config}, but not installed`;
    return warning(text, [`npm install --save-dev ${REPORTER}`]);
  }
  const text = `${vitest} with ${REPORTER} in ${config}`;
  return { name: 'reporter', status: 'ok', text, advice: [] };
}

function warning(text: string, advice: string[]): Check {
  return { name: 'reporter', status: 'warning', text, advice };
}

// In Vitest's search order. Tidy repositories keep theirs in a `.config` folder.
const CONFIG_NAME = /^(?:vitest|vite)\.(?:config|workspace)\.[cm]?[jt]s$/;

async function nearestConfigs(directory: string): Promise<string[]> {
  for (const folder of foldersUpToRepository(directory)) {
    const found = [...(await configsIn(folder)), ...(await configsIn(join(folder, '.config')))];
    if (found.length > 0) return found;
  }
  return [];
}

async function configsIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  // `vitest.…` sorts after `vite.…` but takes precedence.
  const configs = names
    .filter((name) => CONFIG_NAME.test(name))
    .sort()
    .toReversed();
  return configs.map((name) => join(folder, name));
}

interface NamedReporter {
  config: string;
  /** Undefined: by the package's name. */
  path: ReporterPath | undefined;
}

/** The first configuration that names the reporter, by the package's name or by a path to its file. */
async function firstNaming(
  configs: readonly string[],
  directory: string,
): Promise<NamedReporter | undefined> {
  for (const config of configs) {
    const text = await readFile(config, 'utf8');
    // Vitest starts at its root, which is either of the two unless the configuration moves it.
    const folders = [dirname(config), directory];
    const path = reporterPath(text, { packageName: REPORTER, folders });
    const isNamed = BY_NAME.test(text);
    if (path !== undefined && !(isNamed && path.kind === 'missing')) return { config, path };
    if (isNamed || text.includes(REPORTER)) return { config, path: undefined };
  }
  return undefined;
}

async function installedVersion(directory: string, name: string): Promise<string | undefined> {
  const manifest = resolved(directory, `${name}/package.json`);
  if (manifest === undefined) return undefined;
  const parsed: unknown = JSON.parse(await readFile(manifest, 'utf8'));
  if (typeof parsed !== 'object' || parsed === null || !('version' in parsed)) return undefined;
  return String(parsed.version);
}

function isInstalled(directory: string, name: string): boolean {
  return resolved(directory, name) !== undefined;
}

function resolved(directory: string, name: string): string | undefined {
  try {
    return createRequire(join(directory, 'package.json')).resolve(name);
  } catch (error) {
    if (error instanceof Error && 'code' in error) return undefined;
    throw error;
  }
}
