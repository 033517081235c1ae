import { scopeOf } from '../db/scope.ts';
import type { Deps } from '../deps.ts';
import { changeQuotas, type OwnQuotas } from '../quotas/change-quotas.ts';
import { allowancesOf, type Allowance } from '../quotas/quotas.ts';
import { sizeText } from '../size-text.ts';
import { onlyOrganization } from './with-store.ts';

/** What to change. Null is the server's default, 0 no limit. */
export interface GivenQuota {
  results?: number | null;
  bytes?: number | null;
}

/** Changes the given quotas, and shows what the organization stores. `which` is an id, or a unique name. */
export async function setQuota(
  deps: Deps,
  which: string,
  { results, bytes }: GivenQuota,
): Promise<string[]> {
  const organization = await onlyOrganization(deps, which);
  const scope = scopeOf(deps.database, organization.id);
  const changes: Partial<OwnQuotas> = {
    ...(results === undefined ? {} : { results }),
    ...(bytes === undefined ? {} : { artifactBytes: bytes }),
  };
  if (Object.keys(changes).length > 0) {
    await changeQuotas(deps, scope, { changes, command: 'svc-admin' });
  }
  const allowances = await allowancesOf(deps, scope);
  return [
    `results    ${line(allowances.results, (count) => count.toLocaleString('en'))}`,
    `artifacts  ${line(allowances.artifactBytes, sizeText)}`,
  ];
}

function line({ used, limit }: Allowance, text: (amount: number) => string): string {
  return limit === null ? `${text(used)}, without limit` : `${text(used)} of ${text(limit)}`;
}
