import type { TestModule } from 'vitest/node';
import type { UserOutput } from '@svc/reporter-core/output/user-output';
import type { Lines } from './module-lines.ts';

/** Common data for reading the tests of one module. */
export interface ModuleContext {
  /** The path in the sent form: POSIX, relative to the repository. */
  file: string;
  variant: string | undefined;
  sentPath: (path: string) => string;
  output: UserOutput;
  /** The lines of tests without a location from Vitest. */
  lines: Lines;
  /** Whether the tests ran elsewhere, and their reports are merged here. */
  isMerged: boolean;
  /** Why Vitest stopped early. Undefined if it did not, or does not report why. */
  cutOffBy: string | undefined;
}

/**
 * Distinguishes the modules of one file: the name of the Vitest project (in browser mode it contains the browser),
 * and `typecheck` for type tests. Undefined in a plain project.
 */
export function buildModuleVariant(
  module: TestModule,
  pool: string | undefined,
): string | undefined {
  const isTypecheck = pool === 'typescript' || pool === 'typecheck';
  const parts = [module.project.name, isTypecheck ? 'typecheck' : ''].filter((part) => part !== '');
  return parts.length > 0 ? parts.join(' ') : undefined;
}
