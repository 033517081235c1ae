import type { IngestResult } from '@svc/contract/ingest';

/** A file or bytes that a framework attaches to a result. Becomes an artifact if the options include it. */
export interface Attachment {
  /** The result, as the same object that is in the report. */
  result: IngestResult;
  /** The number of the attempt, from 1. Absent if the framework does not report it. */
  attempt?: number | undefined;
  /** The framework's name for it, such as `screenshot` or `trace`. */
  name: string;
  /** The framework's content type. If absent, the file extension decides. */
  contentType?: string | undefined;
  /** The content: a path, absolute or relative to the run's directory, or the bytes themselves. */
  content: { path: string } | { bytes: Uint8Array };
}
