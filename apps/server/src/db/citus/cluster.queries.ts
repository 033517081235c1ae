import type { Statements, Transaction } from '../statements.ts';

/** A node of a Citus cluster. */
export interface ClusterNode {
  /** `host:port` */
  address: string;
  isCoordinator: boolean;
  isActive: boolean;
  /** Whether rows of organizations may lie on it. */
  hasShards: boolean;
}

/** The version of Citus in this database; null without the extension. */
export async function readCitusVersion(statements: Statements): Promise<string | null> {
  const [row] = await statements.query<{ version: string }>(
    `SELECT extversion AS version FROM pg_extension WHERE extname = 'citus'`,
  );
  return row?.version ?? null;
}

/** The nodes, the coordinator first. Empty while the coordinator knows no node, not even itself. */
export function listNodes(statements: Statements): Promise<ClusterNode[]> {
  return statements.query<ClusterNode>(
    `SELECT nodename || ':' || nodeport AS address,
            groupid = 0 AS "isCoordinator",
            isactive AS "isActive",
            shouldhaveshards AS "hasShards"
     FROM pg_dist_node
     WHERE noderole = 'primary'
     ORDER BY groupid`,
  );
}

/**
 * The distributed tables with the column by which each is distributed. Partitions are left out. Without Citus there are
 * none.
 */
export async function listDistributedTables(statements: Statements): Promise<Map<string, string>> {
  if ((await readCitusVersion(statements)) === null) return new Map();
  const rows = await statements.query<{ name: string; column: string }>(
    `SELECT pg_class.relname AS name, column_to_column_name(logicalrelid, partkey) AS column
     FROM pg_dist_partition
     JOIN pg_class ON pg_class.oid = logicalrelid
     WHERE relnamespace = current_schema()::regnamespace
       AND partmethod = 'h'
       AND NOT relispartition`,
  );
  return new Map(rows.map(({ name, column }) => [name, column]));
}

/** A table, with its partitions, as the coordinator stores it. */
export interface LocalTable {
  name: string;
  /** With its indexes. */
  bytes: number;
  /** Of rows alone. A distributed table has none, once its former rows are removed. */
  rowBytes: number;
}

export function listLocalTables(
  statements: Statements,
  names: readonly string[],
): Promise<LocalTable[]> {
  return statements.query<LocalTable>(
    `SELECT tree.name,
            sum(pg_total_relation_size(tree.oid))::float8 AS bytes,
            sum(pg_relation_size(tree.oid))::float8 AS "rowBytes"
     FROM (
       SELECT pg_class.relname AS name, coalesce(part.relid, pg_class.oid) AS oid
       FROM pg_class
       LEFT JOIN LATERAL pg_partition_tree(pg_class.oid) AS part ON true
       WHERE pg_class.relnamespace = current_schema()::regnamespace AND pg_class.relname = ANY ($1::text[])
     ) AS tree
     GROUP BY tree.name`,
    [names],
  );
}

/** Whether the table has a row. A distributed table is asked on all its nodes. */
export async function hasRows(statements: Statements, table: string): Promise<boolean> {
  return (await statements.query(`SELECT 1 FROM ${table} LIMIT 1`)).length > 0;
}

/** What a node answered, or why it did not. */
export interface NodeAnswer {
  /** `host:port` */
  address: string;
  isOk: boolean;
  text: string;
}

/** Runs a statement, which returns one value, on each worker. One that does not answer does not harm the others. */
export function askWorkers(statements: Statements, sql: string): Promise<NodeAnswer[]> {
  return statements.query<NodeAnswer>(
    `SELECT nodename || ':' || nodeport AS address, success AS "isOk", result AS text
     FROM run_command_on_workers($1)`,
    [sql],
  );
}

/** Moves the table's rows to the nodes: in one transaction, while writes to it wait. */
export async function distributeTable(
  statements: Statements,
  { table, shardCount }: { table: string; shardCount: number },
): Promise<void> {
  const first = table === 'organizations';
  await statements.query(
    first
      ? `SELECT create_distributed_table($1::text::regclass, 'organization_id', colocate_with => 'none', shard_count => $2)`
      : `SELECT create_distributed_table($1::text::regclass, 'organization_id', colocate_with => 'organizations')`,
    first ? [table, shardCount] : [table],
  );
}

/** Frees the space of the rows that the coordinator had before the tables were distributed. */
export async function removeFormerRows(statements: Statements, table: string): Promise<void> {
  await statements.query(
    'SELECT truncate_local_data_after_distributing_table($1::text::regclass)',
    [table],
  );
}

/**
 * Keeps settings for the sessions that the coordinator opens on the workers: what a session of svc sets for itself does
 * not reach them. A statement's time limit does: the coordinator ends what it has sent.
 */
export async function keepWorkSettings(statements: Statements): Promise<void> {
  const [row] = await statements.query<{ role: string; database: string }>(
    'SELECT quote_ident(current_user) AS role, quote_ident(current_database()) AS database',
  );
  if (row === undefined) return;
  for (const setting of [`work_mem = '16MB'`, 'jit = off', `lock_timeout = '30s'`]) {
    await statements.query(`ALTER ROLE ${row.role} IN DATABASE ${row.database} SET ${setting}`);
  }
}

/** Lets the cluster see the organization in the look-ups of db/conditions/look-ups.ts. */
export async function showOrganizationInLookUps(statements: Statements): Promise<void> {
  await statements.query(
    `CREATE OR REPLACE FUNCTION is_organization(own uuid, asked uuid) RETURNS boolean
       LANGUAGE sql IMMUTABLE PARALLEL SAFE
       AS 'SELECT own = asked'`,
  );
}

/**
 * Lets a cluster change its tables on one connection a node until the transaction ends. Otherwise, a change of the
 * schema cannot follow another statement in the same transaction. Postgres without Citus keeps the setting for nothing.
 */
export async function changeOneNodeAtATime(transaction: Transaction): Promise<void> {
  await transaction.query(`SET LOCAL citus.multi_shard_modify_mode = 'sequential'`);
}

/** How many connections of running servers are older than this one. */
export async function countOlderConnections(statements: Statements): Promise<number> {
  const [row] = await statements.query<{ connections: number }>(
    `SELECT count(*)::integer AS connections
     FROM pg_stat_activity
     WHERE datname = current_database()
       AND (application_name = 'svc' OR starts_with(application_name, 'svc '))
       AND backend_start < (SELECT backend_start FROM pg_stat_activity WHERE pid = pg_backend_pid())`,
  );
  return row?.connections ?? 0;
}

/** The shards of organizations on a node, each with the shards of all other tables that lie with it. */
export interface NodeShards {
  /** `host:port` */
  address: string;
  shards: number;
  bytes: number;
}

/** Reads sizes from the nodes: rejects while one of them is away. */
export function listShardsByNode(statements: Statements): Promise<NodeShards[]> {
  return statements.query<NodeShards>(
    `SELECT nodename || ':' || nodeport AS address,
            count(*) FILTER (WHERE table_name::text = 'organizations')::integer AS shards,
            sum(shard_size)::float8 AS bytes
     FROM citus_shards
     GROUP BY nodename, nodeport`,
  );
}

export interface LargeOrganization {
  id: string;
  name: string;
  results: number;
  artifactBytes: number;
}

/** The organizations with the most stored results. */
export function listLargestOrganizations(
  statements: Statements,
  limit: number,
): Promise<LargeOrganization[]> {
  return statements.query<LargeOrganization>(
    `SELECT organizations.organization_id AS id,
            organizations.name,
            coalesce(sum(results), 0)::float8 AS results,
            coalesce(sum(artifact_bytes), 0)::float8 AS "artifactBytes"
     FROM organizations
     LEFT JOIN organization_usage ON organization_usage.organization_id = organizations.organization_id
     WHERE deleted_at IS NULL
     GROUP BY organizations.organization_id, organizations.name
     ORDER BY results DESC, id
     LIMIT $1`,
    [limit],
  );
}

/** Where the rows of an organization lie. */
export interface Placement {
  shardId: string;
  host: string;
  port: number;
  /** How many organizations lie in its shard, itself included: they move together. */
  organizations: number;
  /** No other organization can come into its shard. */
  isIsolated: boolean;
}

export async function findPlacement(
  statements: Statements,
  organizationId: string,
): Promise<Placement | null> {
  const [row] = await statements.query<Omit<Placement, 'organizations'>>(
    `SELECT shardid::text AS "shardId", nodename AS host, nodeport AS port,
            shardminvalue = shardmaxvalue AS "isIsolated"
     FROM pg_dist_placement
     JOIN pg_dist_shard USING (shardid)
     JOIN pg_dist_node ON pg_dist_node.groupid = pg_dist_placement.groupid AND noderole = 'primary'
     WHERE shardid = get_shard_id_for_distribution_column('organizations', $1::uuid)`,
    [organizationId],
  );
  if (row === undefined) return null;
  const [together] = await statements.query<{ organizations: number }>(
    `SELECT count(*)::integer AS organizations
     FROM organizations
     WHERE get_shard_id_for_distribution_column('organizations', organization_id) = $1::bigint`,
    [row.shardId],
  );
  return { ...row, organizations: together?.organizations ?? 1 };
}

/** Moves a shard with everything that lies with it. Readers and writers go on, and wait for a moment at the end. */
export async function moveShard(
  statements: Statements,
  { shardId, host, port }: Pick<Placement, 'shardId' | 'host' | 'port'>,
  to: { host: string; port: number },
): Promise<void> {
  await statements.query(
    `SELECT citus_move_shard_placement($1::bigint, $2, $3, $4, $5, shard_transfer_mode => 'force_logical')`,
    [shardId, host, port, to.host, to.port],
  );
}

/** Gives the organization a shard of its own, on the same node. */
export async function isolateOrganization(
  statements: Statements,
  organizationId: string,
): Promise<void> {
  await statements.query(
    `SELECT isolate_tenant_to_new_shard('organizations', $1::uuid, 'CASCADE', shard_transfer_mode => 'force_logical')`,
    [organizationId],
  );
}

/** The organizations on the nodes that answer. */
export async function listReachableOrganizations(statements: Statements): Promise<string[]> {
  const rows = await statements.query<{ ids: string | null }>(
    `SELECT result AS ids
     FROM run_command_on_shards('organizations', 'SELECT string_agg(organization_id::text, '','') FROM %s')
     WHERE success`,
  );
  return rows.flatMap(({ ids }) => (ids === null || ids === '' ? [] : ids.split(',')));
}
