import type { Page } from '@svc/contract/pages';
import type {
  ChangedProject,
  DeletedProject,
  ListedProject,
  ProjectChange,
  ProjectsQuery,
} from '@svc/contract/projects';
import { recordAuditEntry } from '../audit-log/index.ts';
import type { Scope } from '../db/scope.ts';
import { deleteProject } from '../lifetime/index.ts';
import type { Deps } from '../deps.ts';
import { SvcError } from '../errors.ts';
import { decodeCursor, encodeCursor } from '../http/input/cursor.ts';
import { Project } from '../db/models/project.ts';
import { recordsOf } from '../db/models/records.ts';
import {
  changeDefaultBranch,
  lockRollUps,
  rollUpBeforeJudging,
  rollUpRest,
} from '../rollups/index.ts';
import { readProjectCounts, listProjectsAfter } from './projects.queries.ts';

/**
 * One page of the projects by name, with their counts.
 * @throws SvcError BAD_REQUEST for an invalid cursor.
 */
export async function readProjectsPage(
  scope: Scope,
  { limit, cursor, search }: ProjectsQuery,
): Promise<Page<ListedProject>> {
  const after = cursor === undefined ? null : decodeCursor(cursor, isPosition).name;
  const rows = await listProjectsAfter(scope, { search, after, limit: limit + 1 });
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const counts = await readProjectCounts(
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
      isDefaultBranchChosen: row.isDefaultBranchChosen,
    })),
    nextCursor:
      rows.length > limit && last !== undefined ? encodeCursor({ name: last.name }) : null,
  };
}

function isPosition(value: unknown): value is { name: string } {
  return typeof (value as { name?: unknown } | null)?.name === 'string';
}

/**
 * Chooses a project's default branch; with null, the roll-up chooses it.
 * @throws SvcError NOT_FOUND, the same for a project of another organization as for none.
 */
export async function editProject(
  deps: Pick<Deps, 'clock' | 'random'>,
  scope: Scope,
  { name, defaultBranch: branch }: ProjectChange,
): Promise<ChangedProject> {
  // Outside of the transaction, for which uploads wait.
  await rollUpBeforeJudging(scope);
  return scope.transaction(async (scope) => {
    await lockRollUps(scope);
    await rollUpRest(scope);
    const project = await recordsOf(scope, Project).findOne({ name });
    if (project === null) throw buildNoProjectError(name);
    const { id: projectId, defaultBranch: before, chosenBranch } = project;
    if (chosenBranch === branch) return toChangedProject(name, before, branch);
    const after = await changeDefaultBranch(scope, { projectId, branch });
    await recordAuditEntry(deps, scope, {
      action: 'project.default-branch-changed',
      target: { id: projectId, name },
      details: {
        before: { defaultBranch: before, isChosen: chosenBranch !== null },
        after: { defaultBranch: after, isChosen: branch !== null },
      },
    });
    return toChangedProject(name, after, branch);
  });
}

function toChangedProject(
  name: string,
  defaultBranch: string | null,
  chosen: string | null,
): ChangedProject {
  return { name, defaultBranch, isDefaultBranchChosen: chosen !== null };
}

function buildNoProjectError(name: string): SvcError {
  return new SvcError('NOT_FOUND', `There is no project '${name}'.`);
}

/** @throws SvcError NOT_FOUND, the same for a project of another organization as for none. */
export async function deleteProjectNamed(
  deps: Pick<Deps, 'clock' | 'random'>,
  scope: Scope,
  name: string,
): Promise<DeletedProject> {
  const project = await recordsOf(scope, Project).findOne({ name });
  const executions = project === null ? null : await deleteProject(deps, scope, project);
  if (executions === null) throw buildNoProjectError(name);
  return { name, deleted: true };
}
