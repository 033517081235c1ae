import type { Statements } from '../statements.ts';

/** The connections that a Postgres allows and has, besides those of this server. */
export interface ConnectionCounts {
  /** Limits by name, each without the connections that Postgres reserves for superusers. */
  maxConnections: number;
  roleLimit: number | null;
  databaseLimit: number | null;
  /** Other servers of this database, and the most connections that they open together. */
  servers: number;
  serverConnections: number;
  /** All other connections at the moment, also those of servers of other databases. */
  others: number;
}

/** Needs no special rights: everyone may read names of applications. */
export async function readConnectionCounts(
  statements: Pick<Statements, 'query'>,
  ownName: string,
): Promise<ConnectionCounts> {
  const [row] = await statements.query<ConnectionCounts>(
    `WITH connections AS (
       SELECT application_name AS name,
              CASE WHEN datname = current_database()
                   THEN substring(application_name FROM '^svc (\\d{1,6}) ')::integer
              END AS server_connections
       FROM pg_stat_activity
       WHERE usesysid IS NOT NULL
         AND datid IS NOT NULL
         AND application_name <> $1
     ), servers AS (
       SELECT DISTINCT name, server_connections
       FROM connections
       WHERE server_connections IS NOT NULL
     )
     SELECT current_setting('max_connections')::integer
              - current_setting('superuser_reserved_connections')::integer
              - coalesce(current_setting('reserved_connections', true), '0')::integer AS "maxConnections",
            (SELECT nullif(rolconnlimit, -1) FROM pg_roles WHERE rolname = current_user) AS "roleLimit",
            (SELECT nullif(datconnlimit, -1)
             FROM pg_database
             WHERE datname = current_database()) AS "databaseLimit",
            (SELECT count(*)::integer FROM servers) AS servers,
            (SELECT coalesce(sum(server_connections), 0)::integer FROM servers) AS "serverConnections",
            (SELECT count(*)::integer FROM connections WHERE server_connections IS NULL) AS others`,
    [ownName],
  );
  if (row === undefined) throw new Error('a query without a table answered no row');
  return row;
}
