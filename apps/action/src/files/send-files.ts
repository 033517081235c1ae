import type { UploadFailure } from '@svc/reporter-core/report/upload-failure';
import { readSpoolHead } from '@svc/reporter-core/spool/spool-file';
import { uploadSpoolFile } from '@svc/reporter-core/spool/upload-spool-file';
import { formatPlace, ReportsReading } from '@svc/reports/reading/read-reports';
import { sendReports } from '@svc/reports/sending/send-reports';
import type { RunDescription } from '@svc/reports/sending/run-description';
import type { Environment } from '@svc/reporter-core/options/options';
import { SENDER } from '../version.ts';
import type { Waits } from '../world.ts';
import type { FoundFiles } from './find-files.ts';

export interface Sending {
  found: FoundFiles;
  directory: string;
  env: Environment;
  target: { url: string; apiKey: string };
  described: Pick<RunDescription, 'project' | 'name' | 'leg'>;
  now: Date;
  waits: Pick<Waits, 'unreachableMs' | 'serverErrorMs'>;
}

export interface SentFiles {
  /** The executions that have the results, each once. */
  executionIds: string[];
  /** Reason of the first failed upload, in words that fit after `not sent:`. */
  failure: string | undefined;
  /** True if the server is down, so that trying further files would only take time. */
  isServerDown: boolean;
  /** Warnings about a successful upload. */
  warnings: string[];
}

// Each request of a large report may have to wait for the next minute of the server's rate limit.
const BUDGET_MS = 10 * 60_000;

function buildBudgets({ waits }: Sending) {
  return {
    budgetMs: BUDGET_MS,
    unreachableBudgetMs: waits.unreachableMs,
    errorBudgetMs: waits.serverErrorMs,
  };
}

/** Sends the reports as one execution, and each saved run as the execution that it is. */
export async function sendFiles(sending: Sending): Promise<SentFiles> {
  const sent: SentFiles = {
    executionIds: [],
    failure: undefined,
    isServerDown: false,
    warnings: [],
  };
  if (sending.found.reports.length > 0) await sendReportFiles(sending, sent);
  for (const path of sending.found.savedRuns) {
    if (!sent.isServerDown) await sendSavedRun(path, sending, sent);
  }
  return { ...sent, executionIds: [...new Set(sent.executionIds)] };
}

const NO_SERVER: ReadonlySet<UploadFailure['kind']> = new Set(['unreachable', 'serverError']);

async function sendReportFiles(sending: Sending, sent: SentFiles): Promise<void> {
  const { found, directory, env, target, described, now } = sending;
  const reading = new ReportsReading(found.reports, { directory, root: undefined });
  const { outcome, leftOut } = await sendReports({
    files: found.reports,
    reading,
    described,
    sender: { reporter: SENDER, env, directory, now },
    target,
    ...buildBudgets(sending),
    onExecution: ({ options }) => sent.warnings.push(...options.complaints),
  });
  for (const report of reading.reports) {
    if (report.problem !== undefined) {
      sent.warnings.push(
        `${formatPlace(report)} could not be read to its end: ${report.problem.message}`,
      );
    }
    if (report.rootHint !== undefined) {
      sent.warnings.push(
        `the test files of ${report.file.shown} are below ${report.rootHint}: its paths are not relative to the repository, so its tests are other ones than those of a reporter`,
      );
    }
  }
  for (const { name, reason } of leftOut) sent.warnings.push(`${name} ${reason}`);
  if (outcome === undefined) sent.warnings.push('the reports have no test, so nothing was sent');
  else {
    if (!outcome.ok) {
      sent.failure ??= outcome.failure.message;
      sent.isServerDown ||= NO_SERVER.has(outcome.failure.kind);
    }
    const { answer } = outcome;
    if (answer !== undefined) sent.executionIds.push(answer.executionId);
    for (const { message } of answer?.warnings ?? []) sent.warnings.push(message);
  }
}

async function sendSavedRun(path: string, sending: Sending, sent: SentFiles): Promise<void> {
  const head = await readSpoolHead(path).catch(() => undefined);
  if (head === undefined) {
    sent.warnings.push(`${path} is not a saved run`);
    return;
  }
  const outcome = await uploadSpoolFile(path, sending.target, buildBudgets(sending));
  if (outcome.ok) sent.executionIds.push(outcome.answer.executionId);
  else {
    sent.failure ??= outcome.failure.message;
    sent.isServerDown ||= NO_SERVER.has(outcome.failure.kind);
  }
}
