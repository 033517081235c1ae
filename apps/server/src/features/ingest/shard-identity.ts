import { hash } from 'node:crypto';
import type { IngestExecution } from '@svc/contract/ingest';

/** Which part of an execution an upload brings. Two uploads with the same `shardId` bring the same part. */
export interface ShardIdentity {
  shardId: string;
  /** Shared by the shards that belong together: those of one job in one environment. */
  groupId: string;
  index: number | null;
  total: number | null;
}

/**
 * Jobs of one CI run share the execution's key, and a matrix runs the same tests in several
 * environments: so job and environment tell parts apart beside the shard, and no result of the
 * second operating system is mistaken for a repetition of the first's. Shards are told apart without
 * the job, because some CI systems run each as a job with a name of its own.
 */
export function shardIdentity({ shard, merged, ci, environment }: IngestExecution): ShardIdentity {
  const group = merged
    ? ['merged']
    : [
        shard === undefined ? ci?.job : undefined,
        environment?.['name'],
        environment?.['os'],
        environment?.['arch'],
        majorOf(environment?.['runtime']),
      ];
  const index = merged ? null : (shard?.index ?? null);
  return {
    groupId: int8Of(group),
    shardId: int8Of([...group, index]),
    index,
    total: merged ? null : (shard?.total ?? null),
  };
}

/** `node 24` of `node 24.21.0`: while runner images are renewed, shards of one run differ in the rest. */
function majorOf(runtime: string | undefined): string | undefined {
  return runtime?.replace(/^(\S+ v?\d+)\..*$/, '$1');
}

/** 64 bits of SHA-256, as Postgres' bigint writes them. */
function int8Of(parts: unknown[]): string {
  return hash('sha256', JSON.stringify(parts), 'buffer').readBigInt64BE().toString();
}
