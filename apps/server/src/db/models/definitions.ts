import pg from 'pg';
import { Sequelize } from 'sequelize';

/**
 * Where the models are defined. It has no connections: `recordsOf` runs every statement of a model on a connection of
 * its scope, and a model's method without that connection fails.
 */
export const definitions = new Sequelize({
  dialect: 'postgres',
  dialectModule: pg,
  logging: false,
  define: { timestamps: false, underscored: true },
});

definitions.addHook('beforeConnect', () => {
  throw new Error('a model runs its statements only through recordsOf(scope, …)');
});
