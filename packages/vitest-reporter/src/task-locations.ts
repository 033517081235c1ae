import type { Vitest } from 'vitest/node';
import { complaint } from '@svc/reporter-core/session/setting-reader';

/**
 * Has Vitest note the line and column of each test, which it does only when asked to; from `onInit`
 * the wish still reaches the workers. It takes a stack of every test, a fifth of the time of trivial
 * ones, and shows in Vitest's own JSON report: so only where the user wants it.
 */
export function noteLocations(vitest: Vitest): void {
  vitest.config.includeTaskLocation = true;
  for (const project of vitest.projects) project.config.includeTaskLocation = true;
}

/** By the option, else by the variable `SVC_LOCATIONS`. */
export function wantsLocations(option: unknown): boolean {
  if (typeof option === 'boolean') return option;
  const variable = process.env['SVC_LOCATIONS'];
  return variable === 'true' || variable === '1';
}

/** Whether the option is one that can be right. */
export function isLocations(option: unknown): boolean {
  return option === undefined || option === null || typeof option === 'boolean';
}

export function complaintOf(option: unknown): string {
  return complaint("option 'locations'", option, 'true or false');
}
