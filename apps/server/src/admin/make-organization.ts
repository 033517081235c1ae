import { scopeOf } from '../db/scope.ts';
import type { Statements } from '../db/statements.ts';
import type { Deps } from '../deps.ts';
import { createApiKey } from '../features/api-keys/api-keys.service.ts';
import { insertOrganization } from '../features/organizations/organizations.queries.ts';

/** Makes an organization with one API key, for the operator at the server's machine. */
export async function makeOrganization(
  deps: Pick<Deps, 'clock' | 'random'>,
  statements: Statements,
  name: string,
): Promise<{ organizationId: string; apiKey: string }> {
  const organizationId = deps.random.id();
  const scope = scopeOf(statements, organizationId);
  await insertOrganization(scope, { name, at: deps.clock.now() });
  const { text } = await createApiKey(deps, scope, { name: 'First key', createdBy: 'svc-admin' });
  return { organizationId, apiKey: text };
}
