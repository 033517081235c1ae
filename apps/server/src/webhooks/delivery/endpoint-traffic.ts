import { FAILURES_TO_BLOCK } from './endpoint-health.ts';
import type { DueWebhook } from './claims.queries.ts';

/** How many requests of a server are out at once. */
export const PLACES = 100;
/** How many of them go to one webhook. */
export const PLACES_PER_WEBHOOK = 4;

// What answers in this time does not keep a place from others.
const FAST_MS = 2_000;
// Slow endpoints, however many they are, leave 60 places to others.
const SLOW_PLACES = 40;
// An endpoint that this server has not tried may turn out to be slow. Together they leave 40 places to fast ones.
const UNPROVEN_PLACES = 60;
// The last places go to webhooks that have no request out, so that fast endpoints that become slow at the same moment
// leave a place to each of the others.
const SHARED_PLACES = 70;

/** Requests of this server to the endpoint of a webhook. */
interface Traffic {
  organizationId: string;
  /** When each running request began, in milliseconds of a monotonic clock. */
  running: Set<{ startedAt: number }>;
  /** How long the newest answer took. Null before the first one. */
  lastMs: number | null;
  /** When it last got a place, as a running number. */
  turn: number;
}

export interface Allotted {
  organizationId: string;
  webhookId: string;
  places: number;
  /** Whether its endpoint is tried with a single request after a pause. */
  isProbe: boolean;
}

type Speed = 'fast' | 'unproven' | 'slow';

/** Keeps count of the requests that a server has out, and shares the places for them among webhooks. */
export class EndpointTraffic {
  readonly #webhooks = new Map<string, Traffic>();
  readonly #now: () => number;
  #turns = 0;
  #running = 0;

  /** `now` is a monotonic clock, in milliseconds. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** The number of requests that are out. */
  get running(): number {
    return this.#running;
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
    this.#running++;
    return (ms) => {
      if (!traffic.running.delete(request)) return;
      this.#running--;
      if (ms !== null) traffic.lastMs = ms;
    };
  }

  /**
   * Shares the free places, one after the other: to organizations with the fewest requests first, and in each to
   * webhooks with the fewest, then to those that have waited longest.
   */
  allot(due: readonly DueWebhook[]): Allotted[] {
    const counts = this.#countPlaces();
    const allotted = new Map<string, Allotted>();
    for (let given = -1; given !== allottedPlaces(allotted);) {
      given = allottedPlaces(allotted);
      for (const webhook of this.#inOrder(due, counts.organizations)) {
        const { webhookId, organizationId } = webhook;
        const already = allotted.get(webhookId)?.places ?? 0;
        const speed = this.#speedOf(webhook);
        const running = (this.#webhooks.get(webhookId)?.running.size ?? 0) + already;
        if (already >= webhook.due || running >= limitOf(webhook, speed)) continue;
        if (!counts.hasPlace(speed, running)) continue;
        counts.take(speed, organizationId);
        const isProbe = webhook.consecutiveFailures >= FAILURES_TO_BLOCK;
        allotted.set(webhookId, { organizationId, webhookId, places: already + 1, isProbe });
      }
    }
    return [...allotted.values()];
  }

  /** Forgets endpoints without a request since so many turns, so that deleted webhooks take no memory. */
  forgetIdle(turns: number): void {
    for (const [webhookId, { running, turn }] of this.#webhooks) {
      if (running.size === 0 && turn < this.#turns - turns) this.#webhooks.delete(webhookId);
    }
  }

  #countPlaces(): Places {
    const counts = new Places();
    for (const traffic of this.#webhooks.values()) {
      const speed = this.#speedIn(traffic);
      for (const _ of traffic.running) counts.take(speed, traffic.organizationId);
    }
    return counts;
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

  /** One webhook of each organization in turn. */
  #inOrder(due: readonly DueWebhook[], running: Map<string, number>): DueWebhook[] {
    const requests = ({ webhookId }: DueWebhook) =>
      this.#webhooks.get(webhookId)?.running.size ?? 0;
    const turn = ({ webhookId }: DueWebhook) => this.#webhooks.get(webhookId)?.turn ?? 0;
    const groups = [...Map.groupBy(due, (webhook) => webhook.organizationId)]
      .toSorted(([a], [b]) => (running.get(a) ?? 0) - (running.get(b) ?? 0))
      .map(([, webhooks]) =>
        webhooks.toSorted((a, b) => requests(a) - requests(b) || turn(a) - turn(b)),
      );
    const longest = Math.max(0, ...groups.map((group) => group.length));
    return Array.from({ length: longest }, (_, index) =>
      groups.flatMap((group) => group.slice(index, index + 1)),
    ).flat();
  }
}

/** The places that are taken. */
class Places {
  readonly organizations = new Map<string, number>();
  readonly #taken: Record<Speed, number> = { fast: 0, unproven: 0, slow: 0 };

  take(speed: Speed, organizationId: string): void {
    this.#taken[speed]++;
    this.organizations.set(organizationId, (this.organizations.get(organizationId) ?? 0) + 1);
  }

  hasPlace(speed: Speed, running: number): boolean {
    const { fast, unproven, slow } = this.#taken;
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

function allottedPlaces(allotted: ReadonlyMap<string, Allotted>): number {
  let places = 0;
  for (const one of allotted.values()) places += one.places;
  return places;
}
