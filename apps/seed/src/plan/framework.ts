/** The frameworks whose executions are made. */
export type Framework = 'vitest' | 'jest' | 'playwright';
