import { ReportsReading } from '@svc/reports/reading/read-reports';
import type { ReportExecution } from '@svc/reports/sending/report-execution';
import type { ReportFile } from '@svc/reports/files/report-file';
import { sendReports } from '@svc/reports/sending/send-reports';
import type { UploadFailure } from '@svc/reporter-core/report/upload-failure';
import type { Answer } from '../../../terminal/answer.ts';
import type { Printer } from '../../../terminal/print.ts';
import { requireCredential, type Invocation } from '../../../invocation/invocation.ts';
import { CommandError, type ExitStatus } from '../../../errors/exit.ts';
import { createProgressBar } from '../../../terminal/progress-bar.ts';
import { makeTerminalSafe } from '@svc/reporter-core/text/terminal-text';
import { listReportFiles } from './report-files.ts';
import type { ReportFlags } from './report-flags.ts';
import { type ReportUpload, buildReportUpload } from './report-upload.ts';
import { readSvcVersion } from '../../../version.ts';
import type { World } from '../../../world.ts';
import { renderReportUploadMarkdown } from '../upload-markdown.ts';
import { formatReportUpload } from './report-upload-text.ts';

// Each request of a large report may have to wait for the next minute of the server's rate limit.
const BUDGET_MS = 10 * 60_000;
const UNREACHABLE_BUDGET_MS = 2_000;
// A restart takes less. A CI job should not wait longer for a server that is broken.
const ERROR_BUDGET_MS = 60_000;

/**
 * `svc upload <globs>`: reads test reports of any tool and sends them as one execution, piece by piece, for any size.
 * For a truncated report it sends the readable part; the execution and the exit status show the failure.
 */
export async function uploadReports(
  invocation: Invocation,
  words: readonly string[],
  flags: ReportFlags,
): Promise<Answer> {
  const { directory, printer } = invocation;
  const files = await listReportFiles(words, {
    directory,
    format: flags.format,
    warn: (line) => printer.warn(line),
  });
  const credential =
    flags.dryRun === true ? undefined : await requireCredential(invocation.settings);
  const reading = new ReportsReading(files, {
    directory: invocation.directory,
    root: flags.root,
    onProgress: createProgressBar(invocation, files, { verb: 'reading' }),
  });
  const report = await send(invocation, { files, reading, flags, credential });
  for (const { message } of report.warnings) printer.warn(message);
  for (const { file, rootHint } of reading.reports) {
    if (rootHint === undefined) continue;
    printer.warn(
      `the test files of ${file.shown} are below ${rootHint}: add --root ${rootHint}, so that each test is the same test as from a reporter`,
    );
  }
  return {
    data: report,
    text: (look) => formatReportUpload(makeTerminalSafe(report), look),
    markdown: () => renderReportUploadMarkdown(makeTerminalSafe(report)),
    exitStatus: deriveExitStatus(report),
  };
}

interface Sending {
  files: readonly ReportFile[];
  reading: ReportsReading;
  flags: ReportFlags;
  /** Undefined: nothing is sent. */
  credential: string | undefined;
}

async function send(
  { settings, printer, world, env, directory, now }: Invocation,
  { files, reading, flags, credential }: Sending,
): Promise<ReportUpload> {
  const sent = await sendReports({
    files,
    reading,
    described: flags,
    sender: { reporter: { name: '@svc/cli', version: readSvcVersion() }, env, directory, now },
    target: credential === undefined ? undefined : { url: settings.url, apiKey: credential },
    budgetMs: BUDGET_MS,
    unreachableBudgetMs: UNREACHABLE_BUDGET_MS,
    errorBudgetMs: ERROR_BUDGET_MS,
    onRetry: formatRetryNotice(printer, world),
    onExecution: (execution) => {
      for (const complaint of execution.options.complaints) printer.warn(complaint);
      refuseLoneShard(execution, flags);
    },
  });
  return buildReportUpload({ dryRun: credential === undefined, reading, ...sent });
}

// Users wonder about a silent command after this time.
const PATIENCE_MS = 2_000;

/** Says once why the upload waits, if it waits for long. */
function formatRetryNotice(
  { warn }: Printer,
  { clock }: World,
): (failure: UploadFailure, untilAt: number) => void {
  let firstAt: number | undefined;
  let isSaid = false;
  return ({ message }, untilAt) => {
    const now = clock.now().getTime();
    firstAt ??= now;
    if (isSaid || now - firstAt < PATIENCE_MS) return;
    isSaid = true;
    warn(`${message}; retrying for up to ${Math.max(1, Math.round((untilAt - now) / 1_000))} s`);
  };
}

/**
 * Shards with random keys would wait for each other forever.
 * @throws CommandError
 */
function refuseLoneShard(execution: ReportExecution, { shard }: ReportFlags): void {
  if (shard === undefined || shard.total === 1 || execution.isShared) return;
  throw new CommandError(
    '--shard requires a key that all shards share, and no CI system provides one',
    'add --key <name of this run> to the command of every shard',
  );
}

function deriveExitStatus({ failure, reports, artifacts, sent }: ReportUpload): ExitStatus {
  if (failure !== null) {
    // A part of it has arrived, so the upload failed only partly.
    if (sent !== null) return 1;
    if (failure.kind === 'unauthorized') return 3;
    return SERVER_FAULTS.has(failure.kind) ? 4 : 1;
  }
  return artifacts.pending > 0 || reports.some(({ problem }) => problem !== null) ? 1 : 0;
}

const SERVER_FAULTS = new Set([
  'unreachable',
  'timedOut',
  'overloaded',
  'serverError',
  'untrusted',
]);
