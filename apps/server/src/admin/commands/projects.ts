import { formatCount } from '@svc/contract/zod-free/amounts';
import { createScope, type Scope } from '../../db/scope.ts';
import type { Deps } from '../../deps.ts';
import { deleteProject, eraseDeletedExecutions } from '../../lifetime/index.ts';
import { listProjects } from '../../projects/index.ts';
import { sayError } from '../../process/say.ts';
import { formatTable } from '../text-table.ts';
import type { CommandOrganization } from '../with-store.ts';

export async function showProjects(
  deps: Deps,
  organization: CommandOrganization,
  asJson: boolean,
): Promise<string[]> {
  const projects = await listProjects(createScope(deps.database, organization.id));
  if (asJson) return [JSON.stringify(projects, null, 2)];
  if (projects.length === 0) return [`There is no project in organization ${organization.name}.`];
  return formatTable([
    ['CREATED', 'EXECUTIONS', 'TESTS', 'NAME'],
    ...projects.map(({ name, createdAt, executions, tests }) => [
      createdAt.toISOString().slice(0, 10),
      String(executions),
      String(tests),
      name,
    ]),
  ]);
}

export async function eraseProject(
  deps: Deps,
  organization: CommandOrganization,
  name: string,
): Promise<string[]> {
  const scope: Scope = createScope(deps.database, organization.id);
  const project = (await listProjects(scope)).find((one) => one.name === name);
  if (project === undefined)
    throw new Error(`there is no project '${name}': 'svc-admin projects list' shows all.`);
  const executions = (await deleteProject(deps, scope, { ...project, command: 'svc-admin' })) ?? 0;
  sayError(`'${name}' is deleted. Erasing what it stored …`);
  await eraseDeletedExecutions(scope, (erased) => {
    if (erased % 100 === 0) sayError(`  ${erased} of ${executions} executions`);
  });
  return [`Project '${name}' is erased, with ${formatCount(executions, 'execution')}.`];
}
