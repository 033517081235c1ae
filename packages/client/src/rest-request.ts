import { parseJson } from '@svc/contract/zod-free/parsed-json';
import { buildAnswerError } from './answer.ts';
import type { SvcClientOptions } from './client-options.ts';
import { askPatiently, countBodyBytes } from './svc-fetch.ts';

export interface RestRequest {
  method: string;
  /** Path from the server's root on: `/api/executions?limit=5`. */
  path: string;
  /** Sent as JSON, unchanged. */
  body?: string | undefined;
}

export interface RestAnswer {
  /** The JSON document; undefined if the answer has another type. */
  document: unknown;
  /** The body as received. */
  text: string;
  headers: Headers;
}

/**
 * One request to the REST surface of a server, with the retries and the errors of `createSvcClient`. An HTML page is
 * not an answer of svc.
 * @throws SvcClientError
 */
export async function requestRest(
  options: SvcClientOptions,
  { method, path, body }: RestRequest,
): Promise<RestAnswer> {
  const headers = new Headers();
  if (options.apiKey !== undefined) headers.set('authorization', `Bearer ${options.apiKey}`);
  if (options.userAgent !== undefined) headers.set('user-agent', options.userAgent);
  if (body !== undefined) headers.set('content-type', 'application/json');
  const request = new Request(options.url + path, {
    method,
    headers,
    body: body ?? null,
  });
  return askPatiently(options, request, async (response) => {
    const text = await response.text();
    const type = response.headers.get('content-type') ?? '';
    const document = type.includes('json') ? parseJson(text) : undefined;
    if (!response.ok || type.includes('text/html')) {
      throw buildAnswerError(response, document, countBodyBytes(body));
    }
    return { document, text, headers: response.headers };
  });
}
