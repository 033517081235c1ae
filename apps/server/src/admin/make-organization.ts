import { recordAuditEntry } from '../audit-log/index.ts';
import { createScope } from '../db/scope.ts';
import type { Statements } from '../db/statements.ts';
import type { Deps } from '../deps.ts';
import { createApiKey } from '../people/index.ts';
import { Organization } from '../db/models/organization.ts';
import { recordsOf } from '../db/models/records.ts';

/** Makes an organization with one API key, for the operator at the server's machine. */
export async function makeOrganization(
  deps: Pick<Deps, 'clock' | 'random'>,
  statements: Statements,
  name: string,
): Promise<{ organizationId: string; apiKey: string }> {
  const organizationId = deps.random.id();
  return createScope(statements, organizationId).transaction(async (scope) => {
    await recordsOf(scope, Organization).create({ name, createdAt: deps.clock.now() });
    await recordAuditEntry(deps, scope, {
      action: 'organization.created',
      target: { id: organizationId, name },
      command: 'svc-admin',
    });
    const { text } = await createApiKey(deps, scope, { name: 'First key', createdBy: 'svc-admin' });
    return { organizationId, apiKey: text };
  });
}
