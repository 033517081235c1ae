import type pg from 'pg';
import type { History } from '../generate-history.ts';
import { createRandom, deriveKey, createUuidSequence } from '../random.ts';
import { SeedError } from '../seed-error.ts';

export interface CopyProject {
  id: string;
  /** The number of its newest execution. */
  lastNumber: number;
}

/** The oldest organization. */
export async function findOrganization(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ id: string }>(
    `SELECT organization_id AS id
     FROM organizations
     ORDER BY created_at, organization_id
     LIMIT 1`,
  );
  if (rows[0] !== undefined) return rows[0].id;
  throw new SeedError(
    'The database is empty. Start the server once: its first start creates the organization.',
  );
}

/**
 * The history's projects by name. Locks them until the transaction ends, so that no other transaction numbers
 * executions of them.
 */
export async function findOrMakeProjects(
  client: pg.Client,
  { history, organizationId }: { history: History; organizationId: string },
): Promise<Map<string, CopyProject>> {
  const projects = new Map<string, CopyProject>();
  for (const { project, startedAt } of history.truth.executions) {
    if (projects.has(project)) continue;
    const random = createRandom(deriveKey(history.shape.seed, 'project id', project));
    const { rows } = await client.query<CopyProject>(
      `INSERT INTO projects (organization_id, id, name, created_at)
       VALUES ($1, $2, $3, $4)
       ON CONFLICT (organization_id, name) DO UPDATE SET name = excluded.name
       RETURNING id, last_execution_number AS "lastNumber"`,
      [organizationId, createUuidSequence(startedAt.getTime(), random)(), project, startedAt],
    );
    if (rows[0] !== undefined) projects.set(project, rows[0]);
  }
  return projects;
}

export async function keepNumbers(
  client: pg.Client,
  organizationId: string,
  projects: ReadonlyMap<string, CopyProject>,
): Promise<void> {
  for (const { id, lastNumber } of projects.values()) {
    await client.query(
      `UPDATE projects
       SET last_execution_number = $3
       WHERE organization_id = $1 AND id = $2`,
      [organizationId, id, lastNumber],
    );
  }
}
