import type { Deps } from './deps.ts';
import { createApiKey, storeApiKey } from './features/api-keys/api-keys.service.ts';
import { makeDefaultOrganization } from './features/organizations/organizations.queries.ts';

/** On an empty database makes the organization "Default" and its first API key. Answers what to tell the person who started the server; nothing on later starts. */
export async function bootstrap(deps: Deps): Promise<string[]> {
  const organizationId = deps.random.id();
  const isFirst = await makeDefaultOrganization(deps.database, {
    organizationId,
    at: deps.clock.now(),
  });
  if (!isFirst) return [];
  const caller = { organizationId, createdBy: null };
  const chosen = deps.config.bootstrapApiKey;
  if (chosen !== null) {
    await storeApiKey(deps, caller, { name: 'First key', text: chosen });
    return [];
  }
  const { text } = await createApiKey(deps, caller, { name: 'First key' });
  return [`API key, shown this once: ${text}`];
}
