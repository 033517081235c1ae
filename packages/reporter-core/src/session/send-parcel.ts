import { isApiKeyText } from '@svc/contract/zod-free/api-key-text';
import type { IngestAnswer, IngestBody } from '@svc/contract/executions/ingest';
import { type SentArtifacts, sendArtifacts } from '../upload/send-artifacts.ts';
import { saveRun, type SpoolSettings, type SpoolWrite } from '../spool/spool.ts';
import type { ResolvedOptions } from '../options/options.ts';
import { type Parcel, withItems } from './parcel.ts';
import {
  formatArtifactsLine,
  formatDeliveryLine,
  formatFailedLine,
  formatLeftOutLine,
  formatRefusedLine,
  formatSentLine,
} from './run-line.ts';
import type { RunOutcome } from '../report/run-outcome.ts';
import { computeDeadline, RateLimitBudget } from '../upload/retry/retry.ts';
import { SILENCE_MS } from '../upload/retry/silence-watch.ts';
import { sendSpool } from '../spool/send-spool.ts';
import { sumUp } from '../upload/send-requests.ts';
import type { UploadTarget } from '../upload/retry/post-with-retry.ts';
import { upload, type UploadOutcome } from '../upload/upload.ts';
import type { UploadFailure } from '../report/upload-failure.ts';
import { clock } from '../clock.ts';

export interface SendSettings {
  options: ResolvedOptions;
  directory: string;
  /** Epoch ms. */
  deadlineAt: number;
  /** Prints one line while the run is being sent. */
  print: (line: string) => void;
  /** Called after every wait. Returns true if something else has saved the run, such as a signal listener. */
  isTaken: () => boolean;
  /** Called with the line of the run when it is sent or saved. After that, only earlier runs remain to be sent. */
  onSettled: (line: string) => void;
}

/** The outcome of a run, and the line that reports it. */
export interface Delivery {
  line: string;
  outcome: RunOutcome;
  /** Warnings in the server's answers. */
  warnings: string[];
  /** Time spent waiting for the rate limit, in addition to the budget. */
  waitedMs: number;
}

/**
 * Sends a run with its artifacts, then the spool of earlier runs. Saves what cannot be sent. Undefined if another
 * process has claimed the run meanwhile.
 */
export async function sendParcel(
  parcel: Parcel,
  settings: SendSettings,
): Promise<Delivery | undefined> {
  const { options, isTaken } = settings;
  const target = { url: options.url, apiKey: options.apiKey ?? '' };
  // Reserves time for saving: it is part of the budget.
  const uploadUntilAt = settings.deadlineAt - Math.min(KEEP_MS, options.uploadBudgetMs / 10);
  const rateLimit = computeRateLimitBudget(parcel.body, settings);
  const limits: Limits = {
    deadlineAt: uploadUntilAt,
    ...computeRetryLimits(parcel.body, uploadUntilAt),
    rateLimit,
  };
  const waiting = reportWaiting(settings, limits);
  const { left, outcome } = await uploadBodies(parcel, target, {
    ...limits,
    onRetry: waiting.note,
  }).finally(waiting.stop);
  const later = { ...settings, deadlineAt: settings.deadlineAt + rateLimit.waitedMs };
  if (isTaken()) return undefined;
  if (!outcome.ok) return keepUnsent(left, outcome.failure, later);
  const sent = await sendArtifacts(parcel.artifacts, outcome.answer, {
    ...limits,
    serverUrl: target.url,
  });
  if (isTaken()) return undefined;
  const artifacts = { ...sent, leftOut: [...parcel.leftOut, ...sent.leftOut] };
  const budgetMs = computeDeadline(limits) - clock.nowMs();
  const { writesLeft } = outcome;
  const isWhole = sent.pending.length === 0;
  const ofArtifacts = isWhole
    ? formatArtifactsLine(artifacts)
    : keepPending(left, artifacts, later);
  const line = formatSentLine(parcel.whole, outcome.answer) + ofArtifacts;
  settings.onSettled(line);
  const earlier = isWhole
    ? formatDeliveryLine(await sendSpool(settings.directory, target, { budgetMs, writesLeft }))
    : '';
  return {
    line: line + earlier,
    outcome: buildOutcome(parcel.whole, outcome.answer, artifacts),
    warnings: (outcome.answer.warnings ?? []).map(({ message }) => message),
    waitedMs: rateLimit.waitedMs,
  };
}

// Time for saving unsent artifacts. A hard link is immediate, a copy takes time.
const KEEP_MS = 1_000;
// A server that is down usually stays down during a run on a developer's machine. The spool saves the run.
const LOCAL_UNREACHABLE_MS = 2_000;
// The spool is deleted with the machine in CI. Most restarts take less time. A longer silence is an outage.
const CI_UNREACHABLE_MS = 5_000;
// A proxy answers 502 and 503 while the server behind it restarts. A longer fault is an outage. In CI the whole budget
// is for retries.
const LOCAL_ERROR_MS = 5_000;

interface Limits {
  deadlineAt: number;
  unreachableBudgetMs: number;
  errorBudgetMs: number | undefined;
  rateLimit: RateLimitBudget;
  onRetry?: (failure: UploadFailure, untilAt: number) => void;
}

function computeRetryLimits(
  body: IngestBody,
  deadlineAt: number,
): Pick<Limits, 'unreachableBudgetMs' | 'errorBudgetMs'> {
  const isCi = isInCi(body);
  const longestMs = isCi ? CI_UNREACHABLE_MS : LOCAL_UNREACHABLE_MS;
  return {
    unreachableBudgetMs: Math.min(longestMs, deadlineAt - clock.nowMs()),
    errorBudgetMs: isCi ? undefined : LOCAL_ERROR_MS,
  };
}

/** A rate limit counts per minute. In CI the default is to wait up to 90 s, elsewhere up to 2 s. */
function computeRateLimitBudget(
  body: IngestBody,
  { options: { uploadBudgetMs }, print }: SendSettings,
): RateLimitBudget {
  const longestMs = isInCi(body) ? Math.min(90_000, 3 * uploadBudgetMs) : LOCAL_UNREACHABLE_MS;
  return new RateLimitBudget(Math.min(longestMs, 3 * uploadBudgetMs), (delayMs) => {
    if (delayMs >= PATIENCE_MS)
      print(`the rate limit of this key is reached, retrying in ${toSeconds(delayMs)} s`);
  });
}

// Users wonder about a silent process after this time.
const PATIENCE_MS = 2_000;

/** Prints once why the reporter waits. `note` takes the failures, and `stop` ends it. */
function reportWaiting(
  { options: { url }, print }: SendSettings,
  { deadlineAt, rateLimit }: Limits,
): { note: NonNullable<Limits['onRetry']>; stop: () => void } {
  let last: { message: string; untilAt: number } | undefined;
  const timer = setTimeout(() => {
    if (rateLimit.waitedMs > 0) return;
    const longest = toSeconds((last?.untilAt ?? deadlineAt) - clock.nowMs());
    print(
      last === undefined
        ? `${url} does not answer yet, waiting ${toSeconds(SILENCE_MS)} s for a sign of life, and up to ${longest} s for the answer`
        : `${last.message}; retrying for up to ${longest} s`,
    );
  }, PATIENCE_MS);
  return {
    note: ({ message }, untilAt) => {
      last = { message, untilAt };
    },
    stop: () => clearTimeout(timer),
  };
}

function toSeconds(milliseconds: number): number {
  return Math.max(1, Math.round(milliseconds / 1_000));
}

function isInCi({ execution }: IngestBody): boolean {
  return execution.ci !== undefined;
}

/**
 * First resends the unconfirmed requests unchanged. If the server refuses them permanently, because it does not
 * support running parts, sends their results with the rest.
 */
async function uploadBodies(
  parcel: Parcel,
  target: UploadTarget,
  limits: Limits,
): Promise<{ left: Parcel; outcome: UploadOutcome }> {
  let left = parcel;
  for (const body of parcel.unconfirmed) {
    const outcome = await uploadBody(body, target, limits);
    if (!outcome.ok && outcome.failure.resend) return { left, outcome };
    const unconfirmed = left.unconfirmed.slice(1);
    left = outcome.ok
      ? { ...left, unconfirmed, answers: [...left.answers, outcome.answer] }
      : { ...left, unconfirmed, body: withItems(left.body, body) };
  }
  const outcome = await uploadBody(left.body, target, limits);
  if (!outcome.ok) return { left, outcome };
  const answer = [...left.answers, outcome.answer].reduce(sumUp);
  return { left, outcome: { ...outcome, answer } };
}

async function uploadBody(
  body: IngestBody,
  target: UploadTarget,
  { deadlineAt, ...limits }: Limits,
): Promise<UploadOutcome> {
  if (target.apiKey.startsWith('svc_') && !isApiKeyText(target.apiKey)) {
    const message = 'the API key is mistyped or cut short';
    return { ok: false, failure: { kind: 'unauthorized', message, resend: true } };
  }
  const budgetMs = Math.max(0, deadlineAt - clock.nowMs());
  return upload(body, target, { budgetMs, ...limits });
}

function keepUnsent(
  parcel: Parcel,
  failure: UploadFailure,
  { options, directory, deadlineAt, onSettled }: SendSettings,
): Delivery {
  const settings: SpoolSettings = failure.resend
    ? { copyUntilAt: deadlineAt }
    : { state: 'refused' };
  const kept = saveParcel(parcel, options, directory, settings);
  const reason = failure.resend
    ? formatFailedLine(failure, kept, { isCi: isInCi(parcel.body) })
    : formatRefusedLine(failure, kept);
  const line = reason + formatLeftOutLine(parcel.leftOut);
  onSettled(line);
  const outcome: RunOutcome = { ok: false, failure, ...(kept.ok && { keptIn: kept.path }) };
  return { line, outcome, warnings: [], waitedMs: 0 };
}

/**
 * Saves what is left to send, each request in its own file, because it must be resent unchanged. Returns the last
 * file, or the first failure.
 */
export function saveParcel(
  { body, unconfirmed, artifacts }: Parcel,
  { url }: Pick<ResolvedOptions, 'url'>,
  directory: string,
  settings: Omit<SpoolSettings, 'artifacts'> = {},
): SpoolWrite {
  const earlier = unconfirmed.map((request) => saveRun({ url, body: request }, directory));
  const isSent = settings.state !== 'refused';
  const last = saveRun({ url, body }, directory, { ...settings, ...(isSent && { artifacts }) });
  return earlier.find(({ ok }) => !ok) ?? last;
}

/** Saves the whole body again: the server finds the execution of the artifacts by its idempotency key. */
function keepPending(
  { body }: Parcel,
  sent: SentArtifacts,
  { options: { url }, directory, deadlineAt }: SendSettings,
): string {
  const settings = { artifacts: sent.pending, copyUntilAt: deadlineAt };
  const kept = saveRun({ url, body, hasArrived: true }, directory, settings);
  return formatArtifactsLine(sent, kept);
}

function buildOutcome(
  { execution: { status } }: IngestBody,
  { url, number, executionId, accepted }: IngestAnswer,
  { sent, sentBytes, pending, leftOut }: SentArtifacts,
): RunOutcome {
  const artifacts = { sent, sentBytes, kept: pending.length, leftOut };
  return { ok: true, url, number, executionId, status, accepted, artifacts };
}
