import type { Test } from '@jest/test-result';

/** Common data for reading the tests of one file. */
export interface FileContext {
  /** The path in the sent form: POSIX, relative to the repository. */
  file: string;
  variant: string | undefined;
  sentPath: (path: string) => string;
  /** Why tests of this file were interrupted. */
  cutOffBy: string | undefined;
}

/** Distinguishes the same file in several Jest projects. Undefined in a plain project. */
export function fileVariant({ context }: Test): string | undefined {
  return context.config.displayName?.name;
}
