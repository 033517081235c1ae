import type { IngestExecution, IngestFile, IngestResult } from '@svc/contract/ingest';

/** What a framework's reporter knows of a run; the session adds where, by whom and of which code. */
export interface RunReport {
  execution: Pick<
    IngestExecution,
    'status' | 'startedAt' | 'durationMs' | 'shard' | 'merged' | 'partial' | 'errors'
  >;
  files: IngestFile[];
  results: IngestResult[];
}

export interface RunSettings {
  reporter: { name: string; version: string };
  framework: { name: string; version: string };
  /** Where the framework has its root. */
  directory: string;
}
