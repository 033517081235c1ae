import { DatabaseError } from 'sequelize';
import type { Statements } from '../statements.ts';

/** What a database says of itself. A role without special rights may read all of it. */
export interface Position {
  /** The same for a primary and its physical replicas. */
  system: string;
  database: string;
  isReplica: boolean;
  /** Bytes of write-ahead log that the primary has written, or that the replica has replayed. */
  logBytes: number;
}

export async function readPosition(statements: Pick<Statements, 'query'>): Promise<Position> {
  const [row] = await statements.query<Position>(
    `SELECT (SELECT system_identifier::text FROM pg_control_system()) AS system,
            current_database() AS database,
            pg_is_in_recovery() AS "isReplica",
            (CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() ELSE pg_current_wal_lsn() END
              - '0/0'::pg_lsn)::float8 AS "logBytes"`,
  );
  if (row === undefined) throw new Error('a query without a table answered no row');
  return row;
}

/** The names of the schema's steps; none where the table of steps does not exist yet. */
export async function listSchemaSteps(statements: Pick<Statements, 'query'>): Promise<string[]> {
  try {
    const rows = await statements.query<{ name: string }>(
      'SELECT name FROM schema_migrations ORDER BY name',
    );
    return rows.map(({ name }) => name);
  } catch (error) {
    if (error instanceof DatabaseError && codeOf(error) === UNDEFINED_TABLE) return [];
    throw error;
  }
}

const UNDEFINED_TABLE = '42P01';

/** Postgres' code of a failed statement. */
export function codeOf({ parent }: DatabaseError): string | undefined {
  const { code } = parent as { code?: unknown };
  return typeof code === 'string' ? code : undefined;
}
