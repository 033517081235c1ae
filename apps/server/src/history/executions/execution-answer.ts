import { deriveLabelFields } from '@svc/analysis/verdicts/verdict-label';
import type { Execution } from '@svc/contract/executions/executions';
import type { ExecutionRow } from './execution-rows.queries.ts';
import { computeExecutionTotals } from './execution-totals.ts';

/** An execution in the contract's shape. `baseUrl` is the base of its address. */
export function toExecution(row: ExecutionRow, baseUrl: string): Execution {
  return {
    id: row.id,
    key: row.key,
    number: row.number,
    attempt: row.attempt,
    previousAttemptId: row.previousAttemptId,
    project: row.project,
    name: row.name,
    legs: row.legs,
    framework: row.framework,
    frameworkVersion: row.frameworkVersion,
    reporter: row.reporter,
    status: row.status,
    startedAt: row.startedAt.toISOString(),
    finishedAt: row.status === 'running' ? null : row.endedAt.toISOString(),
    durationMs: row.endedAt.getTime() - row.startedAt.getTime(),
    totals: computeExecutionTotals(row),
    excused: row.excused,
    git: row.git,
    ci: row.ci,
    environment: row.environment,
    tags: row.tags,
    shards: {
      expected: row.shardsExpected,
      received: row.shardsReceived,
      carried: row.shardsCarried,
    },
    partial: row.partial as Execution['partial'],
    hasFileErrors: row.hasFileErrors,
    ...(row.verdict === null ? { classification: null } : deriveLabelFields(row.verdict)),
    resultsExpiredAt: row.resultsExpiredAt?.toISOString() ?? null,
    url: `${baseUrl}/executions/${row.id}`,
  };
}
