import { insertMember, listOwnerIds, findFirstOrganization } from '../people/index.ts';
import { createScope } from '../db/scope.ts';
import type { Statements } from '../db/statements.ts';
import type { Deps } from '../deps.ts';

/** Makes the owners of the oldest organization owners of this one too, so that they see it in the dashboard. */
export async function shareWithOwners(
  deps: Pick<Deps, 'clock' | 'random'>,
  statements: Statements,
  organizationId: string,
): Promise<void> {
  const first = await findFirstOrganization(statements);
  if (first === null || first.id === organizationId) return;
  for (const userId of await listOwnerIds(statements, first.id)) {
    await createScope(statements, organizationId).transaction((scope) =>
      insertMember(scope, { id: deps.random.id(), userId, role: 'owner', at: deps.clock.now() }),
    );
  }
}
