import type { IngestAnswer } from '@svc/contract/ingest';
import type { UploadFailure } from './upload-failure.ts';

export interface UploadTarget {
  /** The server's address, with or without a trailing slash. */
  url: string;
  apiKey: string;
}

export type UploadOutcome =
  | {
      ok: true;
      answer: IngestAnswer;
      /** Which share of its writes the key has left in this window, 0 to 1, where the server says so. */
      writesLeft?: number | undefined;
    }
  | { ok: false; failure: UploadFailure };
