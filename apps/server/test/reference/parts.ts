import type { IngestBody, IngestExecution } from '@svc/contract/ingest';

/** Every shard number must have come as often as the one that came most often; a merged report ends the waiting for all of them. */
export function isShardMissing(bodies: IngestBody[]): boolean {
  if (bodies.some(({ execution }) => execution.merged === true)) return false;
  const shards = onePerPart(bodies).flatMap(({ execution }) =>
    execution.shard === undefined ? [] : [{ ...execution.shard, group: groupOf(execution) }],
  );
  return [...Map.groupBy(shards, (shard) => shard.group).values()].some((alike) => {
    const total = alike[0]?.total ?? 0;
    const times = Array.from(
      { length: total },
      (_, place) => alike.filter(({ index }) => index === place + 1).length,
    );
    return times.some((one) => one < Math.max(...times));
  });
}

function onePerPart(bodies: IngestBody[]): IngestBody[] {
  return [...new Map(bodies.map((body) => [partOf(body), body])).values()];
}

function groupOf({ shard, environment, leg }: IngestExecution): string {
  return JSON.stringify([shard?.total, environmentOf(environment ?? {}), leg]);
}

/** What one reporter process contributed. */
export function partOf(body: IngestBody): string {
  const { leg, shard, merged } = body.execution;
  const run = body.runId ?? body.idempotencyKey ?? JSON.stringify(body);
  return JSON.stringify([run, leg, shard, merged]);
}

/** Two parts with the same code ran one commit's clean tree in the same environment; null gives no evidence. */
export function codeOf({ git, environment, leg }: IngestExecution): string | null {
  if (git?.commit === undefined || git.dirty === true) return null;
  return JSON.stringify([git.commit, environmentOf(environment ?? {}), leg]);
}

/** What makes an environment the same environment: of the runtime only the major version. */
export function environmentOf(environment: Record<string, string>): string {
  const { name = null, os = null, arch = null, runtime = null } = environment;
  return JSON.stringify([name, os, arch, runtime?.replace(/^(\S+ v?\d+)\..*/, '$1') ?? null]);
}
