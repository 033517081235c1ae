import { executionStatus, type RunEnd } from '@svc/reporter-core/execution-status';
import { pathsFrom } from '@svc/reporter-core/repository-root';
import type { RunReport } from '@svc/reporter-core/run-report';
import type { IngestFile, IngestResult } from '@svc/contract/ingest';
import type { TestModule } from 'vitest/node';
import { executionErrors } from './execution-errors.ts';
import { ingestFile } from './ingest-file.ts';
import { ingestResult } from './ingest-result.ts';
import { type ModuleContext, moduleVariant } from './module-context.ts';
import { isLeftOut, partialReasons } from './partial-run.ts';
import type { RunRecord } from './run-record.ts';

/** The whole run, read from Vitest's tree. Reads files for code snippets, and writes nothing. */
export function runReport(record: RunRecord, end: RunEnd): RunReport {
  const { vitest } = record;
  const sentPath = pathsFrom(vitest.config.root);
  const files: IngestFile[] = [];
  const results: IngestResult[] = [];
  for (const module of record.modules) {
    const context: ModuleContext = {
      file: sentPath(module.moduleId),
      variant: moduleVariant(module, record.pools.get(module.id)),
      root: vitest.config.root,
      sentPath,
      output: record.output,
      isOver: end !== 'left',
    };
    files.push(ingestFile(module, context));
    results.push(...resultsOf(module, record, context));
  }
  const errors = executionErrors(record, end, sentPath);
  const isMerged = typeof vitest.config.mergeReports === 'string';
  return {
    execution: {
      status: executionStatus({ end, files, results, errors }),
      ...timing(record, results, isMerged),
      ...(isMerged && { merged: true }),
      shard: shardOf(vitest.config.shard),
      partial: partialReasons(record, end),
      errors,
    },
    files,
    results,
  };
}

function resultsOf(module: TestModule, record: RunRecord, context: ModuleContext): IngestResult[] {
  const results = [];
  for (const test of module.children.allTests()) {
    if (!isLeftOut(test, record)) results.push(ingestResult(test, context));
  }
  return results;
}

/** A merged report comes within milliseconds, so its times are those of the tests in it. */
function timing(
  record: RunRecord,
  results: readonly IngestResult[],
  isMerged: boolean,
): { startedAt: string; durationMs: number } {
  let from = record.startedAt.getTime();
  let to = Date.now();
  const timed = isMerged ? results.filter(({ startedAt }) => startedAt !== undefined) : [];
  if (timed.length > 0) {
    from = Infinity;
    to = -Infinity;
    for (const { startedAt, durationMs } of timed) {
      const at = Date.parse(startedAt ?? '');
      from = Math.min(from, at);
      to = Math.max(to, at + durationMs);
    }
  }
  return { startedAt: new Date(from).toISOString(), durationMs: Math.max(0, to - from) };
}

function shardOf(
  shard: { index: number; count: number } | undefined,
): RunReport['execution']['shard'] {
  return shard === undefined ? undefined : { index: shard.index, total: shard.count };
}
