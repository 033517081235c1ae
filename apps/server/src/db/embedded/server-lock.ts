import type pg from 'pg';
import { LOCKS } from '../locks.ts';

/**
 * Locks the database for this server, for as long as the connection lives. It complements the socket of
 * server-socket.ts, which two simultaneous starts can both take.
 */
export async function takeServerLock(connection: pg.Client): Promise<boolean> {
  const { rows } = await connection.query<{ free: boolean }>(
    'SELECT pg_try_advisory_lock($1) AS free',
    [LOCKS.server],
  );
  return rows[0]?.free === true;
}
