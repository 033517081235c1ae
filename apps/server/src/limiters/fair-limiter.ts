import { SvcError } from '../errors.ts';

export interface LimiterOptions {
  /** The total weight admitted at once. Default: no limit. */
  capacity?: number;
  /** The weight admitted at once for one group. Default: the capacity. */
  share?: number;
  /** How many entries may wait: per group, in total, and without preference. Default of each: no limit. */
  maxWaiting?: { each?: number; all?: number; others?: number };
  /** How long an entry may wait. Default: no limit. */
  maxWaitMs?: number;
  /** The limit as a sentence without its period: 'The server reads 4 large executions at once'. */
  refusal: string;
}

export interface Entering {
  /** Default: 1. */
  weight?: number;
  /** Preferred entries leave the queue before the others. */
  isPreferred?: boolean | undefined;
  /** Aborts when the client no longer waits for the answer. */
  signal?: AbortSignal | undefined;
}

/** An admitted weight. Its holder must release it. */
export interface Pass {
  /**
   * Adds weight without waiting.
   * @throws SvcError SERVICE_UNAVAILABLE when it exceeds the capacity or the share.
   */
  grow(by: number): void;
  /** Releases everything above `weight`. */
  shrinkTo(weight: number): void;
  /** Releases the rest. Further calls do nothing. */
  release(): void;
}

/**
 * A weighted semaphore, shared fairly between groups, such as organizations. The next entry is a preferred one, if any
 * waits, and comes from the group with the least weight inside; of several, from the one that has waited longest since
 * its last entry. A full queue, or a wait that takes too long, ends as SERVICE_UNAVAILABLE with Retry-After.
 */
export class FairLimiter {
  readonly #options: LimiterOptions;
  /** Contains only groups with weight inside or entries waiting, so that idle organizations take no memory. */
  readonly #groups = new Map<string, Group>();
  #inside = 0;
  readonly #waiting = { all: 0, others: 0 };
  /** Numbers arrivals and admissions in their order. */
  #clock = 0;

  constructor(options: LimiterOptions) {
    this.#options = options;
  }

  /**
   * @throws SvcError SERVICE_UNAVAILABLE at once when too many entries wait, or after `maxWaitMs`; the signal's reason
   * when it aborts first.
   */
  async enter(
    group: string,
    { weight = 1, isPreferred = false, signal }: Entering = {},
  ): Promise<Pass> {
    signal?.throwIfAborted();
    if (this.#waiting.all === 0 && this.#fits(group, weight)) this.#add(group, weight);
    else await this.#wait(group, { weight, isPreferred, signal });
    return this.#pass(group, weight);
  }

  async #wait(
    name: string,
    { weight, isPreferred, signal }: { weight: number; isPreferred: boolean } & Entering,
  ): Promise<void> {
    if (this.#isFull(name, isPreferred)) throw this.#refusal();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const entry = { weight, isPreferred, arrivedAt: ++this.#clock, admit: resolve };
    const giveUp = (reason: unknown): void => {
      this.#dequeue(name, entry);
      reject(reason);
      // The entries behind the removed one may fit.
      this.#admit();
    };
    const abandon = (): void => giveUp(signal?.reason);
    const { maxWaitMs } = this.#options;
    const timer =
      maxWaitMs === undefined ? undefined : setTimeout(() => giveUp(this.#refusal()), maxWaitMs);
    signal?.addEventListener('abort', abandon);
    this.#enqueue(name, entry);
    this.#admit();
    try {
      await promise;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abandon);
    }
  }

  #isFull(name: string, isPreferred: boolean): boolean {
    const { each = Infinity, all = Infinity, others = all } = this.#options.maxWaiting ?? {};
    return (
      (this.#groups.get(name)?.waiting.length ?? 0) >= each ||
      this.#waiting.all >= all ||
      (!isPreferred && this.#waiting.others >= others)
    );
  }

  #enqueue(name: string, entry: Waiting): void {
    const { waiting } = this.#group(name);
    const behind = entry.isPreferred ? waiting.findIndex((one) => !one.isPreferred) : -1;
    waiting.splice(behind === -1 ? waiting.length : behind, 0, entry);
    this.#waiting.all++;
    if (!entry.isPreferred) this.#waiting.others++;
  }

  /** Does nothing for an entry that does not wait any more. */
  #dequeue(name: string, entry: Waiting): void {
    const group = this.#group(name);
    const at = group.waiting.indexOf(entry);
    if (at !== -1) {
      group.waiting.splice(at, 1);
      this.#waiting.all--;
      if (!entry.isPreferred) this.#waiting.others--;
    }
    this.#forgetIdle(name, group);
  }

  #admit(): void {
    for (;;) {
      const next = this.#next();
      // Smaller entries do not overtake the next one: they could keep it waiting forever.
      if (next === undefined || !this.#fits(next.name, next.entry.weight)) return;
      this.#add(next.name, next.entry.weight);
      this.#dequeue(next.name, next.entry);
      next.entry.admit();
    }
  }

  /** The next entry among those whose group has room in its share. */
  #next(): Next | undefined {
    let next: Next | undefined;
    for (const [name, group] of this.#groups) {
      const [entry] = group.waiting;
      if (entry === undefined || !this.#fitsShare(name, entry.weight)) continue;
      const one = {
        name,
        entry,
        inside: group.inside,
        since: Math.max(group.servedAt, entry.arrivedAt),
      };
      if (next === undefined || isBefore(one, next)) next = one;
    }
    return next;
  }

  #fits(name: string, weight: number): boolean {
    const { capacity = Infinity } = this.#options;
    return this.#inside + weight <= capacity && this.#fitsShare(name, weight);
  }

  #fitsShare(name: string, weight: number): boolean {
    return (this.#groups.get(name)?.inside ?? 0) + weight <= (this.#options.share ?? Infinity);
  }

  #add(name: string, weight: number): void {
    const group = this.#group(name);
    this.#inside += weight;
    group.inside += weight;
    if (weight > 0) group.servedAt = ++this.#clock;
    this.#forgetIdle(name, group);
  }

  #group(name: string): Group {
    const group = this.#groups.get(name) ?? { inside: 0, servedAt: 0, waiting: [] };
    this.#groups.set(name, group);
    return group;
  }

  #forgetIdle(name: string, { inside, waiting }: Group): void {
    if (inside === 0 && waiting.length === 0) this.#groups.delete(name);
  }

  #pass(name: string, weight: number): Pass {
    let held = weight;
    const shrinkTo = (to: number): void => {
      const back = held - Math.min(held, to);
      if (back === 0) return;
      held -= back;
      this.#add(name, -back);
      this.#admit();
    };
    const grow = (by: number): void => {
      if (!this.#fits(name, by)) throw this.#refusal();
      held += by;
      this.#add(name, by);
    };
    return { grow, shrinkTo, release: () => shrinkTo(0) };
  }

  #refusal(): SvcError {
    return new SvcError('SERVICE_UNAVAILABLE', `${this.#options.refusal}.`, {
      hint: 'Try again in a few seconds.',
      retryAfterSeconds: 5,
    });
  }
}

interface Group {
  inside: number;
  /** When it was last admitted, by the limiter's clock. */
  servedAt: number;
  /** Preferred entries first, then in the order of arrival. */
  waiting: Waiting[];
}

interface Waiting {
  weight: number;
  isPreferred: boolean;
  arrivedAt: number;
  /** Called after the limiter has counted the weight. */
  admit(): void;
}

interface Next {
  name: string;
  entry: Waiting;
  inside: number;
  since: number;
}

function isBefore(one: Next, other: Next): boolean {
  const order =
    Number(other.entry.isPreferred) - Number(one.entry.isPreferred) ||
    one.inside - other.inside ||
    one.since - other.since;
  return order < 0;
}
