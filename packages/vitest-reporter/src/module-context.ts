import type { TestModule } from 'vitest/node';
import type { UserOutput } from '@svc/reporter-core/output/user-output';
import type { Lines } from './module-lines.ts';

/** What the readers of one module's tests share. */
export interface ModuleContext {
  /** As it is sent: POSIX, relative to the repository. */
  file: string;
  variant: string | undefined;
  sentPath: (path: string) => string;
  output: UserOutput;
  /** Of the tests of which Vitest has noted none. */
  lines: Lines;
  /** Whether the tests ran elsewhere, and their reports are merged here. */
  isMerged: boolean;
  /** Why Vitest stopped before the end, in words; undefined when it did not, or does not tell. */
  cutOffBy: string | undefined;
}

/**
 * What tells apart the modules of one file: the name of the Vitest project (in browser mode it names
 * the browser), and `typecheck` for the tests of types. Undefined in a plain project.
 */
export function moduleVariant(module: TestModule, pool: string | undefined): string | undefined {
  const isTypecheck = pool === 'typescript' || pool === 'typecheck';
  const parts = [module.project.name, isTypecheck ? 'typecheck' : ''].filter((part) => part !== '');
  return parts.length > 0 ? parts.join(' ') : undefined;
}
