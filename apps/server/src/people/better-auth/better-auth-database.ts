import { CamelCasePlugin, Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely';
import { DatabaseError } from 'pg';
import type { Sequelize } from 'sequelize';
import type { DatabaseClient } from '../../db/connections/database-client.ts';
import type { Database } from '../../db/connections/database.ts';

/**
 * The Kysely instance that better-auth queries through. It borrows connections from the server's own pool, so there
 * is one pool to size and one to close. better-auth's field `emailVerified` is the column `email_verified`.
 */
export function createBetterAuthDatabase({ sequelize }: Database): Kysely<never> {
  return new Kysely({
    dialect: new PostgresDialect({
      pool: { connect: () => borrowConnection(sequelize), end: async () => {} },
    }),
    plugins: [new CamelCasePlugin()],
  });
}

async function borrowConnection({ connectionManager }: Sequelize): Promise<PostgresPoolClient> {
  const connection = await connectionManager.getConnection({ type: 'write', useMaster: true });
  // Sequelize's types hide that a connection of its Postgres dialect is our client.
  const client = connection as DatabaseClient;
  const query = async (sql: string, values: unknown[]) =>
    client.query(sql, values).catch((error: unknown) => {
      // If Postgres did not answer, the state of the connection is unknown.
      if (!(error instanceof DatabaseError)) client.cutOff('it does not answer');
      throw error;
    });
  return {
    // Kysely's second overload takes a cursor, for streams. better-auth does not stream.
    query: query as unknown as PostgresPoolClient['query'],
    release: () => connectionManager.releaseConnection(client),
  };
}
