import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Runs long synchronous work, such as parsing a large body, one piece at a time. After a piece of 20 ms or more comes
 * a pause of the same length, in which the event loop serves other requests. Without the pause, a small request would
 * wait for a large piece at each of its few turns.
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

// A delay too short to notice.
const SHORT_MS = 20;
