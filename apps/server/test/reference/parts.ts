import type { IngestExecution } from '@svc/contract/ingest';

/** Shards are counted apart for each environment; a merged report ends the waiting for all of them. */
export function isShardMissing(told: IngestExecution[]): boolean {
  if (told.some((one) => one.merged === true)) return false;
  return told.some(
    (one) =>
      one.shard !== undefined &&
      new Set(told.filter((other) => groupOf(other) === groupOf(one)).map(partOf)).size <
        Math.max(
          ...told
            .filter((other) => groupOf(other) === groupOf(one))
            .map((other) => other.shard?.total ?? 0),
        ),
  );
}

function groupOf({ shard, ci, environment }: IngestExecution): string {
  return JSON.stringify([shard === undefined ? ci?.job : null, environmentOf(environment ?? {})]);
}

/** What an upload brings of its execution; one that brings the same part again brings nothing new. */
export function partOf(execution: IngestExecution): string {
  return execution.merged === true
    ? 'merged'
    : JSON.stringify([groupOf(execution), execution.shard?.index]);
}

/** Two parts with the same code ran one commit's clean tree in the same environment; null gives no evidence. */
export function codeOf({ git, environment }: IngestExecution): string | null {
  if (git?.commit === undefined || git.dirty === true) return null;
  return JSON.stringify([git.commit, environmentOf(environment ?? {})]);
}

/** What makes an environment the same environment: of the runtime only the major version. */
export function environmentOf(environment: Record<string, string>): string {
  const { name = null, os = null, arch = null, runtime = null } = environment;
  return JSON.stringify([name, os, arch, runtime?.replace(/^(\S+ v?\d+)\..*/, '$1') ?? null]);
}
