import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { isErrno } from '@svc/reporter-core/text/unknown-value';
import { CommandError } from '../../errors/exit.ts';
import type { Framework } from './frameworks.ts';
import type { Manifest } from './manifest.ts';
import { addReporter } from './source/add-reporter.ts';
import { createTwoFilesPatch, FILE_HEADERS_ONLY } from 'diff';

/** A file with its text before and after. */
export interface FileChange {
  path: string;
  /** Undefined: there is no such file yet. */
  before: string | undefined;
  after: string;
}

/** What the reporter of a framework needs in its configuration. */
export type FrameworkChange =
  | { kind: 'changed'; path: string; change: FileChange }
  | { kind: 'already' | 'computed'; path: string }
  /** There is no configuration, and none is made. */
  | { kind: 'missing' };

/** Reads the configuration of a framework in `folder`, and adds our reporter beside the others. */
export async function planFrameworkChange(
  { configs, setting, newConfig, name }: Framework,
  { folder, manifest }: { folder: string; manifest: Manifest },
): Promise<FrameworkChange> {
  const path = await findFirstMatching(folder, configs);
  if (path !== undefined) {
    const before = await readConfigText(path);
    const change = addReporter(before, setting, { isJson: path.endsWith('.json') });
    return change.kind === 'changed'
      ? { kind: 'changed', path, change: { path, before, after: withTypes(path, change.code) } }
      : { kind: change.kind, path };
  }
  if (name === 'jest') return changeManifest(manifest, setting);
  if (newConfig === undefined) return { kind: 'missing' };
  const made = join(folder, manifest.isModule ? newConfig.moduleName : newConfig.name);
  return {
    kind: 'changed',
    path: made,
    change: { path: made, before: undefined, after: newConfig.code },
  };
}

/** Whether the folder of a package configures the framework. */
export async function hasConfig(
  { configs, name }: Framework,
  { folder, manifest }: { folder: string; manifest: Manifest },
): Promise<boolean> {
  const isInManifest = name === 'jest' && manifest.hasJest;
  return isInManifest || (await findFirstMatching(folder, configs)) !== undefined;
}

function changeManifest({ path, code }: Manifest, setting: Framework['setting']): FrameworkChange {
  const change = addReporter(code, { ...setting, within: 'jest' }, { isJson: true });
  return change.kind === 'changed'
    ? { kind: 'changed', path, change: { path, before: code, after: change.code } }
    : { kind: change.kind, path };
}

async function findFirstMatching(
  folder: string,
  names: readonly RegExp[],
): Promise<string | undefined> {
  const files = (await readdir(folder)).toSorted();
  const found = names.flatMap((name) => files.find((file) => name.test(file)) ?? []);
  return found[0] === undefined ? undefined : join(folder, found[0]);
}

/** Vite's own types do not know `test`. */
function withTypes(path: string, code: string): string {
  const isVite = /[\\/]vite\.config\.[cm]?ts$/.test(path);
  if (!isVite || code.includes('vitest/config')) return code;
  return `/// <reference types="vitest/config" />\n${code}`;
}

async function readConfigText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (!isErrno(error)) throw error;
    throw new CommandError(`${path} cannot be read: ${error.message}`, 'correct its permissions');
  }
}

/** The changes as one unified diff, which `git apply` and `patch` read. */
export function buildDiff(changes: readonly FileChange[], directory: string): string {
  return changes
    .map(({ path, before, after }) => {
      const name = relative(directory, path).replaceAll('\\', '/');
      const from = before === undefined ? '/dev/null' : `a/${name}`;
      return createTwoFilesPatch(from, `b/${name}`, before ?? '', after, undefined, undefined, {
        context: 3,
        headerOptions: FILE_HEADERS_ONLY,
      });
    })
    .join('');
}
