import { readFileSync, statSync } from 'node:fs';
import { isErrno } from '../text/is-errno.ts';

/**
 * The source of a test file; undefined where it is not what ran any more: somebody has edited it since
 * `startedAt`, or it lies on another machine. Also undefined of what is too long for a person's work.
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

// Longer ones are made by machines.
const LARGEST_BYTES = 2 * 1024 * 1024;
