import type { Source } from '@svc/contract/filters';
import type { Scope } from '../db/scope.ts';
import { bindsOf, projectsWithCi } from '../db/conditions/execution-conditions.ts';

/**
 * The requested source. By default `ci` if the project, or without a project the organization, has an execution from
 * CI in the window; otherwise `all`. Reads one entry per project of the index executions_from_ci.
 * @see definitions: which executions speak for a branch
 */
export async function usedSource(
  scope: Scope,
  {
    source,
    project,
    from,
    to,
  }: { source?: Source | undefined; project?: string | undefined; from: Date; to: Date },
): Promise<Source> {
  if (source !== undefined) return source;
  const { bind, value } = bindsOf(scope.organizationId);
  const ofProject = project === undefined ? '' : `AND projects.name = ${value(project)}`;
  const [row] = await scope.query<{ hasCi: boolean }>(
    `SELECT EXISTS (${projectsWithCi(value, { from, to })}
           ${ofProject}) AS "hasCi"`,
    bind,
  );
  return row?.hasCi === true ? 'ci' : 'all';
}
