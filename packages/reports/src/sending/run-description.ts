import type { ReportFormat } from '@svc/formats/report-format';
import type { Environment } from '@svc/reporter-core/options/options';

/** What the sender of reports knows about their run. Anything absent is taken from the reports, CI or git. */
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
  /** For files whose format is not recognized. */
  format?: ReportFormat | undefined;
  /** Uploads with the same key form one execution. */
  key?: string | undefined;
  /** The folder that paths in the reports are relative to. */
  root?: string | undefined;
}

/** Who sends, and from where. */
export interface Sender {
  reporter: { name: string; version: string };
  env: Environment;
  directory: string;
  now: Date;
}
