import type { IngestAnswer } from '@svc/contract/executions/ingest';
import type { LeftOut } from '../report/artifact.ts';
import { retry, type RetryOptions } from './retry/retry.ts';
import type { UploadFailure } from '../report/upload-failure.ts';
import type { Artifact } from '../report/artifact.ts';
import { putArtifact, type PutAddress } from './put-artifact.ts';
import { clock } from '../clock.ts';

export interface SentArtifacts {
  sent: number;
  sentBytes: number;
  /** Refused, missing or changed artifacts. Another try would not help. */
  leftOut: LeftOut[];
  /** Artifacts that another try may send, with the failure of the first one. */
  pending: Artifact[];
  failure?: UploadFailure;
}

export interface SendOptions extends RetryOptions {
  /** The address that received the results. */
  serverUrl: string;
}

/**
 * Sends the artifacts that the server's answer asks for, at most four at a time. The server already has the content
 * of the others. Never rejects: failures are part of the answer.
 */
export async function sendArtifacts(
  artifacts: readonly Artifact[],
  answer: Pick<IngestAnswer, 'url' | 'uploads' | 'refusedUploads'>,
  options: SendOptions,
): Promise<SentArtifacts> {
  const byClientId = new Map(
    artifacts.map((artifact) => [artifact.description.clientId, artifact]),
  );
  const leftOut = answer.refusedUploads.flatMap(({ clientId, message }) => {
    const artifact = byClientId.get(clientId);
    return artifact === undefined ? [] : [wasRefused(artifact, message)];
  });
  const outcome: SentArtifacts = { sent: 0, sentBytes: 0, leftOut, pending: [] };
  const queue = answer.uploads.values();
  const server = { url: options.serverUrl, knownAs: extractOwnAddress(answer.url) };
  const work = async (): Promise<void> => {
    for (const upload of queue) {
      const artifact = byClientId.get(upload.clientId);
      const address = { url: toReachableUrl(upload.url, server), headers: upload.headers };
      if (artifact !== undefined) await sendOne(artifact, address, { options, outcome });
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, work));
  return outcome;
}

const AT_A_TIME = 4;
const NO_TIME: UploadFailure = {
  kind: 'timedOut',
  message: 'uploadBudgetMs was used up',
  resend: true,
};

async function sendOne(
  artifact: Artifact,
  address: PutAddress,
  { options, outcome }: { options: SendOptions; outcome: SentArtifacts },
): Promise<void> {
  if (clock.nowMs() >= options.deadlineAt) {
    outcome.pending.push(artifact);
    outcome.failure ??= NO_TIME;
    return;
  }
  const limits = outcome.failure === undefined ? options : withoutPatience(options);
  const result = await retry((deadlineAt) => putArtifact(artifact, address, deadlineAt), limits);
  if (result.ok) {
    outcome.sent++;
    outcome.sentBytes += artifact.description.sizeBytes;
  } else if (result.failure.resend) {
    outcome.pending.push(artifact);
    outcome.failure ??= result.failure;
  } else {
    const { kind, message } = result.failure;
    outcome.leftOut.push(
      kind === 'local'
        ? { name: artifact.shownAs, reason: message }
        : wasRefused(artifact, message),
    );
  }
}

/** One server error has used up the budget for retries. It would last as long for each further artifact. */
function withoutPatience(options: SendOptions): SendOptions {
  return options.errorBudgetMs === undefined ? options : { ...options, errorBudgetMs: 0 };
}

function wasRefused({ shownAs }: Artifact, message: string): LeftOut {
  return { name: shownAs, reason: `was refused: ${message.replace(/\.$/, '')}` };
}

/**
 * Uses the configured server for addresses on the server itself. The server returns its public address, which may
 * be unreachable from inside a CI network. Other addresses stay unchanged.
 */
function toReachableUrl(url: string, { url: server, knownAs }: Server): string {
  const base = server.replace(/\/+$/, '');
  if (knownAs !== undefined && url.startsWith(`${knownAs}/`))
    return base + url.slice(knownAs.length);
  // The server may run below a path, so a leading slash means that path and not the root of the host.
  return /^https?:\/\//i.test(url) ? url : `${base}/${url.replace(/^\/+/, '')}`;
}

interface Server {
  url: string;
  knownAs: string | undefined;
}

/** Derives the server's public address from the URL of an execution's page. */
function extractOwnAddress(executionUrl: string): string | undefined {
  return /^(https?:\/\/.+)\/executions\/[^/]+$/i.exec(executionUrl)?.[1];
}
