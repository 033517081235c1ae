import { deriveExecutionStatus, type RunEnd } from '@svc/reporter-core/report/execution-status';
import type { Attachment } from '@svc/reporter-core/report/artifact';
import { toPlainText } from '@svc/reporter-core/text/unknown-value';
import { chooseShard } from '@svc/reporter-core/options/split-shard';
import type { RunReport } from '@svc/reporter-core/report/run-report';
import type { IngestFile, IngestResult } from '@svc/contract/executions/ingest';
import type { TestModule, Vitest } from 'vitest/node';
import { collectExecutionErrors } from './execution-errors.ts';
import { buildModuleReport } from '../results/module-report.ts';
import { findPartialReasons } from './partial-run.ts';
import { getOwnShard, type ModuleReport, type RunRecord } from './run-record.ts';
import { clock } from '@svc/reporter-core/clock';

/**
 * The whole run, or some of its modules, read from Vitest's tree. Reads files for code snippets. Writes nothing.
 */
export function buildRunReport(
  record: RunRecord,
  end: RunEnd,
  modules: readonly TestModule[] = record.modules,
): RunReport {
  const { vitest, sentPath } = record;
  const files: IngestFile[] = [];
  const results: IngestResult[] = [];
  const attachments: Attachment[] = [];
  const isMerged = isMergedRun(vitest);
  const context = { sentPath, isMerged, cutOffBy: describeCutOff(record, end) };
  for (const module of modules) {
    const report = record.reports.get(module.id) ?? buildModuleReport(module, record, context);
    files.push(report.file);
    results.push(...report.results);
    attachments.push(...report.attachments);
  }
  const errors = collectExecutionErrors(record, end, sentPath);
  return {
    execution: {
      status: deriveExecutionStatus({ end, files, results, errors }),
      ...computeTiming(record, results, isMerged),
      ...(isMerged && { merged: true }),
      shard: deriveShard(record),
      partial: findPartialReasons(record, end),
      errors,
    },
    files,
    results,
    attachments,
    artifactFolders: listAttachmentFolders(vitest.config),
  };
}

/** The report of a module before the run ends. */
export function buildEndedModuleReport(module: TestModule, record: RunRecord): ModuleReport {
  const { sentPath } = record;
  return buildModuleReport(module, record, { sentPath, isMerged: false, cutOffBy: undefined });
}

/** Whether the tests ran elsewhere and this run only merges their reports. */
export function isMergedRun({ config }: Vitest): boolean {
  return typeof config.mergeReports === 'string';
}

/** The folder where Vitest copies files of annotations, since 3.2. */
function listAttachmentFolders({ attachmentsDir }: { attachmentsDir?: string }): string[] {
  return attachmentsDir === undefined ? [] : [attachmentsDir];
}

/** The reason for interrupted tests. */
function describeCutOff(
  { cancelReason, unhandledErrors }: RunRecord,
  end: RunEnd,
): string | undefined {
  if (end === 'left') return 'The process was ended';
  if (cancelReason === 'test-failure') return 'The run was stopped after a failure (bail)';
  if (cancelReason === 'keyboard-input') return 'The run was stopped by hand';
  // If the run was not stopped, tests are pending because their worker has crashed.
  return toPlainText(unhandledErrors[0]?.message).split('\n')[0] || undefined;
}

/** Merging takes milliseconds, so a merged report uses the times of its tests. */
function computeTiming(
  record: RunRecord,
  results: readonly IngestResult[],
  isMerged: boolean,
): { startedAt: string; durationMs: number } {
  let from = record.startedAt.getTime();
  let to = clock.nowMs();
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

export function deriveShard({ vitest }: RunRecord): RunReport['execution']['shard'] {
  const own = getOwnShard(vitest.config);
  return isMergedRun(vitest) ? own : chooseShard(own);
}
