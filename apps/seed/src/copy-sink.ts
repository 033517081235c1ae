import {
  correctUsage,
  openDatabase,
  rebuildRollUps,
  createScope,
  toWeek,
  type RebuildProgress,
} from '@svc/server/operations';
import pg from 'pg';
import { linkAttempts } from './copy/copy-attempts.ts';
import { BatchWriter, makeStages } from './copy/batch-writer.ts';
import { findOrganization, findOrMakeProjects, keepNumbers } from './copy/copy-projects.ts';
import { addExecution } from './copy/copy-rows.ts';
import type { History } from './generate-history.ts';
import { SeedError } from './seed-error.ts';

export interface CopyOptions {
  databaseUrl: string;
  /** Default: the oldest organization, for which the server's commands act too. */
  organizationId?: string | undefined;
  /** Called after each execution, with the results so far. */
  onCopied?: ((results: number) => void) | undefined;
  /** Called while the roll-ups are derived afterwards. */
  onDerived?: RebuildProgress | undefined;
}

/**
 * Writes a history into the tables of a server that has been started once, in one transaction, then derives the
 * roll-ups. The rows are those that ingest stores for executions that are uploaded at their end, and all of them have
 * settled: the server writes no event about them. Returns the number of results.
 * @throws SeedError for a database without tables or organization, and for a history that is there already.
 */
export async function copyHistory(history: History, options: CopyOptions): Promise<number> {
  const { databaseUrl } = options;
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'svc-seed' });
  // Without a listener, the process would end with the connection. The statement rejects too, with a later error.
  let lost: Error | undefined;
  client.on('error', (error) => (lost ??= error));
  try {
    await client.connect();
    const organizationId = options.organizationId ?? (await findOrganization(client));
    await client.query('BEGIN');
    const results = await copyExecutions(client, { history, organizationId, options });
    await client.query('COMMIT');
    await finishCopying(client, { ...options, organizationId });
    return results;
  } catch (error) {
    throw explainError(lost ?? error);
  } finally {
    // Ending the connection also ends an open transaction.
    await client.end();
  }
}

async function copyExecutions(
  client: pg.Client,
  {
    history,
    organizationId,
    options,
  }: {
    history: History;
    organizationId: string;
    options: CopyOptions;
  },
): Promise<number> {
  const projects = await findOrMakeProjects(client, { history, organizationId });
  await makeStages(client);
  const writer = new BatchWriter(client);
  const { seed } = history.shape;
  const known = { testIds: new Set<string>(), textIds: new Set<string>() };
  let results = 0;
  for (const execution of history.executions) {
    const project = projects.get(execution.truth.project);
    if (project === undefined)
      throw new Error('an execution of a project that is missing in the truth');
    const week = toWeek(execution.truth.startedAt);
    if (week !== writer.week) known.textIds.clear();
    const batch = await writer.prepareBatch(week);
    const number = ++project.lastNumber;
    await addExecution(
      execution,
      { organizationId, projectId: project.id, number, seed, known },
      batch,
    );
    for (const body of execution.bodies) results += body.results.length;
    options.onCopied?.(results);
  }
  await writer.end();
  const projectIds = [...projects.values()].map((project) => project.id);
  await linkAttempts(client, { organizationId, projectIds });
  await keepNumbers(client, organizationId, projects);
  return results;
}

/** Derives the roll-ups and the organization's usage, and updates the planner's statistics. */
async function finishCopying(
  client: pg.Client,
  { databaseUrl, organizationId, onDerived = () => {} }: CopyOptions & { organizationId: string },
): Promise<void> {
  await client.query('ANALYZE');
  const database = openDatabase(databaseUrl, 1);
  try {
    await rebuildRollUps(database, onDerived, { organizationId });
    await correctUsage(createScope(database, organizationId));
  } finally {
    await database.close();
  }
  await client.query('ANALYZE');
}

/** SQLSTATEs of errors that the user can fix. */
function explainError(error: unknown): unknown {
  const { code, message } = error as { code?: string; message: string };
  // Citus copies rows to a node with a code of its own for what the node refuses.
  if (code === '23505' || (code === 'XX000' && message.startsWith('duplicate key'))) {
    return new SeedError(
      'The database already contains this history, or a part of it. Use another --seed.',
      { cause: error },
    );
  }
  if (code === '42P01') {
    return new SeedError(
      "The database has no tables: start the server once, or run 'pnpm migrate'.",
      {
        cause: error,
      },
    );
  }
  if (code === 'ECONNREFUSED' || code === '28P01' || code === '3D000' || code === 'ENOTFOUND') {
    return new SeedError(`Cannot connect to the database of --database-url: ${message}`, {
      cause: error,
    });
  }
  return error;
}
