import type { UploadFailure } from '../upload/upload-failure.ts';

/** What became of a run, for those who want to act on it. */
export type RunOutcome =
  | {
      ok: true;
      /** The execution's page. */
      url: string;
      number: number;
      executionId: string;
      /** How many results were taken, and how many the execution already had. */
      accepted: { results: number; duplicates: number };
      artifacts: {
        sent: number;
        sentBytes: number;
        /** Those that did not get through; the next run or `svc upload` sends them. */
        kept: number;
        leftOut: LeftOut[];
      };
    }
  | {
      ok: false;
      failure: UploadFailure;
      /** The file that keeps the run; absent when it could not be kept. */
      keptIn?: string;
    };

/** An attachment that is not sent, neither now nor later. */
export interface LeftOut {
  name: string;
  /** Goes on behind the name, as in `is gone`. */
  reason: string;
}
