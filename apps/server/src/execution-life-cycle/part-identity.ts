import { hash } from 'node:crypto';
import type { IngestBody, IngestExecution } from '@svc/contract/ingest';
import { cleanText } from '@svc/contract/text';

/** Which part of an execution an upload brings, and which of the part's requests it is. */
export interface PartIdentity {
  /** Shared by all requests of one reporter process. */
  partId: string;
  /** Two uploads with the same `shardId` bring the same request of the same part. */
  shardId: string;
  /** Shared by parts of which one may be run again for the other: the same environment, leg and, without shards, job. */
  groupId: string;
  index: number | null;
  total: number | null;
  leg: string | null;
}

/**
 * A part is what one reporter process contributed. Two legs of a matrix that share job, shard and
 * environment are two parts: nothing is dropped because it looks alike.
 */
export function partIdentity(
  { runId, idempotencyKey, execution }: Omit<IngestBody, 'results'>,
  bodyHash: Buffer,
): PartIdentity {
  const { shard, merged, leg } = execution;
  const [, key, request] = SPLIT_KEY.exec(idempotencyKey ?? '') ?? [];
  const run = runId ?? key ?? idempotencyKey ?? bodyHash.toString('hex');
  const index = merged ? null : (shard?.index ?? null);
  const total = merged ? null : (shard?.total ?? null);
  const partId = int8Of(['part', run, merged === true, leg ?? null, index, total]);
  return {
    partId,
    shardId: request === undefined ? partId : int8Of([partId, request]),
    groupId: merged ? MERGED_GROUP_ID : int8Of(groupOf(execution)),
    index,
    total,
    leg: leg === undefined ? null : cleanText(leg),
  };
}

// Reporters split a body over the limits, and number the further requests: `key`, `key/2`, `key/3`. Results
// of one of these requests are never repetitions of another's.
const SPLIT_KEY = /^(.+)\/([2-9]|[1-9]\d{1,4})$/s;

/** Shards are told apart without the job, because some CI systems run each as a job with a name of its own. */
function groupOf({ shard, leg, ci, environment }: IngestExecution): unknown[] {
  const job = shard === undefined ? ci?.job : undefined;
  return [job, ...sameEnvironment(environment, leg)];
}

/** The group of reports that were merged from shards. */
export const MERGED_GROUP_ID = int8Of(['merged']);

/**
 * Equal for parts that ran one commit's clean tree of a project in the same environment, in whatever
 * executions: a test that fails in one of them and passes in another contradicts itself. Null without
 * a commit and for a dirty tree.
 */
export function sameCodeOf(
  { git, environment, leg }: Pick<IngestExecution, 'git' | 'environment' | 'leg'>,
  projectId: string,
): string | null {
  if (git?.commit === undefined || git.commit === '' || git.dirty === true) return null;
  const facts = [projectId, git.commit.toLowerCase(), ...sameEnvironment(environment, leg)];
  return hash('md5', facts.map((fact) => fact ?? '').join('\n'), 'hex');
}

/** What makes an environment the same environment: name, OS, architecture, the runtime's major version and, where known, the leg. */
function sameEnvironment(
  environment: IngestExecution['environment'],
  leg: string | undefined,
): (string | undefined)[] {
  const facts = [
    environment?.['name'],
    environment?.['os'],
    environment?.['arch'],
    majorOf(environment?.['runtime']),
  ];
  // Left out where unknown, so that hashes from before legs were known stay what they are.
  return leg === undefined ? facts : [...facts, leg];
}

/** `node 24` of `node 24.21.0`: while runner images are renewed, shards of one run differ in the rest. */
function majorOf(runtime: string | undefined): string | undefined {
  return runtime?.replace(/^(\S+ v?\d+)\..*$/, '$1');
}

/** 64 bits of SHA-256, as Postgres' bigint writes them. */
function int8Of(parts: unknown[]): string {
  return hash('sha256', JSON.stringify(parts), 'buffer').readBigInt64BE().toString();
}
