import { SvcError } from '../../errors.ts';

export interface GateOptions {
  /** The total weight admitted at once. */
  capacity: number;
  /** The weight admitted at once for one organization. */
  share: number;
  /** How many entries may wait: per organization, in total, and without preference (default: the total). */
  maxWaiting: { each: number; all: number; others?: number };
  maxWaitMs: number;
  /** The limit as a sentence, such as 'The server reads as many uploads at once as it can hold'. */
  refusal: string;
}

export interface Entering {
  organizationId: string;
  weight: number;
  /** Preferred entries leave the queue before the others. */
  isPreferred?: boolean | undefined;
  /** Aborts when the client no longer waits for the answer. */
  signal: AbortSignal;
}

/** An admitted weight. Its holder must release it. */
export interface Pass {
  /** Releases everything above `weight`. */
  shrinkTo(weight: number): void;
  /** Releases the rest. Further calls do nothing. */
  release(): void;
}

/**
 * A weighted semaphore, shared fairly between organizations. The next entry is a preferred one, if any waits, and comes
 * from the organization with the least weight inside; the first to arrive breaks ties. A full queue, or a wait that
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

  /** @throws SvcError SERVICE_UNAVAILABLE at once when too many entries wait, or after `maxWaitMs`. */
  async enter(entering: Entering): Promise<Pass> {
    entering.signal.throwIfAborted();
    if (this.#waiting.length > 0 || !this.#fits(entering)) await this.#wait(entering);
    else this.#add(entering.organizationId, entering.weight);
    return this.#pass(entering);
  }

  #wait(entering: Entering): Promise<void> {
    const { organizationId, signal, isPreferred = false } = entering;
    const { maxWaiting, maxWaitMs } = this.#options;
    const own = this.#waiting.filter((one) => one.organizationId === organizationId);
    const others = this.#waiting.filter((one) => one.isPreferred !== true);
    if (
      own.length >= maxWaiting.each ||
      this.#waiting.length >= maxWaiting.all ||
      (!isPreferred && others.length >= (maxWaiting.others ?? maxWaiting.all))
    ) {
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
        // The entries behind this one may fit.
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
      // Smaller entries never overtake the next one: they would keep it waiting forever.
      if (next === undefined || !this.#fits(next)) return;
      this.#add(next.organizationId, next.weight);
      next.admit();
    }
  }

  /** The next entry among those whose organization has room in its share. */
  #next(): Waiting | undefined {
    const preferred = this.#waiting.filter((one) => one.isPreferred === true);
    return this.#nextOf(preferred) ?? this.#nextOf(this.#waiting);
  }

  #nextOf(waiting: readonly Waiting[]): Waiting | undefined {
    let next: Waiting | undefined;
    const seen = new Set<string>();
    for (const one of waiting) {
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
  /** Called after the gate has counted the weight. */
  admit(): void;
}
