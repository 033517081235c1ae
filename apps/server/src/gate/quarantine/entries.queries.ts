import { createBinds } from '../../db/conditions/execution-conditions.ts';
import type { Scope, TransactionScope } from '../../db/scope.ts';
import type { QuarantineEntry } from '../../db/models/quarantine-entry.ts';

/** An entry with its test, and with what it excused. */
export type ListedEntry = Pick<
  QuarantineEntry,
  | 'id'
  | 'projectId'
  | 'testId'
  | 'framework'
  | 'fingerprints'
  | 'reason'
  | 'owner'
  | 'createdAt'
  | 'createdBy'
  | 'expiresAt'
  | 'endedAt'
  | 'endedBy'
> & {
  titlePath: string[];
  file: string;
  variant: string | null;
  project: string;
  excusedCount: number;
  lastExcusedAt: Date | null;
};

const LISTED = `
  SELECT entries.id,
         entries.project_id AS "projectId",
         replace(entries.test_id::text, '-', '') AS "testId",
         entries.framework,
         entries.fingerprints,
         entries.reason,
         entries.owner,
         entries.created_at AS "createdAt",
         entries.created_by AS "createdBy",
         entries.expires_at AS "expiresAt",
         entries.ended_at AS "endedAt",
         entries.ended_by AS "endedBy",
         tests.title_path AS "titlePath",
         tests.file,
         tests.variant,
         projects.name AS project,
         excused.results AS "excusedCount",
         excused.at AS "lastExcusedAt"
  FROM quarantine_entries AS entries
  JOIN projects ON projects.organization_id = $1 AND projects.id = entries.project_id
  JOIN tests ON tests.organization_id = $1 AND tests.id = entries.test_id
  CROSS JOIN LATERAL (
    SELECT coalesce(sum(results), 0)::float8 AS results, max(at) AS at
    FROM excusals
    WHERE organization_id = $1 AND entry_id = entries.id
  ) AS excused`;

export interface EntriesFilter {
  project: string | undefined;
  testId: string | undefined;
  /** Undefined: all. */
  active: boolean | undefined;
}

/** The entries that are older than `before`, newest first: their ids increase. */
export function listEntries(
  scope: Scope,
  {
    filter: { project, testId, active },
    now,
    before,
    limit,
  }: { filter: EntriesFilter; now: Date; before: string | null; limit: number },
): Promise<ListedEntry[]> {
  const { bind, value } = createBinds(scope.organizationId);
  const conditions = ['entries.organization_id = $1'];
  if (project !== undefined) {
    conditions.push(
      `entries.project_id = (SELECT id FROM projects WHERE organization_id = $1 AND name = ${value(project)})`,
    );
  }
  if (testId !== undefined) conditions.push(`entries.test_id = ${value(testId)}::uuid`);
  if (active !== undefined) {
    const isActive = `(entries.ended_at IS NULL AND entries.expires_at > ${value(now)})`;
    conditions.push(active ? isActive : `NOT ${isActive}`);
  }
  if (before !== null) conditions.push(`entries.id < ${value(before)}`);
  return scope.query<ListedEntry>(
    `${LISTED}
     WHERE ${conditions.join('\n       AND ')}
     ORDER BY entries.id DESC
     LIMIT ${value(limit)}`,
    bind,
  );
}

export async function findEntry(scope: Scope, id: string): Promise<ListedEntry | null> {
  const [row] = await scope.query<ListedEntry>(
    `${LISTED}
     WHERE entries.organization_id = $1 AND entries.id = $2`,
    [scope.organizationId, id],
  );
  return row ?? null;
}

export async function countActiveEntries(scope: TransactionScope, now: Date): Promise<number> {
  const [row] = await scope.query<{ count: number }>(
    `SELECT count(*)::integer AS count
     FROM quarantine_entries
     WHERE organization_id = $1 AND ended_at IS NULL AND expires_at > $2`,
    [scope.organizationId, now],
  );
  return row?.count ?? 0;
}

export interface QuarantinedTest {
  testId: string;
  projectId: string;
  titlePath: string[];
}

/** A test by its 32 hex digits. In a transaction, holds off its deletion. */
export async function findTest(scope: Scope, testId: string): Promise<QuarantinedTest | null> {
  const [row] = await scope.query<QuarantinedTest>(
    `SELECT replace(id::text, '-', '') AS "testId",
            project_id AS "projectId",
            title_path AS "titlePath"
     FROM tests
     WHERE organization_id = $1 AND id = $2::uuid
     FOR KEY SHARE`,
    [scope.organizationId, testId],
  );
  return row ?? null;
}
