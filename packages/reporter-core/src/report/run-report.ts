import type { IngestExecution, IngestFile, IngestResult } from '@svc/contract/executions/ingest';
import type { Attachment } from './artifact.ts';

/** A run as the framework's reporter knows it. The session adds environment, CI and git facts. */
export interface RunReport {
  execution: Pick<
    IngestExecution,
    'status' | 'startedAt' | 'durationMs' | 'shard' | 'merged' | 'partial' | 'errors' | 'leg'
  >;
  files: IngestFile[];
  results: IngestResult[];
  /** The attachments of these results. The session decides which to send, and fills in the results' `artifacts`. */
  attachments?: Attachment[];
  /**
   * Whether the framework runs a test several times on purpose. Then several results with one title are expected.
   */
  mayRepeatTests?: boolean;
  /**
   * The folders for attachments of the framework, such as Playwright's output folder: absolute, or relative to the
   * run's directory. Attachments outside these folders, the repository and the temp folder are refused.
   */
  artifactFolders?: string[];
}

export interface RunSettings {
  reporter: { name: string; version: string };
  framework: { name: string; version: string };
  /** The root folder of the framework. */
  directory: string;
  /** The leg of a matrix by the framework's own name for it. The option `leg` takes precedence. */
  leg?: string | undefined;
}
