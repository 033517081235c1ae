import type { Vitest } from 'vitest/node';

/**
 * Has Vitest note the line and column of each test, which it does only when asked to; from `onInit`
 * the wish still reaches the workers. It takes a stack of every test, a fifth of the time of trivial
 * ones, and shows in Vitest's own JSON report: so only where the user wants it.
 */
export function noteLocations(vitest: Vitest): void {
  vitest.config.includeTaskLocation = true;
  for (const project of vitest.projects) project.config.includeTaskLocation = true;
}

/** Whether a variable says yes. */
export function isSwitchedOn(variable: string | undefined): boolean {
  return variable === 'true' || variable === '1';
}
