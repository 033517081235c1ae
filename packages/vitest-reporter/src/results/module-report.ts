import type { IngestFile, IngestResult } from '@svc/contract/executions/ingest';
import type { Attachment } from '@svc/reporter-core/report/artifact';
import { guard, guardResult, buildUntranslatedNote } from '@svc/reporter-core/report/guard';
import type { TestCase, TestModule } from 'vitest/node';
import { buildIngestFile } from './ingest-file.ts';
import { buildIngestResult } from './ingest-result.ts';
import { titlePath } from './module-lines.ts';
import { type ModuleContext, buildModuleVariant } from './module-context.ts';
import { isLeftOut } from '../run/partial-run.ts';
import type { ModuleReport, RunRecord } from '../run/run-record.ts';
import { collectTestAttachments } from './test-attachments.ts';

export type RunContext = Pick<ModuleContext, 'sentPath' | 'isMerged' | 'cutOffBy'>;

/** A module with its tests, in the current state of Vitest's tree. */
export function buildModuleReport(
  module: TestModule,
  record: RunRecord,
  runContext: RunContext,
): ModuleReport {
  const context: ModuleContext = {
    ...runContext,
    file: runContext.sentPath(module.moduleId),
    variant: buildModuleVariant(module, record.pools.get(module.id)),
    output: record.output,
    lines: record.readLines(module),
  };
  const report: ModuleReport = { file: readFile(module, context), results: [], attachments: [] };
  for (const test of module.children.allTests()) {
    const isOut = guard(
      () => isLeftOut(test, record),
      () => false,
    );
    if (isOut) continue;
    const result = readTest(test, context);
    report.results.push(result);
    report.attachments.push(...readAttachments(test, result, context));
  }
  return report;
}

function readFile(module: TestModule, context: ModuleContext): IngestFile {
  const { file, variant } = context;
  return guard(
    () => buildIngestFile(module, context),
    () => ({ file, variant, durationMs: 0 }),
  );
}

function readTest(test: TestCase, context: ModuleContext): IngestResult {
  return guardResult(
    context,
    () => buildIngestResult(test, context),
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
  return guard(
    () => collectTestAttachments(test, context).map((found) => ({ result, ...found })),
    (fault) => {
      result.annotations = [...(result.annotations ?? []), buildUntranslatedNote(fault)];
      return [];
    },
  );
}
