import type { IngestBody, IngestExecution } from '@svc/contract/executions/ingest';

/** What one reporter process contributed. */
export function partOf(body: IngestBody): string {
  const { leg, shard, merged } = body.execution;
  const run = body.runId ?? body.idempotencyKey ?? JSON.stringify(body);
  return JSON.stringify([run, leg, shard, merged]);
}

/** Parts with the same code ran the clean tree of one commit in the same environment. Null gives no evidence. */
export function codeOf({ git, environment, leg }: IngestExecution): string | null {
  if (git?.commit === undefined || git.dirty === true) return null;
  return JSON.stringify([git.commit, environmentOf(environment ?? {}), leg]);
}

/** The facts that identify an environment, with only the version of the language. */
export function environmentOf(environment: Record<string, string>): string {
  const { name = null, os = null, arch = null, runtime = null } = environment;
  const parts = /^(?:node|java) \d\d/.test(runtime ?? '') ? 1 : 2;
  return JSON.stringify([name, os, arch, runtime?.split('.').slice(0, parts).join('.') ?? null]);
}
