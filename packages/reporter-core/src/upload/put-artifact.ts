import { type HttpAnswer, sendHttpRequest } from './http-exchange.ts';
import { buildFailedTry, computeRequestTimeoutMs, type Try } from './retry/retry.ts';
import { buildAnswerFailure, buildRequestFailure, mayChangeSoon } from './build-failure.ts';
import type { Artifact } from '../report/artifact.ts';
import { ContentFault, createContentStream } from '../artifacts/content-stream.ts';

export interface PutAddress {
  /** Absolute URL. */
  url: string;
  headers: Record<string, string>;
}

/**
 * Streams the content to an address that the server returned. Sends no API key, because the address may belong to
 * another host.
 */
export async function putArtifact(
  artifact: Artifact,
  { url, headers }: PutAddress,
  deadlineAt: number,
): Promise<Try<undefined>> {
  const { sizeBytes } = artifact.description;
  const signal = AbortSignal.timeout(computeRequestTimeoutMs(sizeBytes, deadlineAt));
  const source = createContentStream(artifact);
  try {
    const answer = await sendHttpRequest(url, {
      method: 'PUT',
      headers: { ...headers, 'content-length': sizeBytes },
      signal,
      send: (request) => {
        source.on('error', (error) => request.destroy(error));
        source.pipe(request);
      },
      // Enough for an error message.
      mostAnswerBytes: 64 * 1024,
    });
    return buildPutOutcome(answer, parseOrigin(url), sizeBytes);
  } catch (error) {
    if (error instanceof ContentFault) {
      return buildFailedTry({ kind: 'local', message: error.message, resend: false });
    }
    return buildFailedTry(buildRequestFailure(error, parseOrigin(url)));
  } finally {
    source.destroy();
  }
}

function buildPutOutcome(
  { status, headers, text }: HttpAnswer,
  origin: string,
  sentBytes: number,
): Try<undefined> {
  if (status >= 200 && status < 300) return { ok: true, answer: undefined };
  return {
    ok: false,
    failure: buildAnswerFailure({ status, text, headers, sentBytes }, origin),
    again: mayChangeSoon(status),
    retryAfter: headers['retry-after'] ?? null,
  };
}

function parseOrigin(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : 'an address that is none';
}
