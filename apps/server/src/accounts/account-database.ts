import { CamelCasePlugin, Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely';
import { DatabaseError } from 'pg';
import type { Sequelize } from 'sequelize';
import type { DatabaseClient } from '../db/database-client.ts';
import type { Database } from '../db/database.ts';

/**
 * What better-auth queries through: Kysely on the connections that the rest of the server uses, so
 * that there is one pool to size and one to close. It speaks of `emailVerified` where our columns
 * are called `email_verified`.
 */
export function accountDatabase({ sequelize }: Database): Kysely<never> {
  return new Kysely({
    dialect: new PostgresDialect({
      pool: { connect: () => borrowConnection(sequelize), end: async () => {} },
    }),
    plugins: [new CamelCasePlugin()],
  });
}

async function borrowConnection({ connectionManager }: Sequelize): Promise<PostgresPoolClient> {
  const connection = await connectionManager.getConnection({ type: 'write', useMaster: true });
  // Sequelize does not say so in its types, but a connection of its Postgres dialect is our client.
  const client = connection as DatabaseClient;
  const query = async (sql: string, values: unknown[]) =>
    client.query(sql, values).catch((error: unknown) => {
      // Without a word from Postgres nobody knows what the connection is still busy with.
      if (!(error instanceof DatabaseError)) client.cutOff('it does not answer');
      throw error;
    });
  return {
    // Kysely's second form, with a cursor, is for streams, which better-auth does not ask for.
    query: query as unknown as PostgresPoolClient['query'],
    release: () => connectionManager.releaseConnection(client),
  };
}
