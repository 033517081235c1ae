import { readFileSync, statSync } from 'node:fs';
import { isErrno } from '../text/is-errno.ts';

/**
 * The source of a test file. Undefined if it may differ from the source that ran: the file changed after
 * `startedAt`, or is on another machine. Also undefined if the file is too large.
 */
export function sourceAsRun(path: string, startedAt: Date): string | undefined {
  try {
    const { size, mtime } = statSync(path);
    return size > LARGEST_BYTES || mtime > startedAt ? undefined : readFileSync(path, 'utf8');
  } catch (error) {
    if (isErrno(error)) return undefined;
    throw error;
  }
}

// Larger files are generated.
const LARGEST_BYTES = 2 * 1024 * 1024;
