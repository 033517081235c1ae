import type { Source } from '@svc/contract/filters';
import type { Database } from '../db/database.ts';
import { bindsOf, projectsWithCi } from '../db/execution-conditions.ts';

/**
 * The source that was asked for; else `ci` where the project, or without one the organization, has an
 * execution from CI in the window, else `all`. Reads one entry a project of the index executions_from_ci.
 * @see definitions: which executions speak for a branch
 */
export async function usedSource(
  database: Database,
  organizationId: string,
  {
    source,
    project,
    from,
    to,
  }: { source?: Source | undefined; project?: string | undefined; from: Date; to: Date },
): Promise<Source> {
  if (source !== undefined) return source;
  const { bind, value } = bindsOf(organizationId);
  const ofProject = project === undefined ? '' : `AND projects.name = ${value(project)}`;
  const [row] = await database.query<{ hasCi: boolean }>(
    `SELECT EXISTS (${projectsWithCi(value, { from, to })}
           ${ofProject}) AS "hasCi"`,
    bind,
  );
  return row?.hasCi === true ? 'ci' : 'all';
}
