import type { Test } from '@jest/test-result';

/** What the readers of one file's tests share. */
export interface FileContext {
  /** As it is sent: POSIX, relative to the repository. */
  file: string;
  variant: string | undefined;
  sentPath: (path: string) => string;
  /** Why a test of this file may have been cut off. */
  cutOffBy: string | undefined;
}

/** What tells apart the same file in several Jest projects; undefined in a plain one. */
export function fileVariant({ context }: Test): string | undefined {
  return context.config.displayName?.name;
}
