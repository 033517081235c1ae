import type { IngestAnswer } from '@svc/contract/ingest';
import type { LeftOut } from '../run-outcome.ts';
import { retry, type RetryOptions } from '../retry.ts';
import type { UploadFailure } from '../upload-failure.ts';
import type { Artifact } from './artifact.ts';
import { putArtifact } from './put-artifact.ts';

export interface SentArtifacts {
  sent: number;
  sentBytes: number;
  /** Refused, gone or changed: not worth another try. */
  leftOut: LeftOut[];
  /** Those that may be taken another time, and why the first of them was not. */
  pending: Artifact[];
  failure?: UploadFailure;
}

type UploadAddress = IngestAnswer['uploads'][number];

/**
 * Sends the artifacts that the server's answer asks for, at most four at a time; of the others it has
 * the content already. Never rejects. Addresses may be relative to the server's.
 */
export async function sendArtifacts(
  artifacts: readonly Artifact[],
  uploads: readonly UploadAddress[],
  options: RetryOptions & { serverUrl: string },
): Promise<SentArtifacts> {
  const byClientId = new Map(artifacts.map((artifact) => [artifact.told.clientId, artifact]));
  const outcome: SentArtifacts = { sent: 0, sentBytes: 0, leftOut: [], pending: [] };
  const queue = uploads.values();
  const work = async (): Promise<void> => {
    for (const upload of queue) {
      const artifact = byClientId.get(upload.clientId);
      if (artifact !== undefined) await sendOne(artifact, upload, { options, outcome });
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
  { url, headers }: UploadAddress,
  { options, outcome }: { options: RetryOptions & { serverUrl: string }; outcome: SentArtifacts },
): Promise<void> {
  if (Date.now() >= options.deadlineAt) {
    outcome.pending.push(artifact);
    outcome.failure ??= NO_TIME;
    return;
  }
  const address = { url: absolute(url, options.serverUrl), headers };
  const result = await retry(() => putArtifact(artifact, address, options.deadlineAt), options);
  if (result.ok) {
    outcome.sent++;
    outcome.sentBytes += artifact.told.sizeBytes;
  } else if (result.failure.resend) {
    outcome.pending.push(artifact);
    outcome.failure ??= result.failure;
  } else {
    const { kind, message } = result.failure;
    const reason = kind === 'local' ? message : `was refused: ${message}`;
    outcome.leftOut.push({ name: artifact.shownAs, reason });
  }
}

/** The server may stand below a path of its own, so a leading slash means its root and not the host's. */
function absolute(url: string, serverUrl: string): string {
  if (/^https?:\/\//i.test(url)) return url;
  return `${serverUrl.replace(/\/+$/, '')}/${url.replace(/^\/+/, '')}`;
}
