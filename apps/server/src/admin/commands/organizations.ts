import { formatCount } from '@svc/contract/zod-free/amounts';
import type { Deps } from '../../deps.ts';
import { deleteOrganization, eraseDeletedOrganizations } from '../../lifetime/index.ts';
import { makeOrganization } from '../make-organization.ts';
import { listOrganizationsWithCounts } from '../../people/index.ts';
import { sayError } from '../../process/say.ts';
import { formatTable } from '../text-table.ts';
import { resolveOrganization } from '../with-store.ts';

export async function showOrganizations(deps: Deps, asJson: boolean): Promise<string[]> {
  const organizations = await listOrganizationsWithCounts(deps.database);
  if (asJson) return [JSON.stringify(organizations, null, 2)];
  if (organizations.length === 0)
    return ['There is no organization. Make one: svc-admin organizations create <name>'];
  return formatTable([
    ['ID', 'CREATED', 'PROJECTS', 'EXECUTIONS', 'NAME'],
    ...organizations.map(({ id, name, createdAt, projects, executions }) => [
      id,
      createdAt.toISOString().slice(0, 10),
      String(projects),
      String(executions),
      name,
    ]),
  ]);
}

/** Prints the key of the new organization. */
export async function createOrganizationWithKey(deps: Deps, name: string): Promise<string[]> {
  const { organizationId, apiKey } = await makeOrganization(deps, deps.database, name);
  // Goes to standard error, so that KEY=$(… organizations create …) captures the key alone.
  sayError(`Organization ${name} (${organizationId}) has an API key, which is shown this once:`);
  return [apiKey];
}

/** `which` is an id, or a name that only one organization has. */
export async function eraseOrganization(deps: Deps, which: string): Promise<string[]> {
  const organization = await resolveOrganization(deps, which);
  await deleteOrganization(deps, organization.id, 'svc-admin');
  sayError(`'${organization.name}' is deleted: its keys are refused. Erasing what it stored …`);
  let rows = 0;
  await eraseDeletedOrganizations(deps, (table, erased) => {
    rows += erased;
    if (erased > 0) sayError(`  ${erased} rows of ${table}`);
  });
  return [`'${organization.name}' is erased, with ${formatCount(rows, 'row')} and its files.`];
}
