import { insertMember } from './members.queries.ts';
import { recordAuditEntry } from '../../audit-log/index.ts';
import type { Statements } from '../../db/statements.ts';
import type { Deps } from '../../deps.ts';
import { Organization } from '../../db/models/organization.ts';
import { recordsOf } from '../../db/models/records.ts';
import { createActingScope } from './acting-scope.ts';
import type { JoiningUser } from './join-organization.ts';

/** Makes an organization that the user owns; returns its id. */
export async function createOwnOrganization(
  deps: Pick<Deps, 'clock' | 'random'>,
  statements: Statements,
  { user, name }: { user: JoiningUser; name: string },
): Promise<string> {
  const organizationId = deps.random.id();
  const at = deps.clock.now();
  const founder = createActingScope(statements, user, { organizationId, role: 'owner' });
  await founder.transaction(async (scope) => {
    await recordsOf(scope, Organization).create({ name, createdAt: at });
    await insertMember(scope, { id: deps.random.id(), userId: user.id, role: 'owner', at });
    await recordAuditEntry(deps, scope, {
      action: 'organization.created',
      target: { id: organizationId, name },
    });
  });
  return organizationId;
}

/** The name of a new user's own organization. */
export function formatOwnOrganizationName(userName: string): string {
  return `${userName}'s organization`;
}
