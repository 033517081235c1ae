import type { IngestAnswer } from '@svc/contract/ingest';
import type { UploadFailure } from './upload-failure.ts';

export interface UploadTarget {
  /** The server's address, with or without a trailing slash. */
  url: string;
  apiKey: string;
}

export type UploadOutcome =
  | { ok: true; answer: IngestAnswer }
  | { ok: false; failure: UploadFailure };
