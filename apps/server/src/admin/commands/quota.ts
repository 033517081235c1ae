import { createScope } from '../../db/scope.ts';
import type { Deps } from '../../deps.ts';
import {
  changeQuotas,
  type OwnQuotas,
  readAllowances,
  type Allowance,
} from '../../quotas/index.ts';
import { formatBytes, formatNumber } from '@svc/contract/zod-free/amounts';
import { resolveOrganization } from '../with-store.ts';

/** The quotas to change. Null means the server's default, 0 means no limit. */
export interface GivenQuota {
  results?: number | null;
  bytes?: number | null;
}

/** Changes these quotas, and shows what the organization stores. `which` is an id, or a unique name. */
export async function setQuota(
  deps: Deps,
  which: string,
  { results, bytes }: GivenQuota,
): Promise<string[]> {
  const organization = await resolveOrganization(deps, which);
  const scope = createScope(deps.database, organization.id);
  const changes: Partial<OwnQuotas> = {
    ...(results === undefined ? {} : { results }),
    ...(bytes === undefined ? {} : { artifactBytes: bytes }),
  };
  if (Object.keys(changes).length > 0) {
    await changeQuotas(deps, scope, { changes, command: 'svc-admin' });
  }
  const allowances = await readAllowances(deps, scope);
  return [
    `results    ${formatAllowance(allowances.results, formatNumber)}`,
    `artifacts  ${formatAllowance(allowances.artifactBytes, formatBytes)}`,
  ];
}

function formatAllowance({ used, limit }: Allowance, text: (amount: number) => string): string {
  return limit === null ? `${text(used)}, without limit` : `${text(used)} of ${text(limit)}`;
}
