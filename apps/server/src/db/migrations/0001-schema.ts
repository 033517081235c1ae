import type { Migration } from './migration.ts';
import { ANALYSES } from './schema/analyses.ts';
import { ARTIFACTS } from './schema/artifacts.ts';
import { EXECUTIONS } from './schema/executions.ts';
import { GATE } from './schema/gate.ts';
import { INGEST } from './schema/ingest.ts';
import { LIFETIME } from './schema/lifetime.ts';
import { PEOPLE } from './schema/people.ts';
import { PROJECTS } from './schema/projects.ts';
import { RESULTS } from './schema/results.ts';
import { ROLL_UPS } from './schema/roll-ups.ts';
import { SERVERS } from './schema/servers.ts';
import { WEBHOOKS } from './schema/webhooks.ts';

/**
 * The data model, a capability a file; each file refers to tables of the files before it.
 *
 * Every tenant table has organization_id first in its primary key and in every unique index, so that the schema can be
 * distributed by it. `week` (the Monday, in UTC, of the week in which an execution's first upload arrived) is the
 * partition key of all that grows with the number of results: the rows of one execution lie in one partition, and
 * retention drops whole partitions.
 */
const TABLES = [
  SERVERS,
  PEOPLE,
  PROJECTS,
  EXECUTIONS,
  RESULTS,
  INGEST,
  ARTIFACTS,
  ROLL_UPS,
  ANALYSES,
  GATE,
  WEBHOOKS,
  LIFETIME,
];

export const schema: Migration = {
  name: '0001-schema',
  up: async (transaction) => {
    for (const tables of TABLES) await transaction.query(tables);
  },
};
