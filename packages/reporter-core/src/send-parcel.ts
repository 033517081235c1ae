import { isApiKeyText } from '@svc/contract/api-key-text';
import type { IngestAnswer, IngestBody } from '@svc/contract/ingest';
import { type SentArtifacts, sendArtifacts } from './artifacts/send-artifacts.ts';
import { keepParcel } from './keep-parcel.ts';
import type { ResolvedOptions } from './options.ts';
import type { Parcel } from './parcel.ts';
import {
  artifactsLine,
  deliveryLine,
  failedLine,
  leftOutLine,
  refusedLine,
  sentLine,
} from './run-line.ts';
import type { RunOutcome } from './run-outcome.ts';
import { sendSpool } from './send-spool.ts';
import { upload } from './upload.ts';
import type { UploadFailure } from './upload-failure.ts';
import type { UploadOutcome, UploadTarget } from './upload-outcome.ts';

export interface SendSettings {
  options: ResolvedOptions;
  directory: string;
  /** Epoch ms. */
  deadlineAt: number;
  /** Asked after every wait: whether somebody else has taken care of the run, as a signal does. */
  isTaken: () => boolean;
  /** Called when the run is where it should be, or kept, and only earlier ones may be left to send. */
  onSettled: () => void;
}

/** What became of a run, and the line that says so. */
export interface Delivery {
  line: string;
  outcome: RunOutcome;
}

/**
 * Sends a run with its artifacts, then what earlier ones left behind; or keeps what does not get
 * through. Undefined when the run was taken meanwhile.
 */
export async function sendParcel(
  parcel: Parcel,
  settings: SendSettings,
): Promise<Delivery | undefined> {
  const { options, deadlineAt, isTaken } = settings;
  const target = { url: options.url, apiKey: options.apiKey ?? '' };
  // What is not sent is kept within the budget too.
  const uploadUntilAt = deadlineAt - Math.min(KEEP_MS, options.uploadBudgetMs / 10);
  const limits = { deadlineAt: uploadUntilAt, ...unreachableLimit(parcel.body, uploadUntilAt) };
  const outcome = await uploadBody(parcel.body, target, limits);
  if (isTaken()) return undefined;
  if (!outcome.ok) return keepUnsent(parcel, outcome.failure, settings);
  const serverUrl = target.url;
  const sent = await sendArtifacts(parcel.artifacts, outcome.answer, { ...limits, serverUrl });
  if (isTaken()) return undefined;
  const artifacts = { ...sent, leftOut: [...parcel.leftOut, ...sent.leftOut] };
  const rest =
    sent.pending.length > 0
      ? keepPending(parcel, artifacts, settings)
      : await sendEarlier(artifacts, { target, uploadUntilAt, settings });
  return {
    line: sentLine(parcel.body, outcome.answer) + rest,
    outcome: outcomeOf(outcome.answer, artifacts),
  };
}

// For keeping what was not sent: a link is made at once, a copy takes its time.
const KEEP_MS = 1_000;
// On a desk a server that is not running stays so, and the spool keeps the run.
const LOCAL_UNREACHABLE_MS = 2_000;

interface Limits {
  deadlineAt: number;
  unreachableBudgetMs: number;
}

function unreachableLimit(body: IngestBody, deadlineAt: number): { unreachableBudgetMs: number } {
  const budgetMs = deadlineAt - Date.now();
  // In CI the spool mostly goes with the machine, so it is worth waiting out a server's restart there.
  const isLocal = body.execution.ci === undefined;
  return { unreachableBudgetMs: isLocal ? Math.min(LOCAL_UNREACHABLE_MS, budgetMs) : budgetMs };
}

async function uploadBody(
  body: IngestBody,
  target: UploadTarget,
  { deadlineAt, unreachableBudgetMs }: Limits,
): Promise<UploadOutcome> {
  if (target.apiKey.startsWith('svc_') && !isApiKeyText(target.apiKey)) {
    const message = 'the API key is mistyped or cut short';
    return { ok: false, failure: { kind: 'unauthorized', message, resend: true } };
  }
  const budgetMs = Math.max(0, deadlineAt - Date.now());
  return upload(body, target, { budgetMs, unreachableBudgetMs });
}

function keepUnsent(
  { body, artifacts, leftOut }: Parcel,
  failure: UploadFailure,
  { options: { url }, directory, deadlineAt, onSettled }: SendSettings,
): Delivery {
  const kept = failure.resend
    ? keepParcel({ url, body }, directory, { artifacts, copyUntilAt: deadlineAt })
    : keepParcel({ url, body }, directory, { state: 'refused' });
  onSettled();
  const line = failure.resend ? failedLine(failure, kept) : refusedLine(failure, kept);
  const outcome: RunOutcome = { ok: false, failure, ...(kept.ok && { keptIn: kept.path }) };
  return { line: line + leftOutLine(leftOut), outcome };
}

/** The whole body again, so that its idempotency key tells the server which artifacts these are. */
function keepPending(
  { body }: Parcel,
  sent: SentArtifacts,
  { options: { url }, directory, deadlineAt, onSettled }: SendSettings,
): string {
  const settings = { artifacts: sent.pending, copyUntilAt: deadlineAt };
  const kept = keepParcel({ url, body, hasArrived: true }, directory, settings);
  onSettled();
  return artifactsLine(sent, kept);
}

async function sendEarlier(
  sent: SentArtifacts,
  {
    target,
    uploadUntilAt,
    settings: { directory, onSettled },
  }: { target: UploadTarget; uploadUntilAt: number; settings: SendSettings },
): Promise<string> {
  onSettled();
  const earlier = await sendSpool(directory, target, uploadUntilAt - Date.now());
  return artifactsLine(sent) + deliveryLine(earlier);
}

function outcomeOf(
  { url, number, executionId, accepted }: IngestAnswer,
  { sent, sentBytes, pending, leftOut }: SentArtifacts,
): RunOutcome {
  const artifacts = { sent, sentBytes, kept: pending.length, leftOut };
  return { ok: true, url, number, executionId, accepted, artifacts };
}
