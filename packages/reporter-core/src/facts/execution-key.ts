import { randomUUID } from 'node:crypto';
import type { CiFacts } from '@svc/contract/ingest';

export interface ExecutionKey {
  key: string;
  /** Whether other jobs of the same run arrive at the same key, so that their shards can meet. */
  isShared: boolean;
}

/**
 * What uploads of one execution have in common: the key that was set; in CI
 * `provider:runId:runAttempt:name`, where the framework stands in for a name that was not given;
 * elsewhere a random one per run.
 */
export function executionKey(
  given: string | undefined,
  ci: CiFacts | undefined,
  name: string,
): ExecutionKey {
  if (given !== undefined) return { key: given, isShared: true };
  if (ci?.provider === undefined || ci.runId === undefined) {
    return { key: randomUUID(), isShared: false };
  }
  return { key: `${ci.provider}:${ci.runId}:${ci.runAttempt ?? 1}:${name}`, isShared: true };
}
