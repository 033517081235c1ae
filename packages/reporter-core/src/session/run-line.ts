import { dirname } from 'node:path';
import type { IngestAnswer, IngestBody, IngestResult } from '@svc/contract/executions/ingest';
import type { SentArtifacts } from '../upload/send-artifacts.ts';
import {
  type BrokenFiles,
  brokenFileWords,
  countBrokenFiles,
  fileKey,
} from '../report/broken-files.ts';
import { countErrors, isEmptyRun } from '../report/empty-run.ts';
import type { LeftOut } from '../report/artifact.ts';
import type { Parcel } from './parcel.ts';
import type { RunReport } from '../report/run-report.ts';
import { shownSize } from '../text/shown-size.ts';
import { isFlaky } from '../report/wanted-results.ts';
import type { SpoolDelivery, SpooledElsewhere } from '../spool/send-spool.ts';
import type { SpoolWrite } from '../spool/spool.ts';
import type { UploadFailure } from '../upload/upload-failure.ts';
import { shownPath, UPLOAD_COMMAND, uploadCommand, uploadCommandFor } from './upload-command.ts';

/**
 * `sent 1,204 results (2 flaky, 3 failed), 1 file failed to load, to http://localhost:4400/executions/0199… #812`, or
 * `sent 0 tests, 1 error outside of test files, to …`
 */
export function sentLine(body: IngestBody, answer: IngestAnswer): string {
  const { results, duplicates } = answer.accepted;
  const sent = `sent ${contents(body.results.length)}${verdicts(body.results)}`;
  const asides = [
    ...brokenFileWords(brokenFiles(body)),
    ...errorWords(body.execution.errors?.length ?? 0),
    ...(results === body.results.length ? [] : [`${thousands(results)} accepted`]),
    ...(duplicates > 0 ? [`${thousands(duplicates)} already there`] : []),
  ];
  const details = asides.length > 0 ? `, ${asides.join(', ')},` : '';
  return `${sent}${details} to ${answer.url} #${answer.number}`;
}

/** Without results, no test has run. */
function contents(results: number): string {
  return results === 0 ? '0 tests' : counted(results, 'result');
}

function brokenFiles({ files = [], results }: IngestBody): BrokenFiles {
  const erroneous = files.filter(({ errors }) => errors?.length);
  if (erroneous.length === 0) return { unloaded: 0, outsideTests: 0 };
  return countBrokenFiles(new Set(erroneous.map(fileKey)), new Set(results.map(fileKey)));
}

function errorWords(errors: number): string[] {
  return errors > 0 ? [`${counted(errors, 'error')} outside of test files`] : [];
}

/** `; 3 artifacts (41 MB) sent, 1 left out: video.webm is gone`; empty when there were none. */
export function artifactsLine(
  { sent, sentBytes, leftOut, pending, failure }: SentArtifacts,
  saved?: SpoolWrite,
): string {
  const parts = [];
  if (sent > 0) parts.push(`${counted(sent, 'artifact')} (${shownSize(sentBytes)}) sent`);
  if (saved !== undefined) {
    const where = saved.ok
      ? `saved to ${shownPath(saved.path)} for the next run or '${uploadCommandFor(saved.path)}'`
      : `not sent and not saved (${saved.message})`;
    parts.push(`${counted(pending.length, 'artifact')} ${where}: ${failure?.message ?? 'no time'}`);
  }
  const line = parts.length > 0 ? `; ${parts.join(', ')}` : '';
  if (leftOut.length === 0) return line;
  return sent > 0 && saved === undefined
    ? `${line}, ${leftOut.length} left out: ${reasons(leftOut)}`
    : line + leftOutLine(leftOut);
}

/** `; 1 artifact left out: video.webm is gone` */
export function leftOutLine(leftOut: readonly LeftOut[]): string {
  if (leftOut.length === 0) return '';
  return `; ${counted(leftOut.length, 'artifact')} left out: ${reasons(leftOut)}`;
}

function reasons(leftOut: readonly LeftOut[]): string {
  const named = leftOut.slice(0, MOST_REASONS).map(({ name, reason }) => `${name} ${reason}`);
  const more = leftOut.length - named.length;
  return more > 0 ? `${named.join(', ')} and ${more} more` : named.join(', ');
}

const MOST_REASONS = 3;

/** `; also sent 3 saved runs, 19 are left for 'npx @svc/cli upload'`; empty when there were none. */
export function deliveryLine(delivery: SpoolDelivery): string {
  const { sent, artifacts, left, elsewhere, failures } = delivery;
  const delivered = [
    ...(sent > 0 ? [counted(sent, 'saved run')] : []),
    ...(artifacts > 0 ? [counted(artifacts, 'saved artifact')] : []),
  ];
  const refused = failures.find(({ failure }) => !failure.resend);
  const parts = [
    ...(delivered.length > 0 ? [`also sent ${delivered.join(' and ')}`] : []),
    ...(left > 0
      ? [`${counted(left, 'saved run')} left for the next run or '${UPLOAD_COMMAND}'`]
      : []),
    ...elsewhereWords(elsewhere),
    ...(refused === undefined ? [] : [`a saved run was not accepted: ${refused.failure.message}`]),
  ];
  return parts.map((part) => `; ${part}`).join('');
}

/** `2 saved runs are for http://wrong:4400; to send them here, run 'npx @svc/cli upload node_modules/.cache/svc'` */
function elsewhereWords(runs: readonly SpooledElsewhere[]): string[] {
  const [url, ...others] = new Set(runs.map((run) => run.url));
  if (url === undefined) return [];
  const one = runs.length === 1;
  const place = others.length > 0 ? 'other addresses' : url;
  const folders = new Set(runs.map(({ path }) => dirname(path)));
  return [
    `${counted(runs.length, 'saved run')} ${one ? 'is' : 'are'} for ${place}`,
    `to send ${one ? 'it' : 'them'} here, run '${uploadCommand([...folders])}'`,
  ];
}

/** Why a run was not sent, and where it is saved. A CI machine is deleted with the saved run. */
export function failedLine(
  failure: UploadFailure,
  saved: SpoolWrite,
  { isCi }: { isCi: boolean },
): string {
  const why = `not sent: ${failure.message}`;
  if (!saved.ok) return `${why}. It could not be saved either: ${saved.message}.`;
  const dropped =
    saved.dropped > 0 ? ` ${counted(saved.dropped, 'older run')} deleted to make room.` : '';
  const place = `${shownPath(saved.path)}${withArtifacts(saved)}`;
  const next = isCi
    ? `this CI machine is temporary, so keep the folder ${shownPath(dirname(saved.path))} as an artifact and run '${UPLOAD_COMMAND} <folder>' with your copy.`
    : `the next run or '${uploadCommandFor(saved.path)}' will retry.${addressHint(failure, saved)}`;
  return `${why}. Saved to ${place}; ${next}${dropped}`;
}

/** The next run sends nothing to another address than the one that the run was saved for. */
function addressHint({ kind }: UploadFailure, { path }: { path: string }): string {
  if (!DOUBTFUL.has(kind)) return '';
  return ` If the address is wrong, correct SVC_URL and run '${uploadCommand([dirname(path)])}'.`;
}

// Kinds of failure that a wrong address can cause.
const DOUBTFUL = new Set<UploadFailure['kind']>([
  'unreachable',
  'untrusted',
  'refused',
  'serverError',
]);

/** The line for a refused body, which is saved for the user to look at. A resend would be refused again. */
export function refusedLine(failure: UploadFailure, saved: SpoolWrite): string {
  const where = saved.ok
    ? `Set aside as ${shownPath(saved.path)}; when the cause is gone, '${uploadCommand([saved.path])}' sends it again.`
    : `Not saved: ${saved.message}.`;
  return `not sent: ${failure.message}. ${where}`;
}

/** The line for a run, or for the upload of an ended run, that a signal ended. */
export function leftLine(
  { body, unconfirmed, whole }: Pick<Parcel, 'body' | 'unconfirmed' | 'whole'>,
  saved: SpoolWrite,
  { hasEnded }: { hasEnded: boolean },
): string {
  const isWhole = hasEnded && whole.execution.status !== 'interrupted';
  const end = `${isWhole ? 'the upload of this run' : 'this run'} was interrupted`;
  if (!saved.ok) return `${end}, and the run could not be saved: ${saved.message}.`;
  const left = [...unconfirmed, body].reduce((sum, { results }) => sum + results.length, 0);
  const sent = whole.results.length - left;
  const before = sent > 0 ? `, ${counted(sent, 'result')} had been sent` : '';
  const errors = whole.results.length === 0 ? countErrors(whole) : 0;
  const what = whole.results.length === 0 ? '0 tests' : counted(left, 'result');
  const more = errors > 0 ? `, ${counted(errors, 'error')}` : '';
  return `${end}. ${what}${more} saved to ${shownPath(saved.path)}${before}; the next run or '${uploadCommandFor(saved.path)}' will send ${left + errors === 1 ? 'it' : 'them'}.`;
}

/** The line for a run without tests and errors. */
export const NOTHING_LINE =
  'nothing sent: saw no test in this run. If there were some, check how the reporter is set up.';

/** The line for a run that a signal ended before its first test. */
export const NOTHING_LEFT_LINE = 'this run was interrupted before its first test. Nothing to send.';

/** Warnings about a body: what users must know to interpret it. */
export function warnings(body: IngestBody): string[] {
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

/** A note on titles that several tests of one file share. Empty if there are none. */
export function sharedTitles(
  { results }: IngestBody,
  { mayRepeatTests = false }: Pick<RunReport, 'mayRepeatTests'>,
): string[] {
  const repeated = mayRepeatTests ? [] : repeatedTitles(results);
  if (repeated.length === 0) return [];
  const named = repeated.slice(0, 3).map((title) => `'${title}'`);
  const more = repeated.length > 3 ? ` and ${repeated.length - 3} more` : '';
  return [
    `several tests of one file share a title, so their histories cannot be distinguished: ${named.join(', ')}${more}`,
  ];
}

function repeatedTitles(results: readonly IngestResult[]): string[] {
  const seen = new Set<string>();
  const repeated = new Set<string>();
  for (const { file, variant, titlePath } of results) {
    const identity = `${file}\0${variant ?? ''}\0${titlePath.join('\0')}`;
    if (seen.has(identity)) repeated.add(`${titlePath.join(' › ')} (${file})`);
    seen.add(identity);
  }
  return [...repeated];
}

function verdicts(results: readonly IngestResult[]): string {
  const flaky = results.filter(isFlaky).length;
  const failed = results.filter(
    ({ status }) => status === 'failed' || status === 'timedOut',
  ).length;
  const parts = [];
  if (flaky > 0) parts.push(`${thousands(flaky)} flaky`);
  if (failed > 0) parts.push(`${thousands(failed)} failed`);
  return parts.length > 0 ? ` (${parts.join(', ')})` : '';
}

function counted(count: number, noun: string): string {
  return `${thousands(count)} ${noun}${count === 1 ? '' : 's'}`;
}

function thousands(count: number): string {
  // Does not use Intl, because its data takes 11 ms to load.
  return String(count).replaceAll(/\B(?=(?:\d{3})+$)/g, ',');
}

function withArtifacts({ artifacts }: Extract<SpoolWrite, { ok: true }>): string {
  return artifacts > 0 ? ` with ${counted(artifacts, 'artifact')}` : '';
}
