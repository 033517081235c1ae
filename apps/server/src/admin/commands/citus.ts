import { formatBytes, formatCount } from '@svc/contract/zod-free/amounts';
import type { Database } from '../../db/connections/database.ts';
import {
  askWorkers,
  countOlderConnections,
  findPlacement,
  isolateOrganization,
  listDistributedTables,
  listLargestOrganizations,
  listNodes,
  listShardsByNode,
  moveShard,
  readCitusVersion,
  type ClusterNode,
  type NodeAnswer,
} from '../../db/citus/cluster.queries.ts';
import {
  distribute,
  DistributionError,
  planDistribution,
  WORKER_VERSION,
  type DistributionPlan,
} from '../../db/citus/distribute.ts';
import { DISTRIBUTED_TABLES } from '../../db/citus/table-kinds.ts';
import { listOrganizationsNamed } from '../../people/index.ts';
import { sayError } from '../../process/say.ts';
import { formatTable } from '../text-table.ts';
import { chooseOrganization, type CommandOrganization } from '../with-store.ts';

interface DistributeOptions {
  dryRun?: boolean;
  shards?: number;
  /** Brings the schema up to date. */
  migrate(): Promise<void>;
}

export async function distributeTables(
  database: Database,
  { dryRun = false, shards, migrate }: DistributeOptions,
): Promise<string[]> {
  const connections = await countOlderConnections(database);
  if (!dryRun) await migrate();
  const plan = await planDistribution(database);
  if (plan.missing.length === 0 && plan.former.length === 0) {
    return ['There is nothing to do: this database has no table of svc to distribute.'];
  }
  if (dryRun) return describePlan(plan);
  if (connections > 0) {
    throw new DistributionError(
      `${formatCount(connections, 'connection')} of running servers use this database. Stop all servers first: between two steps, tables of both kinds would answer their statements.`,
    );
  }
  await distribute(database, plan, { shardCount: shards, onStep: sayError });
  return ['All tables of svc are distributed. Start the servers again.'];
}

function describePlan({ nodes, missing, former }: DistributionPlan): string[] {
  const sum = missing.reduce((bytes, table) => bytes + table.bytes, 0);
  return [
    ...(missing.length === 0
      ? []
      : [
          `These tables move from the coordinator to ${describeNodes(nodes)}, one after the other:`,
          ...formatTable([
            ['TABLE', 'SIZE'],
            ...missing.map(({ name, bytes }) => [name, formatBytes(bytes)]),
          ]),
          `The nodes need ${formatBytes(sum)} together. The coordinator keeps its rows until all tables are distributed.`,
        ]),
    ...(former.length === 0
      ? []
      : [`Former rows on the coordinator to free: ${former.map(({ name }) => name).join(', ')}.`]),
    'Stop all servers, then run it without --dry-run. After an interruption, run it again.',
  ];
}

function describeNodes(nodes: readonly ClusterNode[]): string {
  return nodes.length === 0
    ? 'the coordinator itself'
    : nodes.map(({ address }) => address).join(', ');
}

const LARGEST = 10;
const GO_ON = "Run 'svc-admin citus distribute', which goes on where it ended.";

/** The nodes, their shards and sizes, and the largest organizations. A worker that is away is named. */
export async function showCluster(database: Database): Promise<string[]> {
  const version = await readCitusVersion(database);
  if (version === null) return ['This database has no Citus.'];
  const distributed = await listDistributedTables(database);
  const count = DISTRIBUTED_TABLES.filter((name) => distributed.has(name)).length;
  const isPart = count > 0 && count < DISTRIBUTED_TABLES.length;
  const summary = `Citus ${version}: ${count} of ${DISTRIBUTED_TABLES.length} tables of organizations are distributed.${isPart ? ` ${GO_ON}` : ''}`;
  const answers = new Map(
    (await askWorkers(database, WORKER_VERSION)).map((answer) => [answer.address, answer]),
  );
  const isWhole = [...answers.values()].every(({ isOk }) => isOk);
  const nodes = await describeNodeRows(database, { answers, isWhole });
  if (!isWhole) {
    return [summary, '', ...nodes, '', 'Sizes are unknown while a worker is away.'];
  }
  return [summary, '', ...nodes, '', ...(await describeLargest(database, count > 0))];
}

async function describeNodeRows(
  database: Database,
  { answers, isWhole }: { answers: ReadonlyMap<string, NodeAnswer>; isWhole: boolean },
): Promise<string[]> {
  const shards = new Map(
    (isWhole ? await listShardsByNode(database) : []).map((row) => [row.address, row]),
  );
  const rows = (await listNodes(database)).map((node) => {
    const { address, isCoordinator } = node;
    const own = shards.get(address);
    return [
      address,
      isCoordinator ? 'coordinator' : 'worker',
      describeState(node, answers.get(address)),
      isWhole ? String(own?.shards ?? 0) : '?',
      isWhole ? formatBytes(own?.bytes ?? 0) : '?',
    ];
  });
  return formatTable([['NODE', 'KIND', 'STATE', 'SHARDS', 'SIZE'], ...rows]);
}

function describeState({ isActive }: ClusterNode, answer: NodeAnswer | undefined): string {
  if (!isActive) return 'inactive';
  // The coordinator is not asked: this database is its own.
  if (answer === undefined) return 'answers';
  if (!answer.isOk) return 'away';
  return answer.text === '' ? 'no Citus' : 'answers';
}

async function describeLargest(database: Database, isDistributed: boolean): Promise<string[]> {
  const rows: string[][] = [];
  for (const { id, name, results, artifactBytes } of await listLargestOrganizations(
    database,
    LARGEST,
  )) {
    const place = isDistributed ? await findPlacement(database, id) : null;
    rows.push([
      id,
      String(results),
      formatBytes(artifactBytes),
      place === null ? '–' : `${place.host}:${place.port}`,
      place === null ? '–' : String(place.organizations - 1),
      name,
    ]);
  }
  return formatTable([['ORGANIZATION', 'RESULTS', 'ARTIFACTS', 'NODE', 'WITH', 'NAME'], ...rows]);
}

/** Moves the organization's shard, with the organizations that share it, to another node while servers run. */
export async function moveOrganization(
  database: Database,
  which: string,
  to: string,
): Promise<string[]> {
  const { id, name } = await findOrganization(database, which);
  const place = await requirePlacement(database, id);
  const nodes = (await listNodes(database)).filter(({ hasShards }) => hasShards);
  const target = nodes.find(({ address }) => address === to);
  if (target === undefined) {
    throw new DistributionError(
      `no node ${to} takes rows. Those that do: ${nodes.map(({ address }) => address).join(', ')}.`,
    );
  }
  if (`${place.host}:${place.port}` === to) return [`'${name}' lies on ${to} already.`];
  const others =
    place.organizations > 1
      ? `, with ${formatCount(place.organizations - 1, 'other organization')} of its shard`
      : '';
  sayError(`moving '${name}'${others} to ${to}`);
  const colon = to.lastIndexOf(':');
  await moveShard(database, place, {
    host: to.slice(0, colon),
    port: Number(to.slice(colon + 1)),
  });
  return [`'${name}' lies on ${to}.`];
}

/** Gives the organization a shard of its own, so that it moves alone. */
export async function isolate(database: Database, which: string): Promise<string[]> {
  const { id, name } = await findOrganization(database, which);
  const place = await requirePlacement(database, id);
  if (place.isIsolated) return [`'${name}' has a shard of its own already.`];
  sayError(`giving '${name}' a shard of its own`);
  await isolateOrganization(database, id);
  return [`'${name}' has a shard of its own.`];
}

async function findOrganization(database: Database, which: string): Promise<CommandOrganization> {
  return chooseOrganization(await listOrganizationsNamed(database, which), which);
}

/** @throws DistributionError while the tables are not distributed. */
async function requirePlacement(database: Database, organizationId: string) {
  const distributed = await listDistributedTables(database);
  if (DISTRIBUTED_TABLES.every((name) => distributed.has(name))) {
    const place = await findPlacement(database, organizationId);
    if (place !== null) return place;
  } else if (distributed.size > 0) {
    throw new DistributionError(`this database is distributed in part. ${GO_ON}`);
  }
  throw new DistributionError(
    'the tables of this database are not distributed: see svc-admin citus distribute --dry-run.',
  );
}
