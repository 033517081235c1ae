import { FAILURES_TO_BLOCK } from './endpoint-health.ts';
import type { DueWebhook } from './claims.queries.ts';

/** How many requests of a server are out at once. */
const PLACES = 100;
/** How many of them go to one webhook. */
export const PLACES_PER_WEBHOOK = 4;

// An endpoint that answers in this time does not keep a place from others.
const FAST_MS = 2_000;
// Any number of slow endpoints leaves 60 places to others.
const SLOW_PLACES = 40;
// An endpoint that this server has not tried may turn out to be slow. Together they leave 15 places to fast ones, and
// slow ones leave 45 to those that were not tried.
const UNPROVEN_PLACES = 85;
// The last places go to webhooks that have no request out, so that fast endpoints that become slow at the same moment
// leave a place to each of the others.
const SHARED_PLACES = 70;

/** Requests of this server to the endpoint of a webhook. */
interface Traffic {
  organizationId: string;
  /** When each running request began, in milliseconds of a monotonic clock. */
  running: Set<{ startedAt: number }>;
  /** Duration of the newest answer in milliseconds. Null before the first answer. */
  lastMs: number | null;
  /** When it last got a place, as a running number. */
  turn: number;
}

export interface Allotted {
  organizationId: string;
  webhookId: string;
  places: number;
  /** Whether its endpoint is probed: tried with a single request after a block. */
  isProbe: boolean;
}

type Speed = 'fast' | 'unproven' | 'slow';

/**
 * Keeps count of the requests that a server has out, and shares the places for them among webhooks. It is no
 * `FairLimiter`, because it plans places for rows of the database, which do not wait in memory, and because a request
 * that is out changes its class once it is slow.
 */
export class EndpointTraffic {
  readonly #webhooks = new Map<string, Traffic>();
  readonly #now: () => number;
  #turns = 0;

  /** `now` is a monotonic clock, in milliseconds. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /**
   * Notes that a request begins. The result is called once it no longer takes a place, with the duration of the request,
   * or null if it was not sent.
   */
  begin({
    organizationId,
    webhookId,
  }: Omit<Allotted, 'places' | 'isProbe'>): (ms: number | null) => void {
    const traffic = this.#webhooks.get(webhookId) ?? {
      organizationId,
      running: new Set(),
      lastMs: null,
      turn: 0,
    };
    this.#webhooks.set(webhookId, traffic);
    const request = { startedAt: this.#now() };
    traffic.running.add(request);
    traffic.turn = ++this.#turns;
    return (ms) => {
      if (traffic.running.delete(request) && ms !== null) traffic.lastMs = ms;
    };
  }

  /**
   * Shares the free places, one after the other: each goes to the organization that has the fewest, and there to the
   * webhook that has the fewest, then to the one that has waited longest.
   */
  allot(due: readonly DueWebhook[]): Allotted[] {
    const taken = this.#takenPlaces();
    const allotted = new Map<string, Allotted>();
    const queues = Map.groupBy(this.#inOrder(due), ({ organizationId }) => organizationId);
    while (queues.size > 0) {
      const organizationId = taken.fewest(queues.keys());
      const queue = queues.get(organizationId) ?? [];
      const webhook = queue.shift();
      if (webhook === undefined) {
        queues.delete(organizationId);
        continue;
      }
      const { webhookId, consecutiveFailures } = webhook;
      const already = allotted.get(webhookId)?.places ?? 0;
      if (!this.#mayHaveMore(webhook, already, taken)) continue;
      taken.add(this.#speedOf(webhook), organizationId);
      const isProbe = consecutiveFailures >= FAILURES_TO_BLOCK;
      allotted.set(webhookId, { organizationId, webhookId, places: already + 1, isProbe });
      queue.push(webhook);
    }
    return [...allotted.values()];
  }

  /** Forgets endpoints without a request since so many turns, so that deleted webhooks take no memory. */
  forgetIdle(turns: number): void {
    for (const [webhookId, { running, turn }] of this.#webhooks) {
      if (running.size === 0 && turn < this.#turns - turns) this.#webhooks.delete(webhookId);
    }
  }

  #mayHaveMore(webhook: DueWebhook, already: number, taken: TakenPlaces): boolean {
    const running = this.#requestsOf(webhook) + already;
    const speed = this.#speedOf(webhook);
    return (
      already < webhook.due && running < limitOf(webhook, speed) && taken.leave(speed, running)
    );
  }

  #takenPlaces(): TakenPlaces {
    const taken = new TakenPlaces();
    for (const traffic of this.#webhooks.values()) {
      const speed = this.#speedIn(traffic);
      for (const _ of traffic.running) taken.add(speed, traffic.organizationId);
    }
    return taken;
  }

  #requestsOf({ webhookId }: DueWebhook): number {
    return this.#webhooks.get(webhookId)?.running.size ?? 0;
  }

  #speedOf({ webhookId, consecutiveFailures }: DueWebhook): Speed {
    const traffic = this.#webhooks.get(webhookId);
    if (traffic === undefined) return consecutiveFailures > 0 ? 'slow' : 'unproven';
    return this.#speedIn(traffic);
  }

  #speedIn({ running, lastMs }: Traffic): Speed {
    const now = this.#now();
    for (const { startedAt } of running) if (now - startedAt > FAST_MS) return 'slow';
    if (lastMs === null) return 'unproven';
    return lastMs > FAST_MS ? 'slow' : 'fast';
  }

  #inOrder(due: readonly DueWebhook[]): DueWebhook[] {
    const turnOf = ({ webhookId }: DueWebhook) => this.#webhooks.get(webhookId)?.turn ?? 0;
    return due.toSorted(
      (a, b) => this.#requestsOf(a) - this.#requestsOf(b) || turnOf(a) - turnOf(b),
    );
  }
}

class TakenPlaces {
  readonly #organizations = new Map<string, number>();
  readonly #places: Record<Speed, number> = { fast: 0, unproven: 0, slow: 0 };

  add(speed: Speed, organizationId: string): void {
    this.#places[speed]++;
    this.#organizations.set(organizationId, (this.#organizations.get(organizationId) ?? 0) + 1);
  }

  /** The organization with the fewest places. */
  fewest(organizationIds: Iterable<string>): string {
    let fewest = '';
    let places = Infinity;
    for (const id of organizationIds) {
      const its = this.#organizations.get(id) ?? 0;
      if (its < places) [fewest, places] = [id, its];
    }
    return fewest;
  }

  /** Whether there is a place for a webhook that has so many requests out. */
  leave(speed: Speed, running: number): boolean {
    const { fast, unproven, slow } = this.#places;
    const all = fast + unproven + slow;
    if (all >= (running === 0 ? PLACES : SHARED_PLACES)) return false;
    if (speed === 'slow' && slow >= SLOW_PLACES) return false;
    return speed === 'fast' || unproven + slow < UNPROVEN_PLACES;
  }
}

/**
 * How many requests a webhook may have out. After each failure one fewer, so that an endpoint is blocked after the
 * fifth one and not only after all that are out.
 */
function limitOf({ consecutiveFailures }: DueWebhook, speed: Speed): number {
  const most = speed === 'fast' ? PLACES_PER_WEBHOOK : speed === 'slow' ? 2 : 1;
  return Math.min(most, Math.max(1, FAILURES_TO_BLOCK - consecutiveFailures));
}
