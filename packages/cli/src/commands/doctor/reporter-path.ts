import { readFileSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseJson } from '@svc/contract/zod-free/parsed-json';
import { isRecord } from '@svc/contract/zod-free/is-record';

/** How a configuration names the reporter by a path. */
export interface ReporterPath {
  /** As written in the configuration. */
  path: string;
  /**
   * `ours`: the file belongs to the package. `missing`: there is no such file. `computed`: a variable is part of the
   * path, so only running the configuration could find the file.
   */
  kind: 'ours' | 'missing' | 'computed';
  /** Of `ours`. */
  file?: string;
}

/**
 * Finds a path in the text of a configuration that names a file of the package `packageName`. The nearest
 * `package.json` decides which package a file belongs to. Relative paths start at one of `folders`. Undefined if there
 * is no such path.
 */
export function findReporterPath(
  config: string,
  { packageName, folders }: { packageName: string; folders: readonly string[] },
): ReporterPath | undefined {
  const folderName = packageName.replace(/^@.*\//, '');
  const found = extractPaths(config).flatMap((path): ReporterPath[] => {
    const isNamedLikeOurs = path.split(/[\\/]/).includes(folderName) && /\.[cm]?[jt]s$/.test(path);
    if (path.includes('${')) return isNamedLikeOurs ? [{ path, kind: 'computed' }] : [];
    const file = folders.map((folder) => toFilePath(path, folder)).find(isFile);
    if (file === undefined) return isNamedLikeOurs ? [{ path, kind: 'missing' }] : [];
    return readPackageName(file) === packageName ? [{ path, kind: 'ours', file }] : [];
  });
  return found.find(({ kind }) => kind !== 'missing') ?? found[0];
}

/** The quoted texts that are paths and not names of packages. */
function extractPaths(config: string): string[] {
  const quoted = Array.from(config.matchAll(/(["'`])((?:(?!\1)[^\\\n]|\\.)+)\1/g), (match) =>
    (match[2] ?? '').replaceAll(/\\(.)/g, '$1'),
  );
  return quoted.filter((text) => PATH.test(text) || isAbsolute(text));
}

const PATH = /^(?:\.{1,2}[\\/]|file:\/\/|\$\{[^}]*\}[\\/])/;

function toFilePath(path: string, folder: string): string {
  if (!path.startsWith('file:')) return resolve(folder, path);
  try {
    return fileURLToPath(path);
  } catch (error) {
    // The URL names no local file, for example because it has a host or a wrong escape. No file has the path `file:…`.
    if (error instanceof TypeError || error instanceof URIError) return path;
    throw error;
  }
}

/** False also for a path that cannot be read, because any quoted text may look like a path. */
function isFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** The name in the nearest `package.json` above a file. */
function readPackageName(file: string): string | undefined {
  for (let folder = dirname(file); ; folder = dirname(folder)) {
    const manifest = join(folder, 'package.json');
    if (isFile(manifest)) return nameIn(manifest);
    if (dirname(folder) === folder) return undefined;
  }
}

/** Undefined also for a manifest that is unreadable or malformed. */
function nameIn(manifest: string): string | undefined {
  const parsed = parseJson(readFileText(manifest));
  return isRecord(parsed) && typeof parsed['name'] === 'string' ? parsed['name'] : undefined;
}

function readFileText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
