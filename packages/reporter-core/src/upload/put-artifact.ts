import { type HttpAnswer, httpExchange } from './http-exchange.ts';
import { failedTry, requestTimeoutMs, type Try } from './retry.ts';
import { failureOfAnswer, failureOfRequest, mayChangeSoon } from './upload-failure.ts';
import type { Artifact } from '../report/artifact.ts';
import { ContentFault, contentStream } from '../artifacts/content-stream.ts';

export interface PutAddress {
  /** Absolute. */
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
  const { sizeBytes } = artifact.told;
  const signal = AbortSignal.timeout(requestTimeoutMs(sizeBytes, deadlineAt));
  const source = contentStream(artifact);
  try {
    const answer = await httpExchange(url, {
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
    return outcomeOf(answer, originOf(url), sizeBytes);
  } catch (error) {
    if (error instanceof ContentFault) {
      return failedTry({ kind: 'local', message: error.message, resend: false });
    }
    return failedTry(failureOfRequest(error, originOf(url)));
  } finally {
    source.destroy();
  }
}

function outcomeOf(
  { status, headers, text }: HttpAnswer,
  origin: string,
  sentBytes: number,
): Try<undefined> {
  if (status >= 200 && status < 300) return { ok: true, answer: undefined };
  return {
    ok: false,
    failure: failureOfAnswer({ status, text, headers, sentBytes }, origin),
    again: mayChangeSoon(status),
    retryAfter: headers['retry-after'] ?? null,
  };
}

function originOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : 'an address that is none';
}
