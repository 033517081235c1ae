import type { IngestExecution } from '@svc/contract/executions/ingest';
import type { BrokenFiles } from '@svc/reporter-core/report/broken-files';
import type { LeftOut } from '@svc/reporter-core/report/artifact';
import type { UploadTarget } from '@svc/reporter-core/upload/retry/post-with-retry';
import { streamUpload, type StreamOutcome } from '@svc/reporter-core/upload/streamed-upload';
import type { UploadFailure } from '@svc/reporter-core/report/upload-failure';
import type { ReportsReading } from '../reading/read-reports.ts';
import { ReportExecution } from './report-execution.ts';
import type { ReportFile } from '../files/report-file.ts';
import { ReportPieces } from '../reading/report-pieces.ts';
import { buildExecutionKey, buildReportsKey } from './reports-key.ts';
import type { RunDescription, Sender } from './run-description.ts';
import { clock } from '@svc/reporter-core/clock';

export interface SendingOfReports {
  files: readonly ReportFile[];
  reading: ReportsReading;
  described: RunDescription;
  sender: Sender;
  /** Undefined: the reports are read, and nothing is sent. */
  target: UploadTarget | undefined;
  /** How long everything may take, and how long an unreachable server is tried. */
  budgetMs: number;
  unreachableBudgetMs: number;
  /** How long one request is tried again after errors of the server; default: until everything is over. */
  errorBudgetMs?: number;
  /** Called before each retry of a request. `untilAt`: when retrying ends, in epoch ms. */
  onRetry?: (failure: UploadFailure, untilAt: number) => void;
  /** Called before anything is sent. May throw to refuse. */
  onExecution?: (execution: ReportExecution) => void;
}

export interface SentReports {
  execution: IngestExecution;
  /** Undefined if there was nothing to send. */
  outcome: StreamOutcome | undefined;
  /** Attachments that are not sent. */
  leftOut: LeftOut[];
  brokenFiles: BrokenFiles;
}

/**
 * Reads reports and sends them as one execution, piece by piece, for any size. Sends the readable part of a truncated
 * report. Errors of the server become failures in the outcome and do not reject.
 */
export async function sendReports({
  files,
  reading,
  described,
  sender,
  target,
  budgetMs,
  unreachableBudgetMs,
  errorBudgetMs,
  onRetry,
  onExecution,
}: SendingOfReports): Promise<SentReports> {
  const batches = reading.pieces();
  // The first piece has the framework, which is part of the execution's key.
  const first = await batches.next();
  const execution = new ReportExecution(reading, described, sender);
  onExecution?.(execution);
  const { ci } = execution.body().execution;
  const runId = await buildReportsKey(files, execution.options, described, ci);
  await execution.settle();
  if (!execution.isShared) {
    execution.ownKey = buildExecutionKey(runId, files, {
      git: execution.body().execution.git ?? {},
      isCommitGiven: described.commit !== undefined,
    });
  }
  const pieces = new ReportPieces({ ...sender, apiKey: target?.apiKey }, execution);
  const deadlineAt = clock.nowMs() + budgetMs;
  const all = pieces.buildPieces(prependItem(first, batches), deadlineAt);
  let outcome: StreamOutcome | undefined;
  const begun = await all.next();
  if (target === undefined || begun.done === true) {
    for await (const _ of all);
  } else {
    outcome = await streamUpload(prependItem(begun, all), target, {
      execution: () => pieces.fitted(),
      runId,
      idempotencyKey: execution.body().idempotencyKey ?? '',
      deadlineAt,
      unreachableBudgetMs,
      errorBudgetMs,
      onRetry,
    });
  }
  const { leftOut, brokenFiles } = pieces;
  return { execution: pieces.fitted(), outcome, leftOut, brokenFiles };
}

async function* prependItem<Item>(
  first: IteratorResult<Item>,
  rest: AsyncIterable<Item>,
): AsyncGenerator<Item> {
  if (first.done === true) return;
  yield first.value;
  yield* rest;
}
