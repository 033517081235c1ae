import type { Database } from '../db/database.ts';

export interface WindowCount {
  requests: number;
  resetSeconds: number;
}

/**
 * Counts one request of the subject in the running minute and answers how many that makes. The
 * minute is the database's, so that all servers mean the same one; the row's lock makes it exact.
 */
export async function countRequest(database: Database, subject: string): Promise<WindowCount> {
  const rows = await database.query<WindowCount>(
    `INSERT INTO rate_limits AS counted (subject, window_start, requests)
     VALUES ($1, date_trunc('minute', now()), 1)
     ON CONFLICT (subject, window_start) DO UPDATE SET requests = counted.requests + 1
     RETURNING requests,
               ceil(extract(epoch FROM window_start + interval '1 minute' - now()))::integer AS "resetSeconds"`,
    [subject],
  );
  const row = rows[0];
  if (row === undefined) throw new Error('counting a request answered no row');
  return row;
}

/** Forgets the minutes that are over. */
export async function forgetOldWindows(database: Database): Promise<void> {
  await database.query(
    `DELETE FROM rate_limits WHERE window_start < now() - interval '10 minutes'`,
  );
}
