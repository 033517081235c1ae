import type { ReportFormat } from '@svc/formats/report-format';
import type { Environment } from '@svc/reporter-core/options/options';

/** The sender's facts about the run of the reports. Absent fields come from the reports, CI or git. */
export interface RunDescription {
  project?: string | undefined;
  name?: string | undefined;
  /** The leg of a CI matrix. */
  leg?: string | undefined;
  framework?: string | undefined;
  tag?: string[] | undefined;
  environment?: string | undefined;
  branch?: string | undefined;
  commit?: string | undefined;
  shard?: { index: number; total: number } | undefined;
  /** Format of files whose format is not recognized. */
  format?: ReportFormat | undefined;
  /** Uploads with the same key form one execution. */
  key?: string | undefined;
  /** The folder that paths in the reports are relative to. */
  root?: string | undefined;
}

/** The sender, and the environment that it runs in. */
export interface Sender {
  reporter: { name: string; version: string };
  env: Environment;
  directory: string;
  now: Date;
}
