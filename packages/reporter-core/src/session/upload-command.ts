import { dirname, relative } from 'node:path';
import { listSpoolFolders } from '../spool/spool-folders.ts';

/**
 * Works with and without an installed `@svc/cli`. The name `svc` alone belongs to another package on npm, which `npx
 * svc` would run.
 */
export const UPLOAD_COMMAND = 'npx @svc/cli upload';

/**
 * The command that sends this saved run, for the current directory, with the folder where that would not
 * look. A framework's root may be another folder than the one that the user is in.
 */
export function buildRunUploadCommand(path: string): string {
  const folder = dirname(path);
  return listSpoolFolders(process.cwd()).includes(folder)
    ? UPLOAD_COMMAND
    : buildUploadCommand([folder]);
}

/** `npx @svc/cli upload "packages/web app/node_modules/.cache/svc"` */
export function buildUploadCommand(folders: readonly string[]): string {
  return [UPLOAD_COMMAND, ...folders.map((folder) => quoteWord(toShownPath(folder)))].join(' ');
}

/** The path from the current directory, if it is below it. */
export function toShownPath(path: string): string {
  const short = relative(process.cwd(), path);
  return short.startsWith('..') ? path : short;
}

/** Quotes a word for a POSIX shell. Double quotes where possible: single quotes surround the command in its line. */
function quoteWord(word: string): string {
  if (/^[\w./:@%+=,~-]+$/.test(word)) return word;
  return /[$`"\\!]/.test(word) ? `'${word.replaceAll("'", String.raw`'\''`)}'` : `"${word}"`;
}
