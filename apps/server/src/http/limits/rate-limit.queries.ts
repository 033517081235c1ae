import { hash } from 'node:crypto';
import type { CiRun } from '@svc/contract/zod-free/ci-run';
import type { Database } from '../../db/connections/database.ts';

export interface WindowCount {
  requests: number;
  resetSeconds: number;
}

/**
 * Counts requests of the subject in the current minute; returns the new count. Uses the database's clock, so that all
 * servers have the same minute. The row's lock makes the count exact.
 */
export async function countRequests(
  database: Database,
  subject: string,
  requests = 1,
): Promise<WindowCount> {
  const rows = await database.prepared<WindowCount>(
    `INSERT INTO rate_limits AS counted (subject, window_start, requests)
     VALUES ($1, date_trunc('minute', now()), $2)
     ON CONFLICT (subject, window_start) DO UPDATE SET requests = counted.requests + excluded.requests
     RETURNING requests,
               ceil(extract(epoch FROM window_start + interval '1 minute' - now()))::integer AS "resetSeconds"`,
    [subject, requests],
  );
  const row = rows[0];
  if (row === undefined) throw new Error('counting a request answered no row');
  return row;
}

export interface UploadCount extends WindowCount {
  /** One of the first 500 uploads of a CI run whose first upload was within the limit. */
  isOfAdmittedRun: boolean;
}

/**
 * Counts an upload that names its CI run. Counts the first of a run's uploads in the minute, and each from the 501st
 * on. A run is admitted if its first upload was within `limit`. One statement on the subject's row, so that 50
 * simultaneous shards count as one run, even on several servers.
 */
export async function countUpload(
  database: Database,
  subject: string,
  { run, limit }: { run: CiRun; limit: number },
): Promise<UploadCount> {
  const name = JSON.stringify([run.provider, run.runId, run.attempt]);
  const rows = await database.prepared<UploadCount>(
    `INSERT INTO rate_limits AS counted (subject, window_start, requests, ci_runs)
     VALUES ($1, date_trunc('minute', now()), 1, jsonb_build_object($2::text, 1))
     ON CONFLICT (subject, window_start) DO UPDATE
     SET requests = counted.requests
           + CASE WHEN (counted.ci_runs ->> $2)::integer < ${UPLOADS_OF_A_RUN} THEN 0 ELSE 1 END,
         ci_runs = CASE
           WHEN counted.ci_runs ->> $2 IS NOT NULL
           THEN counted.ci_runs || jsonb_build_object(
             $2::text, least(${UPLOADS_OF_A_RUN} + 1, (counted.ci_runs ->> $2)::integer + 1))
           WHEN counted.requests < $3::integer
            AND (SELECT count(*) FROM jsonb_object_keys(counted.ci_runs)) < ${RUNS_OF_A_MINUTE}
           THEN counted.ci_runs || jsonb_build_object($2::text, 1)
           ELSE counted.ci_runs
         END
     RETURNING requests,
               coalesce((ci_runs ->> $2)::integer <= ${UPLOADS_OF_A_RUN}, false) AS "isOfAdmittedRun",
               ceil(extract(epoch FROM window_start + interval '1 minute' - now()))::integer AS "resetSeconds"`,
    [subject, hash('sha256', name, 'hex').slice(0, 16), limit],
  );
  const row = rows[0];
  if (row === undefined) throw new Error('counting an upload answered no row');
  return row;
}

const UPLOADS_OF_A_RUN = 500;
// Bounds the size of the row, which each upload rewrites. Uploads of further runs count one by one.
const RUNS_OF_A_MINUTE = 100;

/** Deletes the counts of past minutes. */
export async function deleteOldWindows(database: Database): Promise<void> {
  await database.query(
    `DELETE FROM rate_limits WHERE window_start < now() - interval '10 minutes'`,
  );
}
