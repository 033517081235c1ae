import type { IngestBody, IngestResult } from '@svc/contract/executions/ingest';
import type { GeneratedExecution } from '@svc/seed/generate-history';

/**
 * The uploads of an execution as if its machine were `machine` times slower and the chosen tests 1.5 times on top of
 * that. They make a separate execution on a separate branch, so that no later comparison finds it among the earlier
 * executions of the base's branch.
 */
export function buildSlowerUploads(
  { truth, bodies }: GeneratedExecution,
  {
    machine,
    isSlower,
    key,
  }: { machine: number; isSlower(result: IngestResult): boolean; key: string },
): IngestBody[] {
  return bodies.map(({ results, ...body }, index) => {
    // With its CI facts, the upload would be another attempt of the head's CI run.
    const { ci: _, ...execution } = body.execution;
    return {
      ...body,
      idempotencyKey: `${truth.project} ${truth.key} ${key} ${index}`,
      execution: {
        ...execution,
        key: `${truth.key} ${key}`,
        durationMs: Math.round(execution.durationMs * machine),
        git: { ...execution.git, branch: 'compare-noise' },
      },
      results: results.map((result) =>
        slowDownResult(result, machine * (isSlower(result) ? SLOWER : 1)),
      ),
    };
  });
}

const SLOWER = 1.5;

function slowDownResult(result: IngestResult, factor: number): IngestResult {
  const slowDown = <Timed extends { durationMs: number }>(timed: Timed): Timed => ({
    ...timed,
    durationMs: Math.round(timed.durationMs * factor),
  });
  const attempts = result.attempts?.map(slowDown);
  return { ...slowDown(result), ...(attempts === undefined ? {} : { attempts }) };
}

/** The duration that a comparison uses: that of the last attempt. */
export function getLastAttemptMs(result: IngestResult): number {
  return (result.attempts?.at(-1) ?? result).durationMs;
}
