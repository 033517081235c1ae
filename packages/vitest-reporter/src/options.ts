import type { ReporterOptions } from '@svc/reporter-core/options';

export interface VitestReporterOptions extends ReporterOptions {
  /** `SVC_LOCATIONS`: whether Vitest notes each test's line and column; default true, beside Vitest's JSON reporter false. */
  locations?: boolean | undefined;
}
