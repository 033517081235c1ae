import type { IngestArtifact, IngestResult } from '@svc/contract/executions/ingest';

/** A file or bytes to send to the server, with its description in the body. */
export interface Artifact {
  /** The description in the body. `sha256` is absent if there was no time to read the content. */
  description: IngestArtifact;
  content: Attachment['content'];
  /** The file's name, for messages. */
  shownAs: string;
}

/** The attachments of a run: those to send, and those left out. */
export interface Collection {
  artifacts: Artifact[];
  leftOut: LeftOut[];
}

/** An artifact with the result that it belongs to. */
export interface Candidate extends Artifact {
  result: IngestResult;
}

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

/** An attachment that is not sent now or later. */
export interface LeftOut {
  name: string;
  /** Follows the name, as in `is gone`. */
  reason: string;
}
