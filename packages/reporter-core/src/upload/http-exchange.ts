import type {
  ClientRequest,
  IncomingHttpHeaders,
  IncomingMessage,
  request as httpRequest,
} from 'node:http';
import { createRequire } from 'node:module';

export interface HttpRequest {
  method: 'GET' | 'POST' | 'PUT';
  headers: Record<string, string | number>;
  /** Aborts the request. The function throws the signal's reason. */
  signal: AbortSignal;
  /** Called for every sign of life from the server: a connection, response headers, a piece of the body. */
  onSign?: () => void;
  /** Writes the body and ends the request. */
  send: (request: ClientRequest) => void;
  /** Response size limit. Larger responses are cut off. */
  mostAnswerBytes: number;
}

export interface HttpAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

/**
 * Sends one request and returns the response, which may arrive before the whole body is sent. Does not follow
 * redirects. Uses `node:http` instead of `fetch`: `fetch` would load undici into the user's test process, and
 * cannot send `content-length` with a streamed body.
 * @throws a network error, or the signal's reason.
 */
export async function sendHttpRequest(
  url: string,
  { method, headers, signal, send, mostAnswerBytes, onSign }: HttpRequest,
): Promise<HttpAnswer> {
  const request = loadHttpClient(url).request(url, { method, headers, signal });
  try {
    request.on('socket', (socket) => {
      // A reused socket is already connected. It would collect a listener for each request.
      if (socket.connecting) socket.once('connect', () => onSign?.());
      else onSign?.();
    });
    const answered = new Promise<IncomingMessage>((resolve, reject) => {
      request.on('response', resolve);
      request.on('error', reject);
    });
    send(request);
    const response = await answered;
    onSign?.();
    response.on('data', () => onSign?.());
    // If the server refuses a request before the body is sent, the rest of the body would only delay the process.
    response.once('end', () => {
      if (!request.writableFinished) request.destroy();
    });
    const text = await readResponseText(response, mostAnswerBytes);
    return { status: response.statusCode ?? 0, headers: response.headers, text };
  } catch (error) {
    throw signal.aborted ? signal.reason : error;
  }
}

const loadBuiltin = createRequire(import.meta.url);

/**
 * Loads the client with `require`: an `import` of `node:http` reads all of its exports, and the getter of
 * `WebSocket` loads undici. That takes 25 ms of a test process that has not loaded undici.
 */
function loadHttpClient(url: string): { request: typeof httpRequest } {
  const client: { request: typeof httpRequest } = loadBuiltin(
    url.startsWith('https:') ? 'node:https' : 'node:http',
  );
  return client;
}

async function readResponseText(response: IncomingMessage, mostBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  const body: AsyncIterable<Uint8Array> = response;
  for await (const chunk of body) {
    chunks.push(chunk);
    bytes += chunk.byteLength;
    if (bytes > mostBytes) break;
  }
  return Buffer.concat(chunks).toString('utf8');
}
