import type { LeftOut } from './artifact.ts';
import type { ExecutionStatus } from '@svc/contract/executions/ingest';
import type { UploadFailure } from './upload-failure.ts';

/** The outcome of a run's upload, for `onUpload`. */
export type RunOutcome =
  | {
      ok: true;
      /** The URL of the execution's page. */
      url: string;
      number: number;
      executionId: string;
      /** How this run ended. Other parts of the execution may have ended in another way. */
      status: ExecutionStatus;
      /** Number of results that the server accepted, and number of results that it already had. */
      accepted: { results: number; duplicates: number };
      artifacts: {
        sent: number;
        sentBytes: number;
        /** Number of artifacts that were not sent. The next run or `svc upload` sends them. */
        kept: number;
        leftOut: LeftOut[];
      };
    }
  | {
      ok: false;
      failure: UploadFailure;
      /** The path of the saved run. Absent if it could not be saved. */
      keptIn?: string;
    };
