import { open, stat } from 'node:fs/promises';
import { relative, resolve } from 'node:path';
import {
  foreignFormat,
  isEmptyReport,
  RECOGNITION_BYTES,
  recognizedFormat,
  type ReportFormat,
} from '@svc/formats/report-format';
import { CommandError } from '../exit.ts';

/** A report on disk, not read yet. */
export interface ReportFile {
  /** Absolute. */
  path: string;
  /** As people find it from where they are. */
  shown: string;
  format: ReportFormat;
  sizeBytes: number;
  modifiedAt: Date;
}

export interface Search {
  directory: string;
  /** What the user says all files are; default: by how each begins. */
  format?: ReportFormat | undefined;
  warn: (line: string) => void;
}

/**
 * The reports that the words name, each once, in the order of their paths: files, folders (whose
 * reports are found by their content) and globs. Nothing below `node_modules` is found by a glob.
 * An empty file that is named is the report of a tool that died; in a folder nobody knows what it is.
 * @throws CommandError for a word without a file, and for a file that is no report: before anything is
 *   sent, since a glob that is too wide would send half of what was meant.
 */
export async function reportFiles(words: readonly string[], search: Search): Promise<ReportFile[]> {
  const found = new Map<string, { path: string; isCertain: boolean }>();
  for (const word of words.filter((one) => !one.startsWith('!'))) {
    const excluded = words.filter((one) => one.startsWith('!')).map((one) => one.slice(1));
    for (const one of await filesOf(word, excluded, search.directory)) {
      if (found.get(one.path)?.isCertain !== true) found.set(one.path, one);
    }
  }
  const paths = [...found.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
  const files: ReportFile[] = [];
  for (const { path, isCertain } of paths) {
    const head = await headOf(path);
    const shown = relative(search.directory, path);
    const isEmpty = isEmptyReport(head);
    const format = search.format ?? (isEmpty ? 'junit' : recognizedFormat(head));
    if (isEmpty && !isCertain) search.warn(`left out the empty file ${shown}`);
    else if (format !== undefined) files.push(await reportFile(path, format, search));
    else if (isCertain) throw noReport(shown, head);
  }
  if (files.length === 0) throw nothingFound(words);
  return files;
}

async function filesOf(word: string, excluded: readonly string[], directory: string) {
  const path = resolve(directory, word);
  const stats = await stat(path).catch(() => undefined);
  // A file may be called what a glob looks like, as in `report[chromium].xml`.
  if (stats?.isFile() === true) return [{ path, isCertain: true }];
  const { glob } = await import('tinyglobby');
  const isFolder = stats?.isDirectory() === true;
  const paths = isFolder
    ? await glob('**/*.{xml,json}', {
        cwd: path,
        absolute: true,
        ignore: [...IGNORED, ...excluded],
      })
    : await glob(word, {
        cwd: directory,
        absolute: true,
        expandDirectories: false,
        ignore: [...IGNORED, ...excluded],
      });
  if (paths.length === 0 && !isFolder) throw nothingFound([word]);
  return paths.map((one) => ({ path: resolve(one), isCertain: !isFolder }));
}

const IGNORED = ['**/node_modules/**', '**/.git/**'];

async function reportFile(
  path: string,
  format: ReportFormat,
  { directory }: Search,
): Promise<ReportFile> {
  const { size, mtime } = await stat(path);
  const shown = relative(directory, path);
  return {
    path,
    shown: shown.startsWith('..') ? path : shown,
    format,
    sizeBytes: size,
    modifiedAt: mtime,
  };
}

async function headOf(path: string): Promise<string> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(RECOGNITION_BYTES), 0);
    const bytes = buffer.subarray(0, bytesRead);
    const isUtf16 = bytes[0] === 0xff || bytes[0] === 0xfe || bytes[0] === 0 || bytes[1] === 0;
    // Good enough to recognise ASCII in either order of bytes.
    return isUtf16
      ? bytes.toString('latin1').replaceAll(/[\0\u00fe\u00ff]/g, '')
      : bytes.toString();
  } finally {
    await file.close();
  }
}

function noReport(shown: string, head: string): CommandError {
  const foreign = foreignFormat(head);
  if (foreign === undefined) {
    return new CommandError(
      `'${shown}' is not a test report: neither JUnit XML, CTRF, nor the JSON of Vitest, Jest or Playwright`,
      'a narrower glob, or --format if it is one all the same',
    );
  }
  const { name, instead } = foreign;
  return instead === undefined
    ? new CommandError(`'${shown}' is ${name}, not a test report`, 'a narrower glob')
    : new CommandError(`'${shown}' is ${name}, which svc does not read`, instead);
}

function nothingFound(words: readonly string[]): CommandError {
  return new CommandError(
    `no report at ${words.map((word) => `'${word}'`).join(', ')}`,
    "svc upload 'reports/**/*.xml', with quotes, from where the tests ran",
  );
}
