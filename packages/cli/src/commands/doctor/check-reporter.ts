import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { FRAMEWORKS, type Framework } from '../init/frameworks.ts';
import { proposeInstallCommand } from '../init/package-manager.ts';
import type { Check } from './doctor-text.ts';
import { findNearestConfigs } from './framework-configs.ts';
import { findReporterPath, type ReporterPath } from './reporter-path.ts';

/**
 * Checks for each framework of the project whether its nearest configuration names our reporter, and whether the
 * reporter is there. Reads only the text, so a configuration that imports another one may be misjudged. Empty when no
 * folder up to the repository's root has a configuration.
 */
export async function checkReporters(directory: string): Promise<Check[]> {
  const checks = await Promise.all(
    FRAMEWORKS.map((framework) => checkReporter(framework, directory)),
  );
  return checks.filter((check) => check !== undefined);
}

async function checkReporter(framework: Framework, directory: string): Promise<Check | undefined> {
  const isInstalled =
    resolvePackage(directory, `${framework.dependency}/package.json`) !== undefined;
  const configs = await findNearestConfigs(framework, { directory, isInstalled });
  const [first] = configs;
  if (first === undefined) return undefined;
  const { setting, snippet, manifestSnippet = snippet } = framework;
  const { reporter } = setting;
  const shown = (path: string) => relative(directory, path);
  const name = await readNameWithVersion(framework, directory);
  const named = await findNamingConfig(configs, { reporter, directory });
  if (named === undefined) {
    return buildWarning(`${name} without ${reporter} in ${shown(first)}`, [
      await proposeInstallCommand(directory, [reporter]),
      `then in ${shown(first)}: ${basename(first) === 'package.json' ? manifestSnippet : snippet}`,
      'or let svc do both: svc init',
    ]);
  }
  const config = shown(named.config);
  if (named.path?.kind === 'missing') {
    return buildWarning(`${config} names the reporter '${named.path.path}', which does not exist`, [
      'correct the path, or build svc there: npx -y pnpm@12 build',
    ]);
  }
  const file = named.path === undefined ? resolvePackage(directory, reporter) : named.path.file;
  if (named.path === undefined && file === undefined) {
    const text = `${reporter} is in ${config}, but not installed`;
    return buildWarning(text, [await proposeInstallCommand(directory, [reporter])]);
  }
  const inside = file === undefined ? '' : shown(file);
  const from = inside === '' ? '' : `, loaded from ${inside.startsWith('..') ? file : inside}`;
  const text = `${name} with ${reporter} in ${config}${from}`;
  return { name: 'reporter', status: 'ok', text, advice: [] };
}

function buildWarning(text: string, advice: string[]): Check {
  return { name: 'reporter', status: 'warning', text, advice };
}

interface NamedReporter {
  config: string;
  /** Undefined: by the package's name. */
  path: ReporterPath | undefined;
}

/** The first configuration that names the reporter, by the package's name or by a path to its file. */
async function findNamingConfig(
  configs: readonly string[],
  { reporter, directory }: { reporter: string; directory: string },
): Promise<NamedReporter | undefined> {
  for (const config of configs) {
    const text = await readFile(config, 'utf8');
    // A framework starts at its root, which is either of the two unless the configuration moves it.
    const folders = [dirname(config), directory];
    const path = findReporterPath(text, { packageName: reporter, folders });
    const isNamed = ['"', "'", '`'].some((quote) => text.includes(quote + reporter));
    if (path !== undefined && !(isNamed && path.kind === 'missing')) return { config, path };
    if (isNamed || text.includes(reporter)) return { config, path: undefined };
  }
  return undefined;
}

/** `vitest 5.1.1`, `playwright 1.65.0`. */
async function readNameWithVersion(
  { name, dependency }: Framework,
  directory: string,
): Promise<string> {
  const manifest = resolvePackage(directory, `${dependency}/package.json`);
  if (manifest === undefined) return name;
  const parsed: unknown = JSON.parse(await readFile(manifest, 'utf8'));
  if (typeof parsed !== 'object' || parsed === null || !('version' in parsed)) return name;
  return `${name} ${String(parsed.version)}`;
}

function resolvePackage(directory: string, name: string): string | undefined {
  try {
    return createRequire(join(directory, 'package.json')).resolve(name);
  } catch (error) {
    if (error instanceof Error && 'code' in error) return undefined;
    throw error;
  }
}
