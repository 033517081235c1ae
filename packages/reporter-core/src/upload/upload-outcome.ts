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
      /**
       * Share of the key's writes that is left in this window, 0 to 1. Undefined if the server does not report it.
       */
      writesLeft?: number | undefined;
    }
  | { ok: false; failure: UploadFailure };
