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
    ? MERGED_GROUP
    : [shard === undefined ? ci?.job : undefined, ...sameEnvironment(environment)];
  const index = merged ? null : (shard?.index ?? null);
  return {
    groupId: int8Of(group),
    shardId: int8Of([...group, index]),
    index,
    total: merged ? null : (shard?.total ?? null),
  };
}

const MERGED_GROUP = ['merged'];

/** The group of reports that were merged from shards. */
export const MERGED_GROUP_ID = int8Of(MERGED_GROUP);

/**
 * Equal for parts that ran one commit's clean tree of a project in the same environment, in whatever
 * executions: a test that fails in one of them and passes in another contradicts itself. Null without
 * a commit and for a dirty tree.
 */
export function sameCodeOf(
  { git, environment }: Pick<IngestExecution, 'git' | 'environment'>,
  projectId: string,
): string | null {
  if (git?.commit === undefined || git.commit === '' || git.dirty === true) return null;
  const facts = [projectId, git.commit.toLowerCase(), ...sameEnvironment(environment)];
  return hash('md5', facts.map((fact) => fact ?? '').join('\n'), 'hex');
}

/** What makes an environment the same environment. */
function sameEnvironment(environment: IngestExecution['environment']): (string | undefined)[] {
  return [
    environment?.['name'],
    environment?.['os'],
    environment?.['arch'],
    majorOf(environment?.['runtime']),
  ];
}

/** `node 24` of `node 24.21.0`: while runner images are renewed, shards of one run differ in the rest. */
function majorOf(runtime: string | undefined): string | undefined {
  return runtime?.replace(/^(\S+ v?\d+)\..*$/, '$1');
}

/** 64 bits of SHA-256, as Postgres' bigint writes them. */
function int8Of(parts: unknown[]): string {
  return hash('sha256', JSON.stringify(parts), 'buffer').readBigInt64BE().toString();
}
