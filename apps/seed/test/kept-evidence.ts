import type { IngestBody, IngestResult } from '@svc/contract/executions/ingest';
import { executionsOf } from '@svc/server/test/reference/executions.ts';
import { historyOf } from '@svc/server/test/reference/evidence.ts';
import { evidenceIn, isInfrastructure, type TestEvidence } from './evidence.ts';
import type { ReportedExecution } from './reported-history.ts';

/**
 * The evidence of each test that counts: from its latest change point on, which the server's plain
 * reference finds.
 */
export function keptEvidenceIn(
  executions: readonly ReportedExecution[],
): Map<string, TestEvidence> {
  const evidence = evidenceIn(executions);
  const kept = Map.groupBy(
    historyOf(executionsOf(uploadsOfSuspects(executions, evidence))).flakyRuns,
    ({ testId }) => testId,
  );
  return new Map(
    [...evidence].map(([testId, one]) => {
      const counts = new Set((kept.get(testId) ?? []).map(({ execution }) => execution.id));
      return [testId, { ...one, flakyIn: one.flakyIn.filter((key) => counts.has(key)) }];
    }),
  );
}

/** The results of tests with evidence, since the reference is slow; of outages all, by which it knows them. */
function uploadsOfSuspects(
  executions: readonly ReportedExecution[],
  evidence: ReadonlyMap<string, TestEvidence>,
): { executionId: string; body: IngestBody }[] {
  return executions.flatMap((execution) => {
    const suspects = new Set(
      [...execution.runs.values()]
        .filter(({ testId }) => (evidence.get(testId)?.flakyIn ?? []).length > 0)
        .map(({ test }) => placeOf(test)),
    );
    const isWanted = (result: IngestResult) =>
      isInfrastructure(execution) || suspects.has(placeOf(result));
    return execution.bodies.map((body) => ({
      executionId: execution.truth.key,
      body: { ...body, results: body.results.filter(isWanted) },
    }));
  });
}

function placeOf({
  variant,
  file,
  titlePath,
}: Pick<IngestResult, 'file'> & {
  variant?: string | null | undefined;
  titlePath: readonly string[];
}): string {
  return [variant ?? '', file, ...titlePath].join('\0');
}
