import type { IngestResult } from '@svc/contract/ingest';

/** A file or bytes that a framework keeps with a result: what becomes an artifact, if the options want it. */
export interface Attachment {
  /** The result it belongs to: one of the report's own objects. */
  result: IngestResult;
  /** Of the attempt that made it, counted from 1; absent when the framework does not tell. */
  attempt?: number | undefined;
  /** As the framework shows it, such as `screenshot` or `trace`. */
  name: string;
  /** As the framework says; absent: told from the file's name. */
  contentType?: string | undefined;
  /** Where the content is: a path, absolute or relative to the run's directory, or the bytes themselves. */
  content: { path: string } | { bytes: Uint8Array };
}
