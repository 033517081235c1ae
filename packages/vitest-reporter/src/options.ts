import type { ReporterOptions } from '@svc/reporter-core/session/options';

export interface VitestReporterOptions extends ReporterOptions {
  /**
   * `SVC_LOCATIONS`: whether Vitest notes each test's line and column itself, at some 0.5 ms a test;
   * default false: lines come from the source text, for tests of which that is sure.
   */
  locations?: boolean | undefined;
}
