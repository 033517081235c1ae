import type pg from 'pg';

/**
 * Takes the database for this server, on a connection that it keeps. Beside the socket of
 * server-socket.ts, which two starts can take at the same moment.
 */
export async function takeServerLock(connection: pg.Client): Promise<boolean> {
  const { rows } = await connection.query<{ free: boolean }>(
    'SELECT pg_try_advisory_lock($1) AS free',
    [SERVER_LOCK],
  );
  return rows[0]?.free === true;
}

// Any number will do that nothing else in this database locks.
const SERVER_LOCK = 7_382_001;
