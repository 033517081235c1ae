import type { DeletedProject } from '@svc/contract/projects';
import type { Scope } from '../../db/scope.ts';
import { deleteProject } from '../../erasure/delete-project.ts';
import { SvcError } from '../../errors.ts';
import { Project } from '../../models/project.ts';
import { recordsOf } from '../../models/records.ts';

/** @throws SvcError NOT_FOUND, the same for a project of another organization as for none. */
export async function deleteProjectNamed(scope: Scope, name: string): Promise<DeletedProject> {
  const project = await recordsOf(scope, Project).findOne({ name });
  const executions = project === null ? null : await deleteProject(scope, project.id);
  if (executions === null) throw new SvcError('NOT_FOUND', `There is no project '${name}'.`);
  return { name, deleted: true };
}
