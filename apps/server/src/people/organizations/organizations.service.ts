import { recordAuditEntry } from '../../audit-log/index.ts';
import type { RequestScope } from '../../db/scope.ts';
import type { Deps } from '../../deps.ts';
import { deleteOrganizationInScope } from '../../lifetime/index.ts';
import { SvcError } from '../../errors.ts';
import { Organization } from '../../db/models/organization.ts';
import { recordsOf } from '../../db/models/records.ts';

/** Renames the organization, everywhere at once. Several organizations may have the same name. */
export async function renameOrganization(
  deps: Pick<Deps, 'clock' | 'random'>,
  organization: RequestScope,
  name: string,
): Promise<void> {
  await organization.transaction(async (scope) => {
    const before = await recordsOf(scope, Organization).findOne({});
    if (before === null || before.name === name) return;
    await recordsOf(scope, Organization).update({ name }, {});
    await recordAuditEntry(deps, scope, {
      action: 'organization.renamed',
      target: { id: scope.organizationId, name },
      details: { from: before.name, to: name },
    });
  });
}

/**
 * Deletes the organization: from now on its keys are refused, and the sessions of its members act for another
 * organization of theirs or for none. Its rows and files are erased within the hour.
 * @throws SvcError BAD_REQUEST when `name` is not its name.
 */
export async function deleteNamedOrganization(
  deps: Pick<Deps, 'clock' | 'random'>,
  organization: RequestScope,
  name: string,
): Promise<void> {
  const found = await recordsOf(organization, Organization).findOne({});
  if (found?.name !== name) {
    throw new SvcError('BAD_REQUEST', `The name of the organization is not '${name}'.`, {
      hint: 'Type its name as it is shown.',
      details: [{ path: 'name', message: 'Is not the name of the organization' }],
    });
  }
  await organization.transaction((scope) => deleteOrganizationInScope(deps, scope));
}
