import type { IngestExecution, IngestFile, IngestResult } from '@svc/contract/ingest';
import type { Attachment } from '../artifacts/attachment.ts';

/** What a framework's reporter knows of a run; the session adds where, by whom and of which code. */
export interface RunReport {
  execution: Pick<
    IngestExecution,
    'status' | 'startedAt' | 'durationMs' | 'shard' | 'merged' | 'partial' | 'errors'
  >;
  files: IngestFile[];
  results: IngestResult[];
  /** Of these results. The session decides which are sent, and fills in the results' `artifacts`. */
  attachments?: Attachment[];
  /** Whether the framework runs a test several times on purpose: several results with one title are then no mistake. */
  mayRepeatTests?: boolean;
  /**
   * Where the framework itself writes attachments, such as Playwright's output folder: absolute, or
   * relative to the run's directory. Files elsewhere than here, in the repository or in the temp
   * folder are refused.
   */
  artifactFolders?: string[];
}

export interface RunSettings {
  reporter: { name: string; version: string };
  framework: { name: string; version: string };
  /** Where the framework has its root. */
  directory: string;
}
