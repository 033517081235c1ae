import type { Database } from '../connections/database.ts';
import { LOCKS, lockSql } from '../locks.ts';
import type { Statements } from '../statements.ts';
import {
  askWorkers,
  distributeTable,
  hasRows,
  keepWorkSettings,
  listDistributedTables,
  listLocalTables,
  listNodes,
  readCitusVersion,
  removeFormerRows,
  showOrganizationInLookUps,
  type ClusterNode,
  type LocalTable,
} from './cluster.queries.ts';
import { DISTRIBUTED_TABLES, LOCAL_TABLES } from './table-kinds.ts';

/** Why the tables of this database cannot be distributed as they are, and what to do. */
export class DistributionError extends Error {}

/** What `distribute` has to do. */
export interface DistributionPlan {
  /** The nodes that take rows. */
  nodes: ClusterNode[];
  /** The tables whose rows move from the coordinator to the nodes, in this order. */
  missing: LocalTable[];
  /** The tables whose former rows still take space on the coordinator. */
  former: LocalTable[];
}

/**
 * Shards that the rows of all organizations are divided into, and so the highest number of nodes that share them. Each
 * week has a partition of each shard, so many shards cost many tables.
 */
export const DEFAULT_SHARDS = 16;

/** The organization's column, and the only one by which a table of svc is distributed. */
const COLUMN = 'organization_id';

/**
 * Finds what is left to do in this database.
 * @throws DistributionError when the cluster, or something in the database, has to be repaired first.
 */
export async function planDistribution(statements: Statements): Promise<DistributionPlan> {
  const nodes = await findNodes(statements);
  const distributed = await listDistributedTables(statements);
  refuseOtherTables(distributed);
  const stored = new Map(
    (await listLocalTables(statements, DISTRIBUTED_TABLES)).map((table) => [table.name, table]),
  );
  const tables = DISTRIBUTED_TABLES.flatMap((name) => stored.get(name) ?? []);
  return {
    nodes,
    missing: tables.filter(({ name }) => !distributed.has(name)),
    former: tables.filter(({ name, rowBytes }) => distributed.has(name) && rowBytes > 0),
  };
}

/**
 * Distributes the tables of the plan, then frees the space that their rows had on the coordinator. Each table is a
 * transaction of its own: after an interruption, the next plan has the rest. `onStep` gets a line before each step.
 */
export async function distribute(
  database: Database,
  { missing }: DistributionPlan,
  {
    shardCount = DEFAULT_SHARDS,
    onStep,
  }: { shardCount?: number | undefined; onStep(line: string): void },
): Promise<void> {
  await keepWorkSettings(database);
  await showOrganizationInLookUps(database);
  for (const { name } of missing) {
    onStep(`distributing ${name}`);
    await distributeTable(database, { table: name, shardCount });
  }
  // The former rows of a table can go only when no table on the coordinator refers to them any more.
  for (const { name } of (await planDistribution(database)).former) {
    onStep(`freeing the former space of ${name}`);
    await removeFormerRows(database, name);
  }
}

/**
 * Distributes the tables of a database that has no organization yet, and new tables without rows in one whose others
 * are distributed. Does nothing without Citus, and in a plain database with organizations. When several servers start
 * at once, the others wait for the first.
 * @throws DistributionError when tables with rows are missing: another try was interrupted.
 */
export async function distributeAtStart(
  database: Database,
  log: { info(line: string): void },
  { shardCount }: { shardCount?: number } = {},
): Promise<void> {
  if ((await readCitusVersion(database)) === null) return;
  await database.transaction(async (transaction) => {
    await transaction.query(`SELECT ${lockSql(LOCKS.migration)}`);
    const distributed = await listDistributedTables(transaction);
    const missing = DISTRIBUTED_TABLES.filter((name) => !distributed.has(name));
    if (missing.length === 0) return;
    const isPlain = missing.length === DISTRIBUTED_TABLES.length;
    // Not in this transaction: its locks would hold up the steps below, which wait for all readers of a table.
    if (isPlain && (await hasRows(database, 'organizations'))) {
      log.info(
        'svc: this database has Citus, but the tables of svc lie on the coordinator. To distribute them: svc-admin citus distribute --dry-run',
      );
      return;
    }
    for (const name of missing) {
      if (!(await hasRows(database, name))) continue;
      throw new DistributionError(
        `this database is distributed in part: ${missing.length} of ${DISTRIBUTED_TABLES.length} tables lie on the coordinator. Run 'svc-admin citus distribute', which goes on where it ended.`,
      );
    }
    const plan = await planDistribution(database);
    log.info(`svc: distributing ${missing.length} tables to ${plan.nodes.length} nodes`);
    // On connections of its own: a table that was distributed in this transaction would stay undone until its end.
    await distribute(database, plan, { shardCount, onStep: () => {} });
  });
}

/** @throws DistributionError without Citus, without a node for rows, and when a worker cannot take rows. */
async function findNodes(statements: Statements): Promise<ClusterNode[]> {
  if ((await readCitusVersion(statements)) === null) {
    throw new DistributionError(
      'this database has no Citus. Run CREATE EXTENSION citus in it on every node, then add the workers on the coordinator with citus_set_coordinator_host and citus_add_node.',
    );
  }
  for (const { address, isOk, text } of await askWorkers(statements, WORKER_VERSION)) {
    if (!isOk) {
      throw new DistributionError(
        `the worker ${address} does not answer: ${text}. Start it, or remove it with citus_remove_node.`,
      );
    }
    if (text === '') {
      throw new DistributionError(
        `the worker ${address} has no Citus in this database. Run CREATE EXTENSION citus there.`,
      );
    }
  }
  const nodes = await listNodes(statements);
  const workers = nodes.filter(({ isCoordinator }) => !isCoordinator);
  const away = workers.find(({ isActive }) => !isActive);
  if (away !== undefined) {
    throw new DistributionError(
      `the worker ${away.address} is not active. Run citus_activate_node on the coordinator, or remove it with citus_remove_node.`,
    );
  }
  const taking = nodes.filter(({ hasShards }) => hasShards);
  // A cluster of the coordinator alone knows no node before its first distributed table.
  if (taking.length > 0 || nodes.length === 0) return taking;
  throw new DistributionError(
    'no node of this cluster takes rows. Add a worker on the coordinator with citus_add_node.',
  );
}

/** Asks a worker for the version of Citus in this database; an empty text without the extension. */
export const WORKER_VERSION = `SELECT coalesce(max(extversion), '') FROM pg_extension WHERE extname = 'citus'`;

/** @throws DistributionError for a table that is distributed in another way than svc needs. */
function refuseOtherTables(distributed: ReadonlyMap<string, string>): void {
  for (const [name, column] of distributed) {
    if (name in LOCAL_TABLES) {
      throw new DistributionError(
        `the table ${name} is distributed, but svc needs it on the coordinator. Run undistribute_table('${name}') there.`,
      );
    }
    if (column !== COLUMN && (DISTRIBUTED_TABLES as readonly string[]).includes(name)) {
      throw new DistributionError(
        `the table ${name} is distributed by ${column}, but svc needs it by ${COLUMN}. Run undistribute_table('${name}') there.`,
      );
    }
  }
}
