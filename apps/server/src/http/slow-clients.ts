import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** How slow a client may be before its connection is closed. */
export interface Patience {
  /**
   * Closes the connection when less than `leastBodyBytes` of a body arrive in this time, or when the client reads
   * nothing of an answer.
   */
  stalledMs: number;
  leastBodyBytes: number;
  /** How long a complete body may take, by the request's path. */
  bodyMs(path: string): number;
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
  // One timer for all requests: a timer per request would be most of the cost.
  const sweep = setInterval(() => {
    for (const exchange of open) {
      if (exchange.isOver) open.delete(exchange);
      else if (exchange.isTooSlow(performance.now())) exchange.end();
    }
  }, patience.stalledMs / 4).unref();
  app.addHook('onClose', async () => clearInterval(sweep));
}

/** One request and its answer. */
class Exchange {
  readonly #request: IncomingMessage;
  readonly #response: ServerResponse;
  readonly #socket: Socket;
  readonly #patience: Patience;
  readonly #startedAt = performance.now();
  #progressAt = performance.now();
  #bytesBefore: number;
  #takenBefore = 0;

  constructor(request: IncomingMessage, response: ServerResponse, patience: Patience) {
    this.#request = request;
    this.#response = response;
    this.#socket = request.socket;
    this.#patience = patience;
    this.#bytesBefore = this.#socket.bytesRead;
  }

  get hasWholeBody(): boolean {
    return this.#request.complete;
  }

  get isOver(): boolean {
    return this.#socket.destroyed || (this.#response.closed && this.hasWholeBody);
  }

  isTooSlow(now: number): boolean {
    if (this.hasWholeBody ? this.#hasAnswerMoved() : this.#hasBodyMoved()) this.#progressAt = now;
    if (now - this.#progressAt >= this.#patience.stalledMs) return true;
    const path = this.#request.url ?? '';
    return !this.hasWholeBody && now - this.#startedAt >= this.#patience.bodyMs(path);
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

  #hasAnswerMoved(): boolean {
    const { writableLength, bytesWritten } = this.#socket;
    // No data is waiting for the client.
    if (writableLength === 0) return true;
    const taken = bytesWritten - writableLength;
    const hasMoved = taken !== this.#takenBefore;
    this.#takenBefore = taken;
    return hasMoved;
  }
}
