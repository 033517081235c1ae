import type { IngestArtifact, IngestResult } from '@svc/contract/ingest';
import type { Attachment } from './attachment.ts';
import type { LeftOut } from '../session/run-outcome.ts';

/** A file or bytes to send to the server, with its description in the body. */
export interface Artifact {
  /** The description in the body. `sha256` is absent if there was no time to read the content. */
  told: IngestArtifact;
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
