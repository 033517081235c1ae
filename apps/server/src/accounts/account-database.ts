import { CamelCasePlugin, Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely';
import type { Sequelize } from 'sequelize';
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
  // Sequelize does not say so in its types, but a connection of its Postgres dialect is pg's client.
  const client = connection as unknown as Pick<PostgresPoolClient, 'query'>;
  return {
    query: client.query.bind(client),
    release: () => connectionManager.releaseConnection(connection),
  };
}
