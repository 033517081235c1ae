import { type ClientRequest, type IncomingMessage, request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { Readable } from 'node:stream';
import { failedTry, requestTimeoutMs, type Try } from '../retry.ts';
import { failureOfAnswer, failureOfFetch } from '../upload-failure.ts';
import type { Artifact } from './artifact.ts';
import { ContentFault, contentStream } from './content-stream.ts';

export interface PutAddress {
  /** Absolute. */
  url: string;
  headers: Record<string, string>;
}

/**
 * Streams the content to an address that the server gave. By `node:http` and not by `fetch`: object
 * stores want to know the length beforehand, which a streamed `fetch` does not tell. No API key goes
 * along, since the address may be another host's.
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
    const send = url.startsWith('https:') ? httpsRequest : httpRequest;
    const request = send(url, {
      method: 'PUT',
      headers: { ...headers, 'content-length': sizeBytes },
      signal,
    });
    const response = await exchange(request, source);
    return outcomeOf(response, await beginningOf(response));
  } catch (error) {
    if (error instanceof ContentFault) {
      return failedTry({ kind: 'local', message: error.message, resend: false });
    }
    return failedTry(failureOfFetch(signal.aborted ? signal.reason : error, originOf(url)));
  } finally {
    source.destroy();
  }
}

/** Settles with the answer, which may come before all is sent. */
function exchange(request: ClientRequest, source: Readable): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request.on('response', resolve);
    request.on('error', reject);
    source.on('error', (error) => request.destroy(error));
    source.pipe(request);
  });
}

function outcomeOf({ statusCode = 0, headers }: IncomingMessage, text: string): Try<undefined> {
  if (statusCode >= 200 && statusCode < 300) return { ok: true, answer: undefined };
  return {
    ok: false,
    failure: failureOfAnswer(statusCode, text, headers.location ?? null),
    again: statusCode === 429 || statusCode >= 500,
    retryAfter: headers['retry-after'] ?? null,
  };
}

const MOST_ANSWER_BYTES = 64 * 1024;

/** Enough for an error's words; what follows is not waited for. */
async function beginningOf(response: IncomingMessage): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  const body: AsyncIterable<Uint8Array> = response;
  for await (const chunk of body) {
    chunks.push(chunk);
    bytes += chunk.byteLength;
    if (bytes > MOST_ANSWER_BYTES) break;
  }
  return Buffer.concat(chunks).toString('utf8');
}

function originOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : 'an address that is none';
}
