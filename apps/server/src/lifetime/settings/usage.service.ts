import type { UsageAnswer } from '@svc/contract/settings';
import type { Scope } from '../../db/scope.ts';
import type { Deps } from '../../deps.ts';
import { readAllowances } from '../../quotas/index.ts';

/** Reads the organization's stored amounts and its quotas. */
export function readUsageAnswer(deps: Pick<Deps, 'config'>, scope: Scope): Promise<UsageAnswer> {
  return readAllowances(deps, scope);
}
