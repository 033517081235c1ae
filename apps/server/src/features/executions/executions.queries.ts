import type { ExecutionStatus } from '@svc/contract/ingest';
import type { Database } from '../../db/database.ts';
import {
  bindsOf,
  executionConditions,
  type ExecutionsFilter,
} from '../../db/execution-conditions.ts';

export interface ExecutionRow {
  id: string;
  key: string;
  number: number;
  project: string;
  week: string;
  name: string | null;
  framework: string;
  frameworkVersion: string | null;
  reporter: { name: string; version: string };
  status: ExecutionStatus;
  startedAt: Date;
  endedAt: Date;
  passed: number;
  failed: number;
  timedOut: number;
  skipped: number;
  interrupted: number;
  flaky: number;
  git: Record<string, unknown>;
  ci: Record<string, unknown>;
  environment: Record<string, string>;
  tags: string[];
  partial: string[];
  shardsExpected: number;
  shardsReceived: number;
}

const COLUMNS = `
  executions.id,
  executions.key,
  executions.number,
  projects.name AS project,
  executions.week::text AS week,
  executions.name,
  executions.framework,
  executions.framework_version AS "frameworkVersion",
  executions.reporter,
  executions.status,
  executions.started_at AS "startedAt",
  executions.ended_at AS "endedAt",
  executions.passed,
  executions.failed,
  executions.timed_out AS "timedOut",
  executions.skipped,
  executions.interrupted,
  executions.flaky,
  executions.git,
  executions.ci,
  executions.environment,
  executions.tags,
  executions.partial,
  executions.shards_expected AS "shardsExpected",
  executions.shards_received AS "shardsReceived"`;

const FROM = `
  FROM executions
  JOIN projects ON projects.organization_id = executions.organization_id
               AND projects.id = executions.project_id`;

/** The filters of the list beside those that all questions share. */
export interface ListFilter extends ExecutionsFilter {
  status?: string[] | undefined;
  commit?: string | undefined;
  pullRequest?: number | undefined;
  tag?: string | undefined;
  number?: number | undefined;
  search?: string | undefined;
}

/** Where the page before ended: executions that are older than this one follow. */
export interface After {
  startedAt: string;
  id: string;
}

/**
 * The newest executions that fit, `limit` of them at most. Walks the index executions_newest, or the
 * one by project, branch or commit where the filter has it.
 */
export async function listExecutions(
  database: Database,
  organizationId: string,
  { filter, after, limit }: { filter: ListFilter; after: After | null; limit: number },
): Promise<ExecutionRow[]> {
  const { bind, value } = bindsOf(organizationId);
  const conditions = [executionConditions(filter, value)];
  const add = (wanted: unknown, condition: (place: string) => string): void => {
    if (wanted !== undefined) conditions.push(condition(value(wanted)));
  };
  add(filter.status, (place) => `executions.status = ANY (${place}::execution_status[])`);
  add(filter.commit?.toLowerCase(), (place) => `left(executions.commit, 64) LIKE ${place} || '%'`);
  add(filter.pullRequest, (place) => `executions.pull_request = ${place}`);
  add(filter.tag, (place) => `${place} = ANY (executions.tags)`);
  add(filter.number, (place) => `executions.number = ${place}`);
  add(
    filter.search === undefined ? undefined : `%${escapeLike(filter.search)}%`,
    (place) =>
      `(executions.name ILIKE ${place} OR executions.branch ILIKE ${place} OR executions.commit_message ILIKE ${place})`,
  );
  if (after !== null) {
    conditions.push(
      `(executions.started_at, executions.id) < (${value(after.startedAt)}, ${value(after.id)})`,
    );
  }
  return database.query<ExecutionRow>(
    `SELECT ${COLUMNS}
     ${FROM}
     WHERE ${conditions.join('\n       AND ')}
     ORDER BY executions.started_at DESC, executions.id DESC
     LIMIT ${value(limit)}`,
    bind,
  );
}

export async function findExecution(
  database: Database,
  organizationId: string,
  id: string,
): Promise<(ExecutionRow & { errors: unknown[] }) | null> {
  const rows = await database.query<ExecutionRow & { errors: unknown[] }>(
    `SELECT ${COLUMNS}, executions.errors
     ${FROM}
     WHERE executions.organization_id = $1
       AND executions.id = $2
       AND executions.number IS NOT NULL`,
    [organizationId, id],
  );
  return rows[0] ?? null;
}

function escapeLike(text: string): string {
  return text.replaceAll(/[\\%_]/g, String.raw`\$&`);
}
