import { schema } from './0001-schema.ts';
import type { Migration } from './migration.ts';

/** All steps in order. An explicit list, so that names do not depend on the build. */
export const migrations: readonly Migration[] = [schema];
