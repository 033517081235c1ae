import { LRUCache } from 'lru-cache';
import type { Config } from '../../config.ts';

/** The cache of SVC_ANSWER_CACHE_MB; null if that is 0. */
export function openAnswerCache({
  answerCacheBytes,
}: Pick<Config, 'answerCacheBytes'>): AnswerCache | null {
  return answerCacheBytes === 0 ? null : new AnswerCache(answerCacheBytes);
}

/** An answer as it is sent. */
export interface StoredAnswer {
  body: Buffer;
  headers: Readonly<Record<string, string>>;
}

/** What an answer depends on besides the data: equal keys have equal answers. */
export interface AnswerKey {
  organizationId: string;
  text: string;
}

/** An answer that one request computes for all that ask the same meanwhile. */
export interface Flight {
  /** Aborts when nobody waits for the answer any more, and when the flight ends. */
  signal: AbortSignal;
  /** Ends the flight. Null: there is no answer to share; those that wait compute their own. */
  end(answer: StoredAnswer | null): void;
}

/** Who gets the answer without computing it, or computes it. */
export type Found =
  | { kind: 'stored'; answer: StoredAnswer }
  /** From the flight of another request; null if that failed. */
  | { kind: 'shared'; answer: StoredAnswer | null }
  | { kind: 'flight'; flight: Flight };

interface OpenFlight {
  ended: Promise<StoredAnswer | null>;
  /** Returns false if everybody has left already. */
  join(leaving: AbortSignal): boolean;
}

/**
 * The recent answers of this process, in at most `maxBytes`. When the cache is full, the organization
 * that holds the most loses the answer that it used least recently, so none crowds out the others. All answers are
 * forgotten when the minute of their keys is over.
 */
export class AnswerCache {
  readonly #maxBytes: number;
  readonly #ofOrganization = new Map<string, LRUCache<string, StoredAnswer>>();
  readonly #flights = new Map<string, OpenFlight>();
  #bytes = 0;
  #minute = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Returns the answer, waits for the request that computes it, or begins a flight that the caller must end. */
  async find(key: AnswerKey, leaving: AbortSignal): Promise<Found> {
    const stored = this.#ofOrganization.get(key.organizationId)?.get(key.text);
    if (stored !== undefined) return { kind: 'stored', answer: stored };
    const open = this.#flights.get(nameFlight(key));
    if (open?.join(leaving) === true) return { kind: 'shared', answer: await open.ended };
    return { kind: 'flight', flight: this.#begin(key, leaving) };
  }

  /** Forgets the answers of another minute than this one: no key names them any more. */
  keepMinute(minute: number): void {
    if (minute === this.#minute) return;
    this.#minute = minute;
    this.#ofOrganization.clear();
    this.#bytes = 0;
  }

  #begin(key: AnswerKey, leaving: AbortSignal): Flight {
    const name = nameFlight(key);
    const controller = new AbortController();
    const { promise: ended, resolve } = Promise.withResolvers<StoredAnswer | null>();
    let waiting = 0;
    const join = (own: AbortSignal): boolean => {
      if (controller.signal.aborted) return false;
      waiting++;
      const leave = (): void => {
        waiting--;
        if (waiting === 0) controller.abort(NOBODY_WAITS);
      };
      if (own.aborted) leave();
      else own.addEventListener('abort', leave, { once: true });
      return true;
    };
    const open: OpenFlight = { ended, join };
    this.#flights.set(name, open);
    join(leaving);
    const end = (answer: StoredAnswer | null): void => {
      if (this.#flights.get(name) === open) this.#flights.delete(name);
      if (answer !== null) this.#store(key, answer);
      resolve(answer);
      controller.abort(NOBODY_WAITS);
    };
    return { signal: controller.signal, end };
  }

  #store({ organizationId, text }: AnswerKey, answer: StoredAnswer): void {
    const own = this.#ofOrganization.get(organizationId) ?? this.#open(organizationId);
    const before = own.calculatedSize;
    own.set(text, answer);
    this.#bytes += own.calculatedSize - before;
    while (this.#bytes > this.#maxBytes) this.#forgetOne();
  }

  #open(organizationId: string): LRUCache<string, StoredAnswer> {
    const opened = new LRUCache<string, StoredAnswer>({
      maxSize: this.#maxBytes,
      maxEntrySize: Math.max(1, Math.floor(this.#maxBytes / LEAST_ANSWERS)),
      sizeCalculation: computeBytes,
    });
    this.#ofOrganization.set(organizationId, opened);
    return opened;
  }

  #forgetOne(): void {
    const [[organizationId, largest] = []] = [...this.#ofOrganization].toSorted(
      ([, a], [, b]) => b.calculatedSize - a.calculatedSize,
    );
    if (largest === undefined || organizationId === undefined) throw new Error('no answer is left');
    const before = largest.calculatedSize;
    largest.pop();
    this.#bytes += largest.calculatedSize - before;
    if (largest.size === 0) this.#ofOrganization.delete(organizationId);
  }
}

// One answer takes at most this part of the cache.
const LEAST_ANSWERS = 8;
// The entry, its key and its headers.
const ENTRY_BYTES = 1_000;

// All flights share one error: creating one with its stack takes longer than all the rest.
const NOBODY_WAITS = new Error('nobody waits for the answer');

function computeBytes({ body }: StoredAnswer, text: string): number {
  return body.length + 2 * text.length + ENTRY_BYTES;
}

function nameFlight({ organizationId, text }: AnswerKey): string {
  return `${organizationId} ${text}`;
}
