import type { Scope } from '../db/scope.ts';
import type { Deps } from '../deps.ts';
import { SvcError } from '../errors.ts';
import { formatBytes, formatCount, formatNumber } from '@svc/contract/zod-free/amounts';
import { readUsage } from './usage.queries.ts';

/** Stored amount of one kind in an organization, and its limit. */
export interface Allowance {
  used: number;
  /** Null: no limit. */
  limit: number | null;
}

export interface Allowances {
  results: Allowance;
  artifactBytes: Allowance;
}

type QuotaDeps = Pick<Deps, 'config'>;

/** Reads at most 17 rows, regardless of the stored amount. */
export async function readAllowances({ config }: QuotaDeps, scope: Scope): Promise<Allowances> {
  const usage = await readUsage(scope);
  return {
    results: {
      used: usage.results,
      limit: chooseLimit(usage.resultsQuota, config.quotaResults),
    },
    artifactBytes: {
      used: usage.artifactBytes,
      limit: chooseLimit(usage.artifactBytesQuota, config.quotaBytes),
    },
  };
}

/**
 * Refuses an upload of an organization that stores as many results as it may. An upload that begins below the limit is
 * stored in full, so uploads at the same time may exceed the limit.
 * @throws SvcError FORBIDDEN. Reporters keep the run, and send it again later.
 */
export async function requireRoomForResults(deps: QuotaDeps, scope: Scope): Promise<void> {
  const { results } = await readAllowances(deps, scope);
  if (results.limit === null || results.used < results.limit) return;
  throw new SvcError('FORBIDDEN', exceeded.results(results.used, results.limit), {
    hint: HINT,
  });
}

/**
 * Returns a function that grants the artifacts of an upload one after the other: null while they fit into the
 * organization's quota, then the error for the artifact that does not.
 */
export async function createArtifactGranter(
  deps: QuotaDeps,
  scope: Scope,
): Promise<(sizeBytes: number) => SvcError | null> {
  const { artifactBytes } = await readAllowances(deps, scope);
  const { limit } = artifactBytes;
  if (limit === null) return () => null;
  let { used } = artifactBytes;
  return (sizeBytes) => {
    if (used + sizeBytes <= limit) {
      used += sizeBytes;
      return null;
    }
    return new SvcError('FORBIDDEN', exceeded.artifactBytes(artifactBytes.used, limit), {
      hint: HINT,
    });
  };
}

/**
 * Refuses a file that does not fit into the organization's quota.
 * @throws SvcError FORBIDDEN.
 */
export async function requireRoomForArtifact(
  deps: QuotaDeps,
  scope: Scope,
  sizeBytes: number,
): Promise<void> {
  const refusal = (await createArtifactGranter(deps, scope))(sizeBytes);
  if (refusal !== null) throw refusal;
}

/** Sentences for people, which name the quota. */
export const exceeded = {
  results: (used: number, limit: number): string =>
    `The organization stores ${formatCount(used, 'result')}, and its quota is ${formatNumber(limit)}.`,
  artifactBytes: (used: number, limit: number): string =>
    `The organization stores ${formatBytes(used)} of artifacts, and its quota is ${formatBytes(limit)}.`,
};

const HINT =
  'An admin can delete executions or projects, or keep them for fewer days; the operator of the server can raise the quota.';

function chooseLimit(own: number | null, ofServer: number | null): number | null {
  if (own === 0) return null;
  return own ?? ofServer;
}
