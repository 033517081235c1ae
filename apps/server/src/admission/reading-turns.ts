import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Runs synchronous work that takes long, such as parsing a large body, one piece at a time. A pause as long as
 * the work took follows, in which the event loop serves everybody else: several pieces in a row would
 * make each of the few turns that a small request needs wait for one of them.
 */
export class ReadingTurns {
  #last: Promise<unknown> = Promise.resolve();

  take<Answer>(work: () => Answer): Promise<Answer> {
    const turn = this.#last.then(() => {
      const startedAt = performance.now();
      try {
        return work();
      } finally {
        const tookMs = performance.now() - startedAt;
        this.#pause = tookMs < SHORT_MS ? Promise.resolve() : sleep(tookMs);
      }
    });
    this.#last = turn.then(
      () => this.#pause,
      () => this.#pause,
    );
    return turn;
  }

  #pause: Promise<unknown> = Promise.resolve();
}

// Nobody notices a wait of this length.
const SHORT_MS = 20;
