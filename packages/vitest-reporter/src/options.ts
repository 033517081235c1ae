import type { ReporterOptions } from '@svc/reporter-core/session/options';

export interface VitestReporterOptions extends ReporterOptions {
  /**
   * `SVC_LOCATIONS`: whether Vitest reports each test's line and column, which takes about 0.5 ms per test; default
   * false: lines are read from the source, for tests where the line is certain.
   */
  locations?: boolean | undefined;
}

/** The options that other reporters do not have. */
export const OWN_OPTIONS = ['locations'] satisfies (keyof VitestReporterOptions)[];
