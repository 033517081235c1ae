import type pg from 'pg';
import { LOCKS } from './locks.ts';

/**
 * Takes the database for this server, on a connection that it keeps. Beside the socket of
 * server-socket.ts, which two starts can take at the same moment.
 */
export async function takeServerLock(connection: pg.Client): Promise<boolean> {
  const { rows } = await connection.query<{ free: boolean }>(
    'SELECT pg_try_advisory_lock($1) AS free',
    [LOCKS.server],
  );
  return rows[0]?.free === true;
}
