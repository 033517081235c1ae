import type { Page } from '@svc/contract/pages';
import type { DeletedProject, ListedProject, ProjectsQuery } from '@svc/contract/projects';
import type { Scope } from '../../db/scope.ts';
import { deleteProject } from '../../erasure/delete-project.ts';
import type { Deps } from '../../deps.ts';
import { SvcError } from '../../errors.ts';
import { decodeCursor, encodeCursor } from '../../input/cursor.ts';
import { Project } from '../../models/project.ts';
import { recordsOf } from '../../models/records.ts';
import { countsOfProjects, listProjectsAfter } from './projects.queries.ts';

/**
 * One page of the projects by name, with their counts.
 * @throws SvcError BAD_REQUEST for an invalid cursor.
 */
export async function pageOfProjects(
  scope: Scope,
  { limit, cursor, search }: ProjectsQuery,
): Promise<Page<ListedProject>> {
  const after = cursor === undefined ? null : decodeCursor(cursor, isPosition).name;
  const rows = await listProjectsAfter(scope, { search, after, limit: limit + 1 });
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const counts = await countsOfProjects(
    scope,
    page.map(({ id }) => id),
  );
  return {
    items: page.map((row) => ({
      id: row.id,
      name: row.name,
      createdAt: row.createdAt.toISOString(),
      executions: counts.get(row.id)?.executions ?? 0,
      tests: counts.get(row.id)?.tests ?? 0,
      lastExecutionAt: counts.get(row.id)?.lastExecutionAt?.toISOString() ?? null,
      defaultBranch: row.defaultBranch,
    })),
    nextCursor:
      rows.length > limit && last !== undefined ? encodeCursor({ name: last.name }) : null,
  };
}

function isPosition(value: unknown): value is { name: string } {
  return typeof (value as { name?: unknown } | null)?.name === 'string';
}

/** @throws SvcError NOT_FOUND, the same for a project of another organization as for none. */
export async function deleteProjectNamed(
  deps: Pick<Deps, 'clock' | 'random'>,
  scope: Scope,
  name: string,
): Promise<DeletedProject> {
  const project = await recordsOf(scope, Project).findOne({ name });
  const executions = project === null ? null : await deleteProject(deps, scope, project);
  if (executions === null) throw new SvcError('NOT_FOUND', `There is no project '${name}'.`);
  return { name, deleted: true };
}
