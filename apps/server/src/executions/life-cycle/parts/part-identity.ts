import { hash } from 'node:crypto';
import type { IngestBody, IngestExecution } from '@svc/contract/executions/ingest';
import { cleanText } from '@svc/contract/zod-free/text';

/** Identifies an upload and the part that it belongs to. */
export interface PartIdentity {
  /** Shared by all uploads of one reporter process. */
  partId: string;
  /** Equal for an upload that is sent again. */
  uploadId: string;
  /** Shared by parts that can replace each other in a re-run: the same environment, leg and, without shards, job. */
  groupId: string;
  index: number | null;
  total: number | null;
  leg: string | null;
  /** The CI system's name of the job. Null: unknown, or a merged report. */
  job: string | null;
  /** Shared by parts of one place that are tries of one job when they ran one after the other. Null: unknown. */
  jobId: string | null;
}

/**
 * Returns the part of an upload. A part is what one reporter process contributed. Two legs of a matrix that share job,
 * shard and environment are two parts: a part is not dropped because it looks like another.
 */
export function buildPartIdentity(
  { runId, idempotencyKey, execution }: Omit<IngestBody, 'results'>,
  bodyHash: Buffer,
): PartIdentity {
  const { shard, merged, leg } = execution;
  const [, key, request] = SPLIT_KEY.exec(idempotencyKey ?? '') ?? [];
  const run = runId ?? key ?? idempotencyKey ?? bodyHash.toString('hex');
  const index = merged ? null : (shard?.index ?? null);
  const total = merged ? null : (shard?.total ?? null);
  const partId = hashToInt8(['part', run, merged === true, leg ?? null, index, total]);
  return {
    partId,
    uploadId: request === undefined ? partId : hashToInt8([partId, request]),
    groupId: merged ? MERGED_GROUP_ID : hashToInt8(collectGroupFacts(execution)),
    index,
    total,
    leg: leg === undefined ? null : cleanText(leg),
    job: merged || execution.ci?.job === undefined ? null : cleanText(execution.ci.job),
    jobId: merged ? null : deriveJobId(execution),
  };
}

// Reporters split a body that exceeds the limits, and number the further requests: `key`, `key/2`, `key/3`. Results of
// different requests are different, because the body is split once.
const SPLIT_KEY = /^(.+)\/([2-9]|[1-9]\d{1,4})$/s;

/** The job does not distinguish shards, because some CI systems run each shard as a job with its own name. */
function collectGroupFacts({ shard, leg, ci, environment }: IngestExecution): unknown[] {
  const job = shard === undefined ? ci?.job : undefined;
  return [job, ...collectEnvironmentFacts(environment, leg)];
}

/**
 * Two legs of a matrix may have one name, or none, and run one after the other: our reporters send the step, which
 * distinguishes them. Without a step, parts of the same leg belong together, or else parts of the same job.
 */
function deriveJobId({ leg, step, ci }: IngestExecution): string | null {
  if (step !== undefined) return hashToInt8(['step', step]);
  if (leg !== undefined) return hashToInt8(['leg', leg]);
  return ci?.job === undefined ? null : hashToInt8(['job', ci.job]);
}

/** The group of reports that were merged from shards. */
export const MERGED_GROUP_ID = hashToInt8(['merged']);

/**
 * The part that two tries of one job make together. Differs from both, so an upload that is sent again is recognised.
 */
export function deriveJoinedPartId(earlierPartId: string, laterPartId: string): string {
  return hashToInt8(['tries', earlierPartId, laterPartId]);
}

/**
 * Equal for parts that ran one commit's clean tree of a project in the same environment, in any execution. A test
 * that fails in one of them and passes in another contradicts itself. Null without a commit and for a dirty tree.
 */
export function deriveSameCode(
  { git, environment, leg }: Pick<IngestExecution, 'git' | 'environment' | 'leg'>,
  projectId: string,
): string | null {
  if (git?.commit === undefined || git.commit === '' || git.dirty === true) return null;
  const facts = [projectId, git.commit.toLowerCase(), ...collectEnvironmentFacts(environment, leg)];
  return hash('md5', facts.map((fact) => fact ?? '').join('\n'), 'hex');
}

/**
 * The facts that identify an environment: name, OS, architecture, the version of the language and, if known, the leg.
 */
function collectEnvironmentFacts(
  environment: IngestExecution['environment'],
  leg: string | undefined,
): (string | undefined)[] {
  return [
    environment?.['name'],
    environment?.['os'],
    environment?.['arch'],
    deriveLanguageVersion(environment?.['runtime']),
    leg,
  ];
}

/**
 * `node 24` of `node 24.21.0`: during a rollout of runner images, shards of one run differ in irrelevant digits. Most
 * languages change with the minor version: `python 3.9` of `python 3.9.18`.
 */
function deriveLanguageVersion(runtime: string | undefined): string | undefined {
  const [, name = '', major, minor] = /^(\D*)(\d+)(?:\.(\d+))?/.exec(runtime ?? '') ?? [];
  if (major === undefined) return runtime;
  const isWhole = minor === undefined || (CHANGES_BY_MAJOR.test(name) && major !== '1');
  return isWhole ? `${name}${major}` : `${name}${major}.${minor}`;
}

// Java 8 calls itself 1.8.
const CHANGES_BY_MAJOR = /^(?:node|bun|java|jdk|openjdk|dotnet|\.net)/i;

/** 64 bits of SHA-256, in the decimal form of Postgres' bigint. */
function hashToInt8(parts: unknown[]): string {
  return hash('sha256', JSON.stringify(parts), 'buffer').readBigInt64BE().toString();
}
