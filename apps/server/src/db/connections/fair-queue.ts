import { busy } from '../../errors.ts';

export interface FairQueueOptions {
  places: number;
  /** Places that one group may hold. */
  placesPerGroup: number;
  waitMs: number;
  /** Entries of one group that may wait; one more is refused at once. */
  waitingPerGroup: number;
}

/** Leaves the queue; a second call does nothing. */
export type Leave = () => void;

interface Waiting {
  admit(leave: Leave): void;
}

interface Group {
  inside: number;
  waiting: Set<Waiting>;
  /** When the group got its last place, as a running number of places given. */
  turn: number;
}

/**
 * A limited number of places, given to groups in turn: the next place goes to the waiting group whose last place is
 * the oldest. No group holds more than its share.
 */
export class FairQueue {
  readonly #options: FairQueueOptions;
  readonly #groups = new Map<string, Group>();
  #inside = 0;
  #given = 0;

  constructor(options: FairQueueOptions) {
    this.#options = options;
  }

  /**
   * Waits for a place.
   * @throws SvcError SERVICE_UNAVAILABLE when none is free in time, or too many of the group wait
   * already; the signal's reason when it aborts first.
   */
  enter(name: string, signal?: AbortSignal): Promise<Leave> {
    signal?.throwIfAborted();
    const group = this.#groups.get(name) ?? { inside: 0, waiting: new Set(), turn: 0 };
    this.#groups.set(name, group);
    if (group.waiting.size === 0 && this.#hasPlaceFor(group)) {
      return Promise.resolve(this.#admit(name, group));
    }
    const { waitMs, waitingPerGroup } = this.#options;
    if (group.waiting.size >= waitingPerGroup) {
      return Promise.reject(busy(`${waitingPerGroup} requests wait already`));
    }
    return new Promise((resolve, reject) => {
      const stop = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', onAbort);
        group.waiting.delete(waiting);
      };
      const waiting: Waiting = {
        admit: (leave) => {
          stop();
          resolve(leave);
        },
      };
      const giveUp = (reason: unknown): void => {
        stop();
        this.#forget(name, group);
        reject(reason);
      };
      const onAbort = (): void => giveUp(signal?.reason);
      const timer = setTimeout(
        () => giveUp(busy(`no connection became free within ${waitMs / 1_000} s`)),
        waitMs,
      );
      signal?.addEventListener('abort', onAbort, { once: true });
      group.waiting.add(waiting);
    });
  }

  #hasPlaceFor(group: Group): boolean {
    return this.#inside < this.#options.places && group.inside < this.#options.placesPerGroup;
  }

  #admit(name: string, group: Group): Leave {
    this.#inside++;
    group.inside++;
    group.turn = ++this.#given;
    let left = false;
    return () => {
      if (left) return;
      left = true;
      this.#inside--;
      group.inside--;
      this.#forget(name, group);
      this.#admitNext();
    };
  }

  #admitNext(): void {
    let next: [string, Group] | undefined;
    for (const [name, group] of this.#groups) {
      if (group.waiting.size === 0 || !this.#hasPlaceFor(group)) continue;
      if (next === undefined || group.turn < next[1].turn) next = [name, group];
    }
    if (next === undefined) return;
    const [waiting] = next[1].waiting;
    waiting?.admit(this.#admit(...next));
  }

  /** Deletes a group with nobody inside and nobody waiting, so that idle organizations take no memory. */
  #forget(name: string, group: Group): void {
    if (group.inside === 0 && group.waiting.size === 0) this.#groups.delete(name);
  }
}
