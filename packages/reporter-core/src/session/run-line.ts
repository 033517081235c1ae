import { dirname } from 'node:path';
import type { IngestAnswer, IngestBody, IngestResult } from '@svc/contract/executions/ingest';
import type { SentArtifacts } from '../upload/send-artifacts.ts';
import {
  type BrokenFiles,
  formatBrokenFiles,
  countBrokenFiles,
  buildFileKey,
} from '../report/broken-files.ts';
import { countErrors, isEmptyRun } from '../report/empty-run.ts';
import type { LeftOut } from '../report/artifact.ts';
import type { Parcel } from './parcel.ts';
import type { RunReport } from '../report/run-report.ts';
import { formatBytes, formatCount, formatNumber } from '@svc/contract/zod-free/amounts';
import { findExplainedMessage, locateExplanation } from '@svc/contract/zod-free/troubleshooting';
import { isFailure } from '@svc/contract/zod-free/is-failure';
import { isFlaky } from '@svc/contract/zod-free/is-flaky';
import type { SpoolDelivery, SpooledElsewhere } from '../spool/send-spool.ts';
import type { SpoolWrite } from '../spool/spool.ts';
import type { RunOutcome } from '../report/run-outcome.ts';
import type { UploadFailure } from '../report/upload-failure.ts';
import {
  toShownPath,
  UPLOAD_COMMAND,
  buildUploadCommand,
  buildRunUploadCommand,
} from './upload-command.ts';

/**
 * `sent 1,204 results (2 flaky, 3 failed), 1 file failed to load, to http://localhost:4400/executions/0199… #812`, or
 * `sent 0 tests, 1 error outside of test files, to …`
 */
export function formatSentLine(body: IngestBody, answer: IngestAnswer): string {
  const { results, duplicates } = answer.accepted;
  const sent = `sent ${formatContents(body.results.length)}${formatVerdicts(body.results)}`;
  const asides = [
    ...formatBrokenFiles(countBodyBrokenFiles(body)),
    ...formatErrorCount(body.execution.errors?.length ?? 0),
    ...(results === body.results.length ? [] : [`${formatNumber(results)} accepted`]),
    ...(duplicates > 0 ? [`${formatNumber(duplicates)} already there`] : []),
  ];
  const details = asides.length > 0 ? `, ${asides.join(', ')},` : '';
  return `${sent}${details} to ${answer.url} #${answer.number}`;
}

/** Zero results means that no test has run. */
function formatContents(results: number): string {
  return results === 0 ? '0 tests' : formatCount(results, 'result');
}

function countBodyBrokenFiles({ files = [], results }: IngestBody): BrokenFiles {
  const erroneous = files.filter(({ errors }) => errors?.length);
  if (erroneous.length === 0) return { unloaded: 0, outsideTests: 0 };
  return countBrokenFiles(new Set(erroneous.map(buildFileKey)), new Set(results.map(buildFileKey)));
}

function formatErrorCount(errors: number): string[] {
  return errors > 0 ? [`${formatCount(errors, 'error')} outside of test files`] : [];
}

/** `; 3 artifacts (41 MB) sent, 1 left out: video.webm is gone`; empty when there were none. */
export function formatArtifactsLine(
  { sent, sentBytes, leftOut, pending, failure }: SentArtifacts,
  saved?: SpoolWrite,
): string {
  const parts = [];
  if (sent > 0) parts.push(`${formatCount(sent, 'artifact')} (${formatBytes(sentBytes)}) sent`);
  if (saved !== undefined) {
    const where = saved.ok
      ? `saved to ${toShownPath(saved.path)} for the next run or '${buildRunUploadCommand(saved.path)}'`
      : `not sent and not saved (${saved.message})`;
    parts.push(
      `${formatCount(pending.length, 'artifact')} ${where}: ${failure?.message ?? 'no time'}`,
    );
  }
  const line = parts.length > 0 ? `; ${parts.join(', ')}` : '';
  if (leftOut.length === 0) return line;
  return sent > 0 && saved === undefined
    ? `${line}, ${formatNumber(leftOut.length)} left out: ${formatReasons(leftOut)}`
    : line + formatLeftOutLine(leftOut);
}

/** `; 1 artifact left out: video.webm is gone` */
export function formatLeftOutLine(leftOut: readonly LeftOut[]): string {
  if (leftOut.length === 0) return '';
  return `; ${formatCount(leftOut.length, 'artifact')} left out: ${formatReasons(leftOut)}`;
}

function formatReasons(leftOut: readonly LeftOut[]): string {
  const named = leftOut.slice(0, MOST_REASONS).map(({ name, reason }) => `${name} ${reason}`);
  const more = leftOut.length - named.length;
  return more > 0 ? `${named.join(', ')} and ${formatNumber(more)} more` : named.join(', ');
}

const MOST_REASONS = 3;

/** `; also sent 3 saved runs; 19 saved runs left for the next run or 'npx @svc/cli upload'`; empty without saved runs. */
export function formatDeliveryLine(delivery: SpoolDelivery): string {
  const { sent, artifacts, left, elsewhere, failures } = delivery;
  const delivered = [
    ...(sent > 0 ? [formatCount(sent, 'saved run')] : []),
    ...(artifacts > 0 ? [formatCount(artifacts, 'saved artifact')] : []),
  ];
  const refused = failures.find(({ failure }) => !failure.resend);
  const parts = [
    ...(delivered.length > 0 ? [`also sent ${delivered.join(' and ')}`] : []),
    ...(left > 0
      ? [`${formatCount(left, 'saved run')} left for the next run or '${UPLOAD_COMMAND}'`]
      : []),
    ...formatElsewhere(elsewhere),
    ...(refused === undefined ? [] : [`a saved run was not accepted: ${refused.failure.message}`]),
  ];
  return parts.map((part) => `; ${part}`).join('');
}

/** `2 saved runs are for http://wrong:4400; to send them here, run 'npx @svc/cli upload node_modules/.cache/svc'` */
function formatElsewhere(runs: readonly SpooledElsewhere[]): string[] {
  const [url, ...others] = new Set(runs.map((run) => run.url));
  if (url === undefined) return [];
  const one = runs.length === 1;
  const place = others.length > 0 ? 'other addresses' : url;
  const folders = new Set(runs.map(({ path }) => dirname(path)));
  return [
    `${formatCount(runs.length, 'saved run')} ${one ? 'is' : 'are'} for ${place}`,
    `to send ${one ? 'it' : 'them'} here, run '${buildUploadCommand([...folders])}'`,
  ];
}

/** Why a run was not sent, and where it is saved. A CI machine is deleted with the saved run. */
export function formatFailedLine(
  failure: UploadFailure,
  saved: SpoolWrite,
  { isCi }: { isCi: boolean },
): string {
  const why = `not sent: ${failure.message}`;
  if (!saved.ok) return `${why}. It could not be saved either: ${saved.message}.`;
  const dropped =
    saved.dropped > 0 ? ` ${formatCount(saved.dropped, 'older run')} deleted to make room.` : '';
  const place = `${toShownPath(saved.path)}${withArtifacts(saved)}`;
  const next = isCi
    ? `this CI machine is temporary, so keep the folder ${toShownPath(dirname(saved.path))} as an artifact and run '${UPLOAD_COMMAND} <folder>' with your copy.`
    : `the next run or '${buildRunUploadCommand(saved.path)}' will retry.${formatAddressHint(failure, saved)}`;
  return `${why}. Saved to ${place}; ${next}${dropped}`;
}

/** The next run sends a saved run only to the address that it was saved for. */
function formatAddressHint({ kind }: UploadFailure, { path }: { path: string }): string {
  if (!DOUBTFUL.has(kind)) return '';
  return ` If the address is wrong, correct SVC_URL and run '${buildUploadCommand([dirname(path)])}'.`;
}

// Kinds of failure that a wrong address can cause.
const DOUBTFUL = new Set<UploadFailure['kind']>([
  'unreachable',
  'untrusted',
  'refused',
  'serverError',
]);

/** The line for a refused body, which is saved for the user to look at. A resend would be refused again. */
export function formatRefusedLine(failure: UploadFailure, saved: SpoolWrite): string {
  const where = saved.ok
    ? `Set aside as ${toShownPath(saved.path)}; when the cause is gone, '${buildUploadCommand([saved.path])}' sends it again.`
    : `Not saved: ${saved.message}.`;
  return `not sent: ${failure.message}. ${where}`;
}

/** The line for a run, or for the upload of an ended run, that a signal ended. */
export function formatLeftLine(
  { body, unconfirmed, whole }: Pick<Parcel, 'body' | 'unconfirmed' | 'whole'>,
  saved: SpoolWrite,
  { hasEnded }: { hasEnded: boolean },
): string {
  const isWhole = hasEnded && whole.execution.status !== 'interrupted';
  const end = `${isWhole ? 'the upload of this run' : 'this run'} was interrupted`;
  if (!saved.ok) return `${end}, and the run could not be saved: ${saved.message}.`;
  const left = [...unconfirmed, body].reduce((sum, { results }) => sum + results.length, 0);
  const sent = whole.results.length - left;
  const before = sent > 0 ? `, ${formatCount(sent, 'result')} had been sent` : '';
  const errors = whole.results.length === 0 ? countErrors(whole) : 0;
  const what = whole.results.length === 0 ? '0 tests' : formatCount(left, 'result');
  const more = errors > 0 ? `, ${formatCount(errors, 'error')}` : '';
  return `${end}. ${what}${more} saved to ${toShownPath(saved.path)}${before}; the next run or '${buildRunUploadCommand(saved.path)}' will send ${left + errors === 1 ? 'it' : 'them'}.`;
}

/** The line for a run without tests and errors. */
export const NOTHING_LINE =
  'nothing sent: saw no test in this run. If there were some, check how the reporter is set up.';

/** The line for a run that a signal ended before its first test. */
export const NOTHING_LEFT_LINE = 'this run was interrupted before its first test. Nothing to send.';

/** Warnings about a body: what users must know to interpret it. */
export function collectWarnings(body: IngestBody): string[] {
  const { shard } = body.execution;
  // A project with fewer tests than shards has empty shards.
  if (!isEmptyRun(body) || (shard !== undefined && shard.total > 1)) return [];
  return [
    'warning: saw no test in this run. If there were some, check how the reporter is set up.',
  ];
}

/** The line of a run, followed by the notes. */
export function withNotes(line: string, notes: readonly string[]): string {
  if (notes.length === 0) return line;
  return line.endsWith('.') ? `${line} Also, ${notes.join('; ')}.` : `${line}; ${notes.join('; ')}`;
}

/** The line of a run, followed by the place where the documentation explains why it was not sent. */
export function withExplanation(line: string, outcome: RunOutcome, server: string): string {
  if (outcome.ok) return line;
  const { message, status = 0 } = outcome.failure;
  const explained = findExplainedMessage(message);
  if (explained === undefined) return line;
  // After another status, the server cannot show its documentation either.
  const isThere = status >= 400 && status < 500;
  const place = locateExplanation(explained, isThere ? server : undefined);
  return line.endsWith('.') ? `${line} See ${place}` : `${line}; see ${place}`;
}

/** A note on titles that several tests of one file share. Empty if there are none. */
export function describeSharedTitles(
  { results }: IngestBody,
  { mayRepeatTests = false }: Pick<RunReport, 'mayRepeatTests'>,
): string[] {
  const repeated = mayRepeatTests ? [] : findRepeatedTitles(results);
  if (repeated.length === 0) return [];
  const named = repeated.slice(0, 3).map((title) => `'${title}'`);
  const more = repeated.length > 3 ? ` and ${formatNumber(repeated.length - 3)} more` : '';
  return [
    `several tests of one file share a title, so their histories cannot be distinguished: ${named.join(', ')}${more}`,
  ];
}

function findRepeatedTitles(results: readonly IngestResult[]): string[] {
  const seen = new Set<string>();
  const repeated = new Set<string>();
  for (const { file, variant, titlePath } of results) {
    const identity = `${file}\0${variant ?? ''}\0${titlePath.join('\0')}`;
    if (seen.has(identity)) repeated.add(`${titlePath.join(' › ')} (${file})`);
    seen.add(identity);
  }
  return [...repeated];
}

function formatVerdicts(results: readonly IngestResult[]): string {
  const flaky = results.filter(isFlaky).length;
  const failed = results.filter(({ status }) => isFailure(status)).length;
  const parts = [];
  if (flaky > 0) parts.push(`${formatNumber(flaky)} flaky`);
  if (failed > 0) parts.push(`${formatNumber(failed)} failed`);
  return parts.length > 0 ? ` (${parts.join(', ')})` : '';
}

function withArtifacts({ artifacts }: Extract<SpoolWrite, { ok: true }>): string {
  return artifacts > 0 ? ` with ${formatCount(artifacts, 'artifact')}` : '';
}
