import { randomUUID } from 'node:crypto';
import type { CiFacts } from '@svc/contract/executions/ingest';

export interface ExecutionKey {
  key: string;
  /** Whether other jobs of the same run compute the same key, so that their shards form one execution. */
  isShared: boolean;
}

/**
 * The key that all uploads of one execution share: the configured key; in CI `provider:runId:runAttempt:name`, with
 * the framework as the default name; otherwise a random key per run.
 */
export function chooseExecutionKey(
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
