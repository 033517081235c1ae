import { relative } from 'node:path';
import type { IngestAnswer, IngestBody, IngestResult } from '@svc/contract/ingest';
import type { SentArtifacts } from './artifacts/send-artifacts.ts';
import type { LeftOut } from './run-outcome.ts';
import type { RunReport } from './run-report.ts';
import { shownSize } from './shown-size.ts';
import { isFlaky } from './wanted-results.ts';
import type { SpoolDelivery } from './send-spool.ts';
import type { SpoolWrite } from './spool.ts';
import type { UploadFailure } from './upload-failure.ts';

/** `sent 1,204 results (2 flaky, 3 failed) to http://localhost:4400/executions/0199… #812` */
export function sentLine(body: IngestBody, answer: IngestAnswer): string {
  const { results, duplicates } = answer.accepted;
  const told = `sent ${counted(body.results.length, 'result')}${verdicts(body.results)}`;
  const accepted = results === body.results.length ? '' : `, ${thousands(results)} accepted`;
  const known = duplicates > 0 ? `, ${thousands(duplicates)} already there` : '';
  return `${told}${accepted}${known} to ${answer.url} #${answer.number}`;
}

/** `; 3 artifacts (41 MB) sent, 1 left out: video.webm is gone`; empty when there were none. */
export function artifactsLine(
  { sent, sentBytes, leftOut, pending, failure }: SentArtifacts,
  kept?: SpoolWrite,
): string {
  const parts = [];
  if (sent > 0) parts.push(`${counted(sent, 'artifact')} (${shownSize(sentBytes)}) sent`);
  if (kept !== undefined) {
    const where = kept.ok
      ? `kept in ${shownPath(kept.path)} for the next run or 'svc upload'`
      : `not sent and not kept (${kept.message})`;
    parts.push(`${counted(pending.length, 'artifact')} ${where}: ${failure?.message ?? 'no time'}`);
  }
  const line = parts.length > 0 ? `; ${parts.join(', ')}` : '';
  if (leftOut.length === 0) return line;
  return sent > 0 && kept === undefined
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

/** What became of the runs that earlier ones left behind; empty when there were none. */
export function deliveryLine({ sent, artifacts, failures }: SpoolDelivery): string {
  const parts = [
    ...(sent > 0 ? [counted(sent, 'kept run')] : []),
    ...(artifacts > 0 ? [counted(artifacts, 'kept artifact')] : []),
  ];
  const delivered = parts.length > 0 ? `; sent ${parts.join(' and ')} too` : '';
  const [first] = failures;
  if (first === undefined) return delivered;
  return `${delivered}; a kept run was not accepted: ${first.failure.message}`;
}

/** Why a run did not arrive, and where it is kept. */
export function failedLine(failure: UploadFailure, kept: SpoolWrite): string {
  const why = `could not send: ${failure.message}`;
  if (!kept.ok) return `${why}. It could not be kept either: ${kept.message}.`;
  const dropped = kept.dropped > 0 ? ` ${counted(kept.dropped, 'older run')} gave way to it.` : '';
  const place = `${shownPath(kept.path)}${withArtifacts(kept)}`;
  return `${why}. Kept in ${place}; the next run or 'svc upload' sends it.${dropped}`;
}

/** A refused body is kept for a person to look at: sent again it would be refused again. */
export function refusedLine(failure: UploadFailure, kept: SpoolWrite): string {
  const where = kept.ok ? `Put aside as ${shownPath(kept.path)}.` : `Not kept: ${kept.message}.`;
  return `could not send: ${failure.message}. ${where}`;
}

/** A run that was cut off by a signal. */
export function leftLine(body: IngestBody, kept: SpoolWrite): string {
  if (!kept.ok) return `this run was cut off and could not be kept: ${kept.message}.`;
  const count = counted(body.results.length, 'result');
  return `this run was cut off. ${count} kept in ${shownPath(kept.path)}; the next run or 'svc upload' sends them.`;
}

/** What people should know of a body before they trust it. */
export function warnings({ execution, results, files }: IngestBody): string[] {
  const told = [execution, ...(files ?? [])].some(({ errors }) => errors?.length);
  if (results.length > 0 || told) return [];
  return [
    'warning: saw no test in this run. If there were some, the set-up of the reporter is at fault.',
  ];
}

/** The line of a run, followed by what people should know of it. */
export function withNotes(line: string, notes: readonly string[]): string {
  if (notes.length === 0) return line;
  return line.endsWith('.') ? `${line} Also, ${notes.join('; ')}.` : `${line}; ${notes.join('; ')}`;
}

/** A note on titles that several tests of one file share; empty without any. */
export function sharedTitles(
  { results }: IngestBody,
  { mayRepeatTests = false }: Pick<RunReport, 'mayRepeatTests'>,
): string[] {
  const repeated = mayRepeatTests ? [] : repeatedTitles(results);
  if (repeated.length === 0) return [];
  const named = repeated.slice(0, 3).map((title) => `'${title}'`);
  const more = repeated.length > 3 ? ` and ${repeated.length - 3} more` : '';
  return [
    `several tests of one file share a title, so their histories cannot be told apart: ${named.join(', ')}${more}`,
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
  // Without Intl, whose data alone takes a run 11 ms to load.
  return String(count).replaceAll(/\B(?=(?:\d{3})+$)/g, ',');
}

function withArtifacts({ artifacts }: Extract<SpoolWrite, { ok: true }>): string {
  return artifacts > 0 ? ` with ${counted(artifacts, 'artifact')}` : '';
}

function shownPath(path: string): string {
  const short = relative(process.cwd(), path);
  return short.startsWith('..') ? path : short;
}
