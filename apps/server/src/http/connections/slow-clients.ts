import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** How slow a client may be before its connection is closed. */
export interface Patience {
  /**
   * Closes the connection when less than `leastBodyBytes` of a body arrive in this time, or when the client reads no
   * bytes of an answer.
   */
  stalledMs: number;
  leastBodyBytes: number;
  /** How long a complete body may take, by the request's path. */
  bodyMs(path: string): number;
  /**
   * The bytes that a client must read per second of an answer, by the request's path; 0: no minimum. Closes the
   * connection of a client that falls behind by `answerGraceMs`, regardless of the bytes that it read before.
   */
  leastAnswerBytesPerSecond(path: string): number;
  answerGraceMs: number;
}

/**
 * Closes the connections of clients that are too slow: each takes memory, and may occupy one of the few places for
 * large answers. Time that the server itself takes does not count.
 */
export function endSlowClients(app: FastifyInstance, patience: Patience): void {
  const open = new Set<Exchange>();
  app.server.on('request', (request, response) => {
    const exchange = new Exchange(request, response, patience);
    open.add(exchange);
    response.once('close', () => exchange.hasWholeBody && open.delete(exchange));
  });
  const sweepMs = Math.min(patience.stalledMs, patience.answerGraceMs) / 4;
  // One timer for all requests: a timer per request would be most of the cost.
  const sweep = setInterval(() => {
    for (const exchange of open) {
      if (exchange.isOver) open.delete(exchange);
      else if (exchange.isTooSlow(performance.now(), sweepMs)) exchange.end();
    }
  }, sweepMs).unref();
  app.addHook('onClose', async () => clearInterval(sweep));
}

/** One request and its answer. */
class Exchange {
  readonly #request: IncomingMessage;
  readonly #response: ServerResponse;
  readonly #socket: Socket;
  readonly #patience: Patience;
  /** Path as requested: trpc-to-openapi cuts `/api` off the request's url. */
  readonly #path: string;
  readonly #startedAt = performance.now();
  #progressAt = performance.now();
  #bytesBefore: number;
  #takenBefore: number;
  /** Number of bytes that the client is behind the minimum rate. */
  #owedBytes = 0;

  constructor(request: IncomingMessage, response: ServerResponse, patience: Patience) {
    this.#request = request;
    this.#response = response;
    this.#socket = request.socket;
    this.#path = request.url ?? '';
    this.#patience = patience;
    this.#bytesBefore = this.#socket.bytesRead;
    this.#takenBefore = countTakenBytes(this.#socket);
  }

  get hasWholeBody(): boolean {
    return this.#request.complete;
  }

  get isOver(): boolean {
    return this.#socket.destroyed || (this.#response.closed && this.hasWholeBody);
  }

  /** `sweepMs` have passed since the last call, apart from time in which the server itself was busy. */
  isTooSlow(now: number, sweepMs: number): boolean {
    const { stalledMs, bodyMs, answerGraceMs, leastAnswerBytesPerSecond } = this.#patience;
    if (!this.hasWholeBody) {
      if (this.#hasBodyMoved()) this.#progressAt = now;
      return now - this.#progressAt >= stalledMs || now - this.#startedAt >= bodyMs(this.#path);
    }
    const taken = countTakenBytes(this.#socket) - this.#takenBefore;
    this.#takenBefore += taken;
    // If no data waits for the client, the server is slow, not the client.
    const isWaiting = this.#socket.writableLength > 0;
    if (!isWaiting || taken > 0) this.#progressAt = now;
    const bytesPerSecond = leastAnswerBytesPerSecond(this.#path);
    const due = (bytesPerSecond * sweepMs) / 1_000;
    this.#owedBytes = isWaiting ? Math.max(0, this.#owedBytes + due - taken) : 0;
    const isBehind =
      bytesPerSecond > 0 && this.#owedBytes >= (bytesPerSecond * answerGraceMs) / 1_000;
    return isBehind || now - this.#progressAt >= stalledMs;
  }

  end(): void {
    this.#socket.destroy();
  }

  #hasBodyMoved(): boolean {
    // Received data is waiting for the server.
    if (this.#request.readableLength > 0) return true;
    const { bytesRead } = this.#socket;
    if (bytesRead - this.#bytesBefore < this.#patience.leastBodyBytes) return false;
    this.#bytesBefore = bytesRead;
    return true;
  }
}

/**
 * The bytes of all answers on a connection that the operating system has taken over. `bytesWritten` and
 * `writableLength` of the socket count a piece as soon as it is written or only when all of it is sent: an answer of
 * one large piece would never seem to move.
 */
function countTakenBytes(socket: Socket): number {
  const { _handle: handle } = socket as Socket & { _handle: StreamHandle | null };
  return handle === null ? 0 : handle.bytesWritten - handle.writeQueueSize;
}

/** Node's own handle of a connection, whose fields Node uses to distinguish idle connections from slow ones. */
interface StreamHandle {
  bytesWritten: number;
  /** The bytes of `bytesWritten` that the operating system has not taken yet. */
  writeQueueSize: number;
}
