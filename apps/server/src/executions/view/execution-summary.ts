import type { ExecutionSummary } from '@svc/contract/executions/execution-view';
import type { TestError } from '@svc/contract/executions/test-errors';
import type { Scope } from '../../db/scope.ts';
import type { Deps } from '../../deps.ts';
import { toExecution } from '../../history/executions/execution-answer.ts';
import type { ExecutionRow, RunErrors } from '../../history/executions/execution-rows.queries.ts';
import {
  readBaseFacts,
  readBaseExecutions,
} from '../../history/executions/base-executions.queries.ts';
import { countBrokenFilesAndArtifacts, listBrokenFiles } from './broken-files.queries.ts';
import { findLastGood, findNeighbour } from './neighbours.queries.ts';
import { readResultRowsPage } from './result-rows.ts';

// An execution whose shared set-up fails may have the same error in each of 10,000 files.
const BROKEN_FILES = { limit: 100, maxBytes: 1024 * 1024 };

// So that most outages are counted at once. Further pages follow on scrolling.
const FIRST_ROWS = 500;

/** The first view of an execution: its facts, what failed outside tests, and its first results. */
export async function readExecutionSummary(
  deps: Deps,
  scope: Scope,
  row: ExecutionRow & RunErrors,
): Promise<ExecutionSummary> {
  const { traceViewerUrl } = deps.config;
  const place = { executionId: row.id, week: row.week };
  const counted = await countBrokenFilesAndArtifacts(scope, place);
  const files = counted.brokenFiles === 0 ? [] : await listBrokenFiles(scope, place, BROKEN_FILES);
  const { passed, failed, timedOut, skipped, interrupted, flaky, status } = row;
  const hasFailed =
    failed + timedOut > 0 ||
    row.errors.length > 0 ||
    counted.brokenFiles > 0 ||
    status === 'running';
  const tab = hasFailed ? 'failed' : 'all';
  return {
    execution: toExecution(row, deps.config.baseUrl),
    errors: row.errors as TestError[],
    ...(row.errorsOmitted > 0 ? { errorsOmitted: row.errorsOmitted } : {}),
    brokenFiles: {
      items: files.map(({ file, variant, durationMs, errors }) => ({
        file,
        variant,
        durationMs,
        errors: JSON.parse(errors) as TestError[],
      })),
      omitted: counted.brokenFiles - files.length,
    },
    counts: {
      failed: failed + timedOut,
      flaky,
      interrupted,
      skipped,
      passed,
      all: passed + failed + timedOut + skipped + interrupted,
      artifacts: counted.artifacts,
    },
    traceViewerUrl: traceViewerUrl === null ? null : `${traceViewerUrl}/trace-viewer/index.html`,
    previous: await findNeighbour(scope, row, 'previous'),
    next: await findNeighbour(scope, row, 'next'),
    lastGood: await findLastGood(scope, row),
    base: await findBase(scope, row),
    first: { tab, ...(await readResultRowsPage(scope, place, { tab, limit: FIRST_ROWS })) },
  };
}

async function findBase(scope: Scope, row: ExecutionRow): Promise<ExecutionSummary['base']> {
  const based = await readBaseFacts(scope, row);
  const { baseBranch: branch } = based;
  if (branch === null || row.git['branch'] === branch) return null;
  const [base] = (await readBaseExecutions(scope, [{ ...row, ...based }])).get(row.id) ?? [];
  if (base === undefined) return null;
  const { id, number, commit } = base;
  return { id, number, commit, branch };
}
