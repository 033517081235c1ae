import type { ExecutionStatus } from '@svc/contract/ingest';
import type { TestError } from '@svc/contract/test-errors';
import type { Transaction } from 'sequelize';
import type { Database } from '../../db/database.ts';
import type { Counts } from './execution-state.ts';

/** The transaction of one upload: every statement here is bound to its organization. */
export interface Scope {
  database: Database;
  transaction: Transaction;
  organizationId: string;
}

/**
 * Lets this upload run beside the organization's others or, `alone`, after those under way and before
 * all that follow. Taken first, so that whoever waits here holds nothing that another waits for.
 */
export async function lockUploads(
  { database, transaction, organizationId }: Scope,
  alone: boolean,
): Promise<void> {
  const lock = alone ? 'pg_advisory_xact_lock' : 'pg_advisory_xact_lock_shared';
  await database.query(`SELECT ${lock}(hashtextextended($1, 1))`, [organizationId], transaction);
}

/** The id of the project with this name, made when it is new. */
export async function findOrMakeProject(
  { database, transaction, organizationId }: Scope,
  project: { id: string; name: string; at: Date },
): Promise<string> {
  const find = () =>
    database.query<{ id: string }>(
      'SELECT id FROM projects WHERE organization_id = $1 AND name = $2',
      [organizationId, project.name],
      transaction,
    );
  const found = (await find())[0];
  if (found !== undefined) return found.id;
  await database.query(
    `INSERT INTO projects (organization_id, id, name, created_at)
     VALUES ($1, $2, $3, $4)
     ON CONFLICT (organization_id, name) DO NOTHING`,
    [organizationId, project.id, project.name, project.at],
    transaction,
  );
  const made = (await find())[0];
  if (made === undefined) throw new Error('the project that was just made is not there');
  return made.id;
}

/** The first upload's facts, which open an execution. JSON columns come as text. */
export interface NewExecution {
  id: string;
  projectId: string;
  key: string;
  week: string;
  name: string | null;
  framework: string;
  frameworkVersion: string | null;
  reporter: string;
  startedAt: Date;
  receivedAt: Date;
  git: string;
  ci: string;
  environment: string;
}

/** The execution with this key, opened when it is new. Waits for an upload that is just opening it. */
export async function findOrOpenExecution(
  { database, transaction, organizationId }: Scope,
  execution: NewExecution,
): Promise<{ id: string; week: string; isNew: boolean }> {
  const opened = await database.query<{ id: string }>(
    `INSERT INTO executions (
       organization_id, id, project_id, key, week, name, framework, framework_version, reporter,
       status, failed_reported, interrupted_reported, has_file_errors,
       started_at, ended_at, received_at, updated_at, merged, shards_expected, shards_received,
       passed, failed, timed_out, skipped, interrupted, flaky,
       git, ci, environment, tags, partial, errors)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, 'running', false, false, false,
             $10, $10, $11, $11, false, 0, 0, 0, 0, 0, 0, 0, 0, $12, $13, $14, '{}', '{}', '[]')
     ON CONFLICT (organization_id, project_id, key) DO NOTHING
     RETURNING id`,
    [
      organizationId,
      execution.id,
      execution.projectId,
      execution.key,
      execution.week,
      execution.name,
      execution.framework,
      execution.frameworkVersion,
      execution.reporter,
      execution.startedAt,
      execution.receivedAt,
      execution.git,
      execution.ci,
      execution.environment,
    ],
    transaction,
  );
  if (opened.length > 0) return { id: execution.id, week: execution.week, isNew: true };
  const [existing] = await database.query<{ id: string; week: string }>(
    `SELECT id, week::text AS week
     FROM executions
     WHERE organization_id = $1 AND project_id = $2 AND key = $3`,
    [organizationId, execution.projectId, execution.key],
    transaction,
  );
  if (existing === undefined)
    throw new Error('the execution that refused a second one is not there');
  return { ...existing, isNew: false };
}

/**
 * Waits until no merged report is being added to the execution; a merged report itself waits for
 * everybody and lets nobody in. The lock ends with the transaction.
 */
export async function lockParts(
  { database, transaction }: Scope,
  executionId: string,
  alone: boolean,
): Promise<void> {
  const lock = alone ? 'pg_advisory_xact_lock' : 'pg_advisory_xact_lock_shared';
  await database.query(`SELECT ${lock}(hashtextextended($1, 0))`, [executionId], transaction);
}

/** False when the execution has this part already. Waits for an upload that is just bringing it. */
export async function addShard(
  { database, transaction, organizationId }: Scope,
  shard: {
    executionId: string;
    shardId: string;
    groupId: string;
    index: number | null;
    total: number | null;
    at: Date;
  },
): Promise<boolean> {
  const added = await database.query<{ added: number }>(
    `INSERT INTO execution_shards
       (organization_id, execution_id, shard_id, group_id, shard_index, shard_total, received_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7)
     ON CONFLICT (organization_id, execution_id, shard_id) DO NOTHING
     RETURNING 1 AS added`,
    [
      organizationId,
      shard.executionId,
      shard.shardId,
      shard.groupId,
      shard.index,
      shard.total,
      shard.at,
    ],
    transaction,
  );
  return added.length > 0;
}

export async function isMerged(
  { database, transaction, organizationId }: Scope,
  executionId: string,
): Promise<boolean> {
  const rows = await database.query<{ merged: boolean }>(
    'SELECT merged FROM executions WHERE organization_id = $1 AND id = $2',
    [organizationId, executionId],
    transaction,
  );
  return rows[0]?.merged === true;
}

/**
 * What makes a result the same result when it is sent again: its test and the moment it began. A
 * second run of a test in the same job began at another moment, and is another result.
 */
export function resultIdentity({
  testId,
  startedAt,
}: {
  testId: string;
  startedAt: string | null;
}): string {
  return `${testId}@${startedAt === null ? '' : Date.parse(startedAt)}`;
}

/** How often each result is there already, by its identity: in one shard, or in all with `shardId: null`. */
export async function countKnownResults(
  { database, transaction, organizationId }: Scope,
  { executionId, week, shardId }: { executionId: string; week: string; shardId: string | null },
): Promise<Map<string, number>> {
  const rows = await database.query<{ identity: string; results: number }>(
    `SELECT replace(test_id::text, '-', '') || '@' ||
              coalesce(round(extract(epoch FROM started_at) * 1000)::bigint::text, '') AS identity,
            count(*)::integer AS results
     FROM results
     WHERE organization_id = $1
       AND execution_id = $2
       AND week = $3
       AND ($4::bigint IS NULL OR shard_id = $4)
     GROUP BY test_id, started_at`,
    [organizationId, executionId, week, shardId],
    transaction,
  );
  return new Map(rows.map((row) => [row.identity, row.results]));
}

/** What tells the files of one shard apart. NUL is in no stored text. */
export function fileIdentity({ file, variant }: { file: string; variant: string | null }): string {
  return `${variant ?? ''}\0${file}`;
}

/** How often each file is there already, by its identity. */
export async function countKnownFiles(
  { database, transaction, organizationId }: Scope,
  { executionId, week, shardId }: { executionId: string; week: string; shardId: string | null },
): Promise<Map<string, number>> {
  const rows = await database.query<{ file: string; variant: string | null; files: number }>(
    `SELECT file, variant, count(*)::integer AS files
     FROM execution_files
     WHERE organization_id = $1
       AND execution_id = $2
       AND week = $3
       AND ($4::bigint IS NULL OR shard_id = $4)
     GROUP BY file, variant`,
    [organizationId, executionId, week, shardId],
    transaction,
  );
  return new Map(rows.map((row) => [fileIdentity(row), row.files]));
}

/** What the end of an upload reads of its execution, which stays locked until the upload is done. */
export interface LockedExecution {
  number: number | null;
  startedAt: Date;
  endedAt: Date;
  merged: boolean;
  counts: Counts;
  hasFileErrors: boolean;
  failedReported: boolean;
  interruptedReported: boolean;
  tags: string[];
  partial: string[];
  errors: TestError[];
  name: string | null;
  frameworkVersion: string | null;
  git: Record<string, unknown>;
  ci: Record<string, unknown>;
  environment: Record<string, string>;
}

/**
 * The execution, locked against other uploads' ends. Not FOR UPDATE: each upload under way has
 * locked the key by adding its shard, so that two of them would wait for each other.
 */
export async function lockExecution(
  { database, transaction, organizationId }: Scope,
  executionId: string,
): Promise<LockedExecution> {
  const [row] = await database.query<LockedExecution & Counts>(
    `SELECT number,
            started_at AS "startedAt",
            ended_at AS "endedAt",
            merged,
            passed, failed, timed_out AS "timedOut", skipped, interrupted, flaky,
            has_file_errors AS "hasFileErrors",
            failed_reported AS "failedReported",
            interrupted_reported AS "interruptedReported",
            tags, partial, errors, name,
            framework_version AS "frameworkVersion",
            git, ci, environment
     FROM executions
     WHERE organization_id = $1 AND id = $2
     FOR NO KEY UPDATE`,
    [organizationId, executionId],
    transaction,
  );
  if (row === undefined) throw new Error('the execution of an upload is gone');
  const { passed, failed, timedOut, skipped, interrupted, flaky } = row;
  return { ...row, counts: { passed, failed, timedOut, skipped, interrupted, flaky } };
}

/** Parts expected and received. A group without shards expects what it has. */
export async function countShards(
  { database, transaction, organizationId }: Scope,
  executionId: string,
): Promise<{ expected: number; received: number }> {
  const [row] = await database.query<{ expected: number; received: number }>(
    `WITH shard_groups AS (
       SELECT greatest(max(shard_total), count(*)) AS expected, count(*) AS received
       FROM execution_shards
       WHERE organization_id = $1 AND execution_id = $2
       GROUP BY group_id
     )
     SELECT sum(expected)::integer AS expected, sum(received)::integer AS received
     FROM shard_groups`,
    [organizationId, executionId],
    transaction,
  );
  return row ?? { expected: 0, received: 0 };
}

/** The project's next number. Locks the project, so it is taken last. */
export async function nextExecutionNumber(
  { database, transaction, organizationId }: Scope,
  projectId: string,
): Promise<number> {
  const [row] = await database.query<{ number: number }>(
    `UPDATE projects
     SET last_execution_number = last_execution_number + 1
     WHERE organization_id = $1 AND id = $2
     RETURNING last_execution_number AS number`,
    [organizationId, projectId],
    transaction,
  );
  if (row === undefined) throw new Error('the project of an upload is gone');
  return row.number;
}

export interface ExecutionUpdate {
  executionId: string;
  number: number;
  status: ExecutionStatus;
  startedAt: Date;
  endedAt: Date;
  at: Date;
  merged: boolean;
  counts: Counts;
  hasFileErrors: boolean;
  failedReported: boolean;
  interruptedReported: boolean;
  shards: { expected: number; received: number };
  tags: string[];
  partial: string[];
  errors: string;
  name: string | null;
  frameworkVersion: string | null;
  git: string;
  ci: string;
  environment: string;
}

export async function updateExecution(
  { database, transaction, organizationId }: Scope,
  update: ExecutionUpdate,
): Promise<void> {
  const { counts, shards } = update;
  await database.query(
    `UPDATE executions
     SET number = $3, status = $4, started_at = $5, ended_at = $6, updated_at = $7, merged = $8,
         passed = $9, failed = $10, timed_out = $11, skipped = $12, interrupted = $13, flaky = $14,
         has_file_errors = $15, failed_reported = $16, interrupted_reported = $17,
         shards_expected = $18, shards_received = $19,
         tags = $20, partial = $21, errors = $22, name = $23, framework_version = $24,
         git = $25, ci = $26, environment = $27
     WHERE organization_id = $1 AND id = $2`,
    [
      organizationId,
      update.executionId,
      update.number,
      update.status,
      update.startedAt,
      update.endedAt,
      update.at,
      update.merged,
      counts.passed,
      counts.failed,
      counts.timedOut,
      counts.skipped,
      counts.interrupted,
      counts.flaky,
      update.hasFileErrors,
      update.failedReported,
      update.interruptedReported,
      shards.expected,
      shards.received,
      update.tags,
      update.partial,
      update.errors,
      update.name,
      update.frameworkVersion,
      update.git,
      update.ci,
      update.environment,
    ],
    transaction,
  );
}
