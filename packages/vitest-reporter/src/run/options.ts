import type { ReporterOptions } from '@svc/reporter-core/options/options';
import type { Vitest } from 'vitest/node';
import { formatComplaint } from '@svc/reporter-core/options/setting-reader';

export interface VitestReporterOptions extends ReporterOptions {
  /**
   * `SVC_LOCATIONS`: whether Vitest reports each test's line and column, which takes about 0.5 ms per test; default
   * false: lines are read from the source, for tests where the line is certain.
   */
  locations?: boolean | undefined;
}

/** The options that other reporters do not have. */
export const OWN_OPTIONS = ['locations'] satisfies (keyof VitestReporterOptions)[];

/**
 * Makes Vitest report the line and column of each test. Setting it in `onInit` is early enough for the workers. Vitest
 * then creates a stack for every test, which takes a fifth of the time of trivial tests. The locations also appear in
 * Vitest's own JSON report. So it is on only if the user sets it.
 */
export function noteLocations(vitest: Vitest): void {
  vitest.config.includeTaskLocation = true;
  for (const project of vitest.projects) project.config.includeTaskLocation = true;
}

/** The option, else the variable `SVC_LOCATIONS`. */
export function readLocationsOption(option: unknown): boolean {
  if (typeof option === 'boolean') return option;
  const variable = process.env['SVC_LOCATIONS'];
  return variable === 'true' || variable === '1';
}

/** Whether the option is valid. */
export function isLocations(option: unknown): boolean {
  return option === undefined || option === null || typeof option === 'boolean';
}

export function formatLocationsComplaint(option: unknown): string {
  return formatComplaint("option 'locations' is", option, 'true or false');
}
