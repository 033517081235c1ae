import type { FullConfig, FullResult, TestCase } from '@playwright/test/reporter';
import type { IngestResult } from '@svc/contract/executions/ingest';
import type { Attachment } from '@svc/reporter-core/report/artifact';
import type { EndedTests } from '@svc/reporter-core/session/early-upload';
import { deriveExecutionStatus, type RunEnd } from '@svc/reporter-core/report/execution-status';
import { chooseShard } from '@svc/reporter-core/options/split-shard';
import type { RunReport } from '@svc/reporter-core/report/run-report';
import { guard, guardResult, buildUntranslatedNote } from '@svc/reporter-core/report/guard';
import { computeAttemptsSpan, buildIngestFiles } from '../results/ingest-files.ts';
import { Blockers } from '../results/blockers.ts';
import { buildIngestError } from '../results/ingest-error.ts';
import { buildIngestResult, titlePath, getVariant } from '../results/ingest-result.ts';
import { findPartialReasons } from './partial-run.ts';
import { collectResultAttachments } from '../results/result-attachments.ts';
import { getOwnShard, type PlaywrightEnd, type RunContext, type RunRecord } from './run-record.ts';
import { clock } from '@svc/reporter-core/clock';

/** The whole run, read from Playwright's tree. The tree still changes while tests run. */
export function buildRunReport(record: RunRecord, ended: FullResult | 'left'): RunReport {
  const { config, suite, command } = record;
  const end = ended === 'left' ? ended : ended.status;
  const context: RunContext = {
    record,
    end,
    sentPath: record.sentPath,
    blockers: new Blockers(suite.allTests()),
  };
  const results: IngestResult[] = [];
  const attachments: Attachment[] = [];
  for (const test of suite.allTests()) {
    const result = record.results.get(test) ?? readTest(test, context);
    results.push(result);
    attachments.push(...readAttachments(test, result));
  }
  const files = guard(
    () => buildIngestFiles(suite.allTests(), context),
    () => [],
  );
  const errors = record.errors.map((error) => buildIngestError(error, context.sentPath));
  const runErrors = errors.length > 0 ? errors : undefined;
  return {
    execution: {
      status: deriveExecutionStatus({ end: END[end], files, results, errors: runErrors }),
      ...computeTiming(record, ended),
      ...(command.isMerging && { merged: true }),
      shard: command.isMerging ? getOwnShard(config.shard) : deriveShard(config),
      partial: findPartialReasons(context, results),
      errors: runErrors,
    },
    files,
    results,
    attachments,
    artifactFolders: collectOutputFolders(config),
    mayRepeatTests: true,
  };
}

/** Results of tests that have ended and have no attachments, read before the run ends. */
export function buildEndedTests(record: RunRecord, tests: readonly TestCase[]): EndedTests {
  const context: RunContext = {
    record,
    end: 'passed',
    sentPath: record.sentPath,
    // All of these tests have run.
    blockers: new Blockers([]),
  };
  const results: IngestResult[] = [];
  for (const test of tests) {
    const result = readTest(test, context);
    record.results.set(test, result);
    results.push(result);
  }
  return { results };
}

function readTest(test: TestCase, context: RunContext): IngestResult {
  const place = guard(
    () => ({ file: context.sentPath(test.location.file), variant: getVariant(test) }),
    () => ({ file: '(unknown file)' }),
  );
  return guardResult(
    place,
    () => buildIngestResult(test, context),
    () => ({ titlePath: titlePath(test), status: LEAST[test.outcome()] }),
  );
}

const LEAST = {
  expected: 'passed',
  flaky: 'passed',
  unexpected: 'failed',
  skipped: 'skipped',
} as const;

function readAttachments(test: TestCase, result: IngestResult): Attachment[] {
  return guard(
    () => collectResultAttachments(test, result),
    (fault) => {
      result.annotations = [...(result.annotations ?? []), buildUntranslatedNote(fault)];
      return [];
    },
  );
}

export function deriveShard({ shard }: FullConfig): RunReport['execution']['shard'] {
  return chooseShard(getOwnShard(shard));
}

function collectOutputFolders({ projects }: FullConfig): string[] {
  return [...new Set(projects.map(({ outputDir }) => outputDir))];
}

const END: Record<PlaywrightEnd, RunEnd> = {
  passed: 'passed',
  failed: 'failed',
  timedout: 'failed',
  interrupted: 'interrupted',
  left: 'left',
};

/** Before 1.65, a merged report has the duration of its longest shard. So it ends here with its last test. */
function computeTiming(
  { startedAt, suite, command }: RunRecord,
  ended: FullResult | 'left',
): { startedAt: string; durationMs: number } {
  const from = ended === 'left' ? startedAt : ended.startTime;
  let to = ended === 'left' ? clock.nowMs() : from.getTime() + ended.duration;
  if (command.isMerging) {
    for (const test of suite.allTests()) to = Math.max(to, computeAttemptsSpan(test).to);
  }
  return { startedAt: from.toISOString(), durationMs: Math.round(to - from.getTime()) };
}
