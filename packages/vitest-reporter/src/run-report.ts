import { executionStatus, type RunEnd } from '@svc/reporter-core/session/execution-status';
import type { Attachment } from '@svc/reporter-core/artifacts/attachment';
import { plainText } from '@svc/reporter-core/text/plain-text';
import { pathsFrom } from '@svc/reporter-core/facts/repository-root';
import type { RunReport } from '@svc/reporter-core/session/run-report';
import { guarded, guardedResult, untranslated } from '@svc/reporter-core/session/guard';
import type { IngestFile, IngestResult } from '@svc/contract/ingest';
import type { TestCase, TestModule } from 'vitest/node';
import { executionErrors } from './execution-errors.ts';
import { ingestFile } from './ingest-file.ts';
import { ingestResult } from './ingest-result.ts';
import { type ModuleContext, moduleVariant } from './module-context.ts';
import { isLeftOut, partialReasons } from './partial-run.ts';
import type { RunRecord } from './run-record.ts';
import { servedPath } from './served-path.ts';
import { testAttachments } from './test-attachments.ts';
import { titlePath } from './title-path.ts';

/** The whole run, read from Vitest's tree. Reads files for code snippets, and writes nothing. */
export function runReport(record: RunRecord, end: RunEnd): RunReport {
  const { vitest } = record;
  const { root } = vitest.config;
  const fromRepository = pathsFrom(root);
  const sentPath = (path: string): string => fromRepository(servedPath(path, root));
  const files: IngestFile[] = [];
  const results: IngestResult[] = [];
  const attachments: Attachment[] = [];
  const isMerged = typeof vitest.config.mergeReports === 'string';
  const cutOffBy = cutOffReason(record, end);
  for (const module of record.modules) {
    const context: ModuleContext = {
      file: sentPath(module.moduleId),
      variant: moduleVariant(module, record.pools.get(module.id)),
      sentPath,
      output: record.output,
      lines: record.linesOf(module),
      isMerged,
      cutOffBy,
    };
    files.push(readFile(module, context));
    for (const test of module.children.allTests()) {
      if (
        guarded(
          () => isLeftOut(test, record),
          () => false,
        )
      )
        continue;
      const result = readTest(test, context);
      results.push(result);
      attachments.push(...readAttachments(test, result, context));
    }
  }
  const errors = executionErrors(record, end, sentPath);
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
    attachments,
    artifactFolders: attachmentFolders(vitest.config),
  };
}

function readFile(module: TestModule, context: ModuleContext): IngestFile {
  const { file, variant } = context;
  return guarded(
    () => ingestFile(module, context),
    () => ({ file, variant, durationMs: 0 }),
  );
}

function readTest(test: TestCase, context: ModuleContext): IngestResult {
  return guardedResult(
    context,
    () => ingestResult(test, context),
    () => ({ titlePath: titlePath(test), status: STATUSES[test.result().state] }),
  );
}

const STATUSES = {
  passed: 'passed',
  failed: 'failed',
  skipped: 'skipped',
  pending: 'interrupted',
} as const;

function readAttachments(
  test: TestCase,
  result: IngestResult,
  context: ModuleContext,
): Attachment[] {
  return guarded(
    () => testAttachments(test, context).map((found) => ({ result, ...found })),
    (fault) => {
      result.annotations = [...(result.annotations ?? []), untranslated(fault)];
      return [];
    },
  );
}

/** Where Vitest copies the files of annotations to, since 3.2. */
function attachmentFolders({ attachmentsDir }: { attachmentsDir?: string }): string[] {
  return attachmentsDir === undefined ? [] : [attachmentsDir];
}

/** What the interrupted tests of the run are told to have been interrupted by. */
function cutOffReason(
  { cancelReason, unhandledErrors }: RunRecord,
  end: RunEnd,
): string | undefined {
  if (end === 'left') return 'The process was ended';
  if (cancelReason === 'test-failure') return 'The run was stopped after a failure (bail)';
  if (cancelReason === 'keyboard-input') return 'The run was stopped by hand';
  // Tests are pending at the end of a run that was not stopped when their worker has died.
  return plainText(unhandledErrors[0]?.message).split('\n')[0] || undefined;
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
