import type { Deps } from '../../deps.ts';
import { createApiKey } from '../api-keys/api-keys.service.ts';
import { insertOrganization } from './organizations.queries.ts';

/** Makes an organization with one API key, for the operator at the server's machine. */
export async function makeOrganization(
  deps: Pick<Deps, 'database' | 'clock' | 'random'>,
  name: string,
): Promise<{ organizationId: string; apiKey: string }> {
  const organizationId = deps.random.id();
  await insertOrganization(deps.database, { organizationId, name, at: deps.clock.now() });
  const caller = { organizationId, createdBy: 'svc-admin' };
  const { text } = await createApiKey(deps, caller, { name: 'First key' });
  return { organizationId, apiKey: text };
}
