import { httpExchange } from './http-exchange.ts';
import { SilenceError } from './upload-failure.ts';

// A server that is there connects and answers /healthz within milliseconds, whatever else it does.
const SILENCE_MS = 5_000;

/**
 * Ends a request to a server of which nothing is heard for 5 s, or that takes longer than `timeoutMs`
 * in all. A busy server may take longer than 5 s for a large body, so from the half of that time on
 * `/healthz`, which is not counted against a key, is asked whether it is still there.
 */
export class SilenceWatch {
  readonly #controller = new AbortController();
  readonly #url: string;
  readonly #timeout: NodeJS.Timeout;
  readonly #clock: NodeJS.Timeout;
  /** Asks whether the server is there, while that is open. */
  #asking: AbortController | undefined;
  #silentLooks = 0;

  constructor(url: string, { timeoutMs }: { timeoutMs: number }) {
    this.#url = url;
    this.#timeout = setTimeout(() => {
      this.end(new DOMException('the request took too long', 'TimeoutError'));
    }, timeoutMs);
    this.#clock = setInterval(() => this.#look(), LOOK_MS);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Something was heard of the server. */
  sign(): void {
    this.#silentLooks = 0;
  }

  /** Ends the request. */
  end(reason: Error): void {
    this.stop();
    this.#controller.abort(reason);
  }

  stop(): void {
    clearTimeout(this.#timeout);
    clearInterval(this.#clock);
    this.#asking?.abort();
  }

  /** Looks are counted and not milliseconds: in a process that is blocked nothing can be heard. */
  #look(): void {
    this.#silentLooks++;
    if (this.#silentLooks >= MOST_LOOKS) this.end(new SilenceError(`silent for ${SILENCE_MS} ms`));
    else if (this.#silentLooks >= MOST_LOOKS / 2) void this.#ask();
  }

  async #ask(): Promise<void> {
    if (this.#asking !== undefined) return;
    const asking = new AbortController();
    this.#asking = asking;
    try {
      await httpExchange(`${this.#url}/healthz`, {
        method: 'GET',
        headers: {},
        signal: asking.signal,
        send: (request) => request.end(),
        mostAnswerBytes: 0,
      });
      this.sign();
    } catch {
      // No answer is what the watch counts with.
    } finally {
      this.#asking = undefined;
    }
  }
}

const LOOK_MS = 250;
const MOST_LOOKS = SILENCE_MS / LOOK_MS;
