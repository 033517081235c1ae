import type { Whoami } from '@svc/contract/people/whoami';
import type { RequestScope } from '../../db/scope.ts';
import type { Deps } from '../../deps.ts';
import { Organization } from '../../db/models/organization.ts';
import { recordsOf } from '../../db/models/records.ts';

/** The organization, the credential and its limits, with the server's version and clock. */
export async function describePrincipal(
  deps: Pick<Deps, 'version' | 'clock'>,
  scope: RequestScope,
): Promise<Whoami> {
  const { principal } = scope;
  return {
    organization: {
      id: scope.organizationId,
      // The look-up of an API key has read the name already.
      name:
        principal.kind === 'apiKey'
          ? principal.organizationName
          : await readOrganizationName(scope),
    },
    credential: {
      kind: principal.kind,
      id: principal.id,
      name: principal.name,
      role: principal.role,
      scope: principal.kind === 'apiKey' ? principal.scope : null,
      bounds: principal.kind === 'apiKey' ? principal.bounds : null,
      expiresAt: principal.expiresAt?.toISOString() ?? null,
    },
    limits: {
      readsPerMinute: principal.readsPerMinute,
      writesPerMinute: principal.writesPerMinute,
    },
    server: { version: deps.version, time: deps.clock.now().toISOString() },
  };
}

async function readOrganizationName(scope: RequestScope): Promise<string> {
  return (await recordsOf(scope, Organization).findOne({}))?.name ?? '';
}
