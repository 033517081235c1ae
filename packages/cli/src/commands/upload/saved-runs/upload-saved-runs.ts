import { basename, dirname, resolve, join } from 'node:path';
import type { SpoolFileOutcome } from '@svc/reporter-core/spool/upload-spool-file';
import type { Answer } from '../../../terminal/answer.ts';
import { requireCredential, type Invocation } from '../../../invocation/invocation.ts';
import type { ExitStatus } from '../../../errors/exit.ts';
import { createProgressBar } from '../../../terminal/progress-bar.ts';
import { makeTerminalSafe } from '@svc/reporter-core/text/terminal-text';
import { buildArtifactOutcome } from '../../../wording/artifact-lines.ts';
import { makeUploadPlan, type PlannedFile, buildResendCommand } from './upload-plan.ts';
import { renderSavedRunsMarkdown } from '../upload-markdown.ts';
import { formatUpload, type UploadReport } from './upload-text.ts';
import { existsSync, readdirSync, renameSync } from 'node:fs';
import type { World } from '../../../world.ts';

// A person waits: long enough for a large run over a slow line; an unreachable server is reported at once.
const FILE_BUDGET_MS = 60_000;
const UNREACHABLE_BUDGET_MS = 2_000;

/**
 * `svc upload [files…]`: sends saved runs to the current address; without arguments, those of the current project that
 * were saved for this address.
 */
export async function uploadSavedRuns(
  invocation: Invocation,
  paths: readonly string[],
): Promise<Answer> {
  const plan = await makeUploadPlan(invocation, paths);
  const report: UploadReport = {
    sent: [],
    failed: [],
    elsewhere: plan.elsewhere,
    elsewhereFolders: plan.elsewhereFolders,
    url: invocation.settings.url,
    folders: plan.folders,
    refused: [],
    resendCommand: undefined,
  };
  if (plan.files.length > 0) await sendAll(invocation, plan.files, report);
  await noteRefused(invocation, paths, report);
  const { sent, failed, elsewhere, refused } = report;
  return {
    data: { sent, failed, elsewhere, refused },
    text: (look) => formatUpload(makeTerminalSafe(report), look),
    markdown: () => renderSavedRunsMarkdown(makeTerminalSafe(report)),
    exitStatus: deriveExitStatus(report),
  };
}

/** Refused runs stay until the user names them, so each upload counts them. */
async function noteRefused(
  { directory }: Invocation,
  paths: readonly string[],
  report: UploadReport,
): Promise<void> {
  const { listRefusedFiles: refusedFiles } = await import('@svc/reporter-core/spool/spool');
  const named = paths.map((path) => dirname(resolve(directory, path)));
  report.refused = await refusedFiles(paths.length > 0 ? named : report.folders);
  const newest = report.refused.at(-1);
  if (newest !== undefined) report.resendCommand = buildResendCommand(newest, directory);
}

async function sendAll(
  { settings, printer, world }: Invocation,
  files: readonly PlannedFile[],
  report: UploadReport,
): Promise<void> {
  const target = { url: settings.url, apiKey: await requireCredential(settings) };
  const { uploadSpoolFile } = await import('@svc/reporter-core/spool/upload-spool-file');
  const show = createProgressBar({ printer, world }, files);
  for (const [index, file] of files.entries()) {
    const stopWatching = giveBackOnExit(world, file.path);
    const outcome = await uploadSpoolFile(file.path, target, {
      budgetMs: FILE_BUDGET_MS,
      unreachableBudgetMs: UNREACHABLE_BUDGET_MS,
      onProgress: ({ sentBytes, totalBytes }) => show(index, sentBytes / totalBytes),
    });
    stopWatching();
    const warnings = outcome.ok ? (outcome.answer.warnings ?? []) : [];
    for (const { message } of warnings) printer.warn(`${basename(file.path)}: ${message}`);
    note(file, outcome, report);
    if (isServersFault(outcome)) {
      noteUntried(files.slice(index + 1), report);
      break;
    }
  }
}

function note(file: PlannedFile, outcome: SpoolFileOutcome, report: UploadReport): void {
  const name = basename(file.path);
  if (outcome.ok) {
    const { executionId, number, url, status, accepted, warnings = [] } = outcome.answer;
    const { project, framework } = file;
    report.sent.push({
      file: name,
      executionId,
      number,
      url,
      status,
      accepted,
      errors: outcome.errors,
      warnings,
      project,
      framework,
      artifacts: buildArtifactOutcome(outcome.artifacts),
    });
  } else {
    const { kind, message, resend } = outcome.failure;
    report.failed.push({ file: name, kind, message, isKept: resend });
  }
}

function noteUntried(files: readonly PlannedFile[], report: UploadReport): void {
  for (const { path } of files) {
    report.failed.push({
      file: basename(path),
      kind: 'untried',
      message: 'not tried',
      isKept: true,
    });
  }
}

/** Whether the server or the key is at fault, so that the next file would fail too. */
function isServersFault(outcome: SpoolFileOutcome): boolean {
  if (outcome.ok || !outcome.failure.resend) return false;
  return outcome.failure.kind !== 'local' && outcome.failure.kind !== 'tooLarge';
}

/** 1 when a part failed. If nothing was sent, 3 for a refused key and 4 for a server fault. */
function deriveExitStatus({ sent, failed }: UploadReport): ExitStatus {
  // A file that another process is sending right now is not a failure.
  const [first] = failed.filter(({ kind }) => kind !== 'claimed');
  const isWhole = sent.every(({ artifacts }) => artifacts.pending === 0);
  if (first === undefined) return isWhole ? 0 : 1;
  if (sent.length > 0) return 1;
  if (first.kind === 'unauthorized') return 3;
  return SERVER_FAULTS.has(first.kind) ? 4 : 1;
}

const SERVER_FAULTS = new Set([
  'unreachable',
  'untrusted',
  'timedOut',
  'overloaded',
  'serverError',
]);

/**
 * Releases the claim on a spool file when the process ends while sending it, as with ^C. Otherwise nobody would find
 * the file until the claim is stale. The server counts a resend once. Returns a function to call when the upload is
 * over.
 */
function giveBackOnExit({ events }: World, path: string): () => void {
  const giveBack = () => unclaim(path.replace(CLAIM_SUFFIX, ''));
  events.once('exit', giveBack);
  return () => events.off('exit', giveBack);
}

const CLAIM_SUFFIX = /\.sending-[0-9a-f]{8}$/;

function unclaim(path: string): void {
  const folder = dirname(path);
  if (!existsSync(folder)) return;
  const claimed = readdirSync(folder).find(
    (name) => CLAIM_SUFFIX.test(name) && name.replace(CLAIM_SUFFIX, '') === basename(path),
  );
  if (claimed !== undefined) renameSync(join(folder, claimed), path);
}
