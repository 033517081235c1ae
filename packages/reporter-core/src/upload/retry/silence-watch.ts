import { sendHttpRequest } from '../http-exchange.ts';
import { SilenceError } from '../build-failure.ts';

// A reachable server accepts connections and answers /healthz within milliseconds, under any load.
export const SILENCE_MS = 5_000;

/**
 * Aborts a request after 5 s without a sign of life from the server, or after `timeoutMs` in total. A busy server
 * may need more than 5 s for a large body. So after 2.5 s of silence, the watch also requests `/healthz`, which does
 * not count against the rate limit of a key.
 */
export class SilenceWatch {
  readonly #controller = new AbortController();
  readonly #url: string;
  readonly #timeout: NodeJS.Timeout;
  readonly #clock: NodeJS.Timeout;
  /** The `/healthz` request in flight. */
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

  /** Restarts the 5 s. Call it when the server has sent data. */
  sign(): void {
    this.#silentLooks = 0;
  }

  /** Aborts the request. */
  end(reason: Error): void {
    this.stop();
    this.#controller.abort(reason);
  }

  stop(): void {
    clearTimeout(this.#timeout);
    clearInterval(this.#clock);
    this.#asking?.abort();
  }

  /** Counts ticks instead of milliseconds: a blocked process cannot receive anything meanwhile. */
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
      await sendHttpRequest(`${this.#url}/healthz`, {
        method: 'GET',
        headers: {},
        signal: asking.signal,
        send: (request) => request.end(),
        mostAnswerBytes: 0,
      });
      this.sign();
    } catch {
      // Silence is the expected case. `#look` counts it.
    } finally {
      this.#asking = undefined;
    }
  }
}

const LOOK_MS = 250;
const MOST_LOOKS = SILENCE_MS / LOOK_MS;
