import type { IngestArtifact, IngestResult } from '@svc/contract/ingest';
import type { Attachment } from './attachment.ts';
import type { LeftOut } from '../session/run-outcome.ts';

/** A file or bytes that the server is to have, and what the body says of it. */
export interface Artifact {
  /** As in the body; `sha256` is absent when there was no time to read the content. */
  told: IngestArtifact;
  content: Attachment['content'];
  /** What our lines call it: its file's name, which people can look for. */
  shownAs: string;
}

/** What became of a run's attachments on this side. */
export interface Collection {
  artifacts: Artifact[];
  leftOut: LeftOut[];
}

/** An artifact with the result that it belongs to. */
export interface Candidate extends Artifact {
  result: IngestResult;
}
