import type { Vitest } from 'vitest/node';

/**
 * Has Vitest note the line and column of each test, which it does only when asked to; from `onInit`
 * the wish still reaches the workers. Vitest's own JSON report then shows the places too, so beside
 * that reporter it is done only where the user wants it: nobody's report changes because of this one.
 */
export function noteLocations(vitest: Vitest, wanted: boolean | undefined): void {
  if (!(wanted ?? !hasJsonReporter(vitest.config.reporters))) return;
  vitest.config.includeTaskLocation = true;
  for (const project of vitest.projects) project.config.includeTaskLocation = true;
}

/** `SVC_LOCATIONS`; undefined when it says neither. */
export function locationsVariable(value: string | undefined): boolean | undefined {
  if (value === 'true' || value === '1') return true;
  return value === 'false' || value === '0' ? false : undefined;
}

function hasJsonReporter(reporters: readonly unknown[]): boolean {
  return reporters.some((reporter) =>
    Array.isArray(reporter) ? reporter[0] === 'json' : reporter === 'json',
  );
}
