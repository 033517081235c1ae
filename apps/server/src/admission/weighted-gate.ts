import { SvcError } from '../errors.ts';

export interface GateOptions {
  /** The weight that may be inside at once. */
  capacity: number;
  /** How much of it one organization may have. */
  share: number;
  /** How many may wait, of one organization and in all. */
  maxWaiting: { each: number; all: number };
  maxWaitMs: number;
  /** The limit in words, as in 'The server reads as many uploads at once as it can hold'. */
  refusal: string;
}

export interface Entering {
  organizationId: string;
  weight: number;
  /** Aborted when nobody waits for the answer any more. */
  signal: AbortSignal;
}

/** Taken from the gate, to be given back. */
export interface Pass {
  /** Gives back what turned out not to be needed. */
  shrinkTo(weight: number): void;
  /** Gives back the rest. Further calls change nothing. */
  release(): void;
}

/**
 * A semaphore with weights, shared fairly between organizations: of those that wait the next is of the
 * organization that has least inside, and among equals who came first. A queue that is full, or a wait that
 * takes too long, ends as SERVICE_UNAVAILABLE with Retry-After.
 */
export class WeightedGate {
  readonly #options: GateOptions;
  readonly #insideBy = new Map<string, number>();
  #inside = 0;
  #waiting: Waiting[] = [];

  constructor(options: GateOptions) {
    this.#options = options;
  }

  /** @throws SvcError SERVICE_UNAVAILABLE at once when too many wait already, or after `maxWaitMs`. */
  async enter(entering: Entering): Promise<Pass> {
    entering.signal.throwIfAborted();
    if (this.#waiting.length > 0 || !this.#fits(entering)) await this.#wait(entering);
    else this.#add(entering.organizationId, entering.weight);
    return this.#pass(entering);
  }

  #wait(entering: Entering): Promise<void> {
    const { organizationId, signal } = entering;
    const { maxWaiting, maxWaitMs } = this.#options;
    const own = this.#waiting.filter((one) => one.organizationId === organizationId);
    if (own.length >= maxWaiting.each || this.#waiting.length >= maxWaiting.all) {
      return Promise.reject(this.#refusal());
    }
    return new Promise((resolve, reject) => {
      const end = (settle: () => void) => {
        clearTimeout(timer);
        signal.removeEventListener('abort', abandon);
        this.#waiting = this.#waiting.filter((one) => one !== waiting);
        settle();
      };
      const giveUp = (reason: Error) => {
        end(() => reject(reason));
        // Whoever stood behind may fit where this one did not.
        this.#admit();
      };
      const abandon = () => giveUp(signal.reason as Error);
      const timer = setTimeout(() => giveUp(this.#refusal()), maxWaitMs);
      const waiting: Waiting = { ...entering, admit: () => end(resolve) };
      signal.addEventListener('abort', abandon);
      this.#waiting.push(waiting);
      this.#admit();
    });
  }

  #pass({ organizationId, weight }: Entering): Pass {
    let left = weight;
    const shrinkTo = (to: number) => {
      const back = left - Math.min(left, to);
      left -= back;
      this.#add(organizationId, -back);
      if (back > 0) this.#admit();
    };
    return { shrinkTo, release: () => shrinkTo(0) };
  }

  #admit(): void {
    for (;;) {
      const next = this.#next();
      // The next one is not passed by smaller ones behind it, which would keep it waiting for ever.
      if (next === undefined || !this.#fits(next)) return;
      this.#add(next.organizationId, next.weight);
      next.admit();
    }
  }

  /** Of those whose organization has room in its share. */
  #next(): Waiting | undefined {
    let next: Waiting | undefined;
    const seen = new Set<string>();
    for (const one of this.#waiting) {
      if (seen.has(one.organizationId)) continue;
      seen.add(one.organizationId);
      if (!this.#fitsShare(one)) continue;
      if (next === undefined || this.#insideOf(one) < this.#insideOf(next)) next = one;
    }
    return next;
  }

  #fits(entering: Entering): boolean {
    return this.#fitsShare(entering) && this.#inside + entering.weight <= this.#options.capacity;
  }

  #fitsShare(entering: Entering): boolean {
    return this.#insideOf(entering) + entering.weight <= this.#options.share;
  }

  #insideOf({ organizationId }: Entering): number {
    return this.#insideBy.get(organizationId) ?? 0;
  }

  #add(organizationId: string, weight: number): void {
    this.#inside += weight;
    const inside = (this.#insideBy.get(organizationId) ?? 0) + weight;
    if (inside === 0) this.#insideBy.delete(organizationId);
    else this.#insideBy.set(organizationId, inside);
  }

  #refusal(): SvcError {
    return new SvcError('SERVICE_UNAVAILABLE', `${this.#options.refusal}.`, {
      hint: 'Try again in a few seconds.',
      retryAfterSeconds: 5,
    });
  }
}

interface Waiting extends Entering {
  /** Called once its weight is counted. */
  admit(): void;
}
