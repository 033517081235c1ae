import { listAcrossNodes } from '../../db/citus/list-across-nodes.ts';
import { createScope, type Scope } from '../../db/scope.ts';
import type { Deps } from '../../deps.ts';
import { keepDoing, type RunningLoop } from '../../jobs/keep-doing.ts';
import { openSender, type Sender } from '../sending/send-request.ts';
import {
  claimDeliveries,
  listDueWebhooks,
  reserveProbes,
  returnClaim,
  type ClaimedDelivery,
} from './claims.queries.ts';
import { isArrival } from './endpoint-health.ts';
import { EndpointTraffic, PLACES_PER_WEBHOOK, type Allotted } from './endpoint-traffic.ts';
import { OutcomeQueue } from './outcome-queue.ts';
import { LEASE_SECONDS } from './retry-schedule.ts';
import { sendDelivery } from './send-delivery.ts';

/** Sends what is due until stopped. */
export interface Delivering {
  /** Looks for due deliveries at once, because some were queued. */
  wake(): void;
  /**
   * Starts no further request, waits for those that are out up to the time limit, and aborts the others. Their
   * deliveries are due at once for another server.
   */
  stop(timeoutMs: number): Promise<void>;
}

type DeliveryDeps = Pick<
  Deps,
  'config' | 'database' | 'clock' | 'random' | 'keyring' | 'measurements'
>;

// Name of the job for the requests that a shutdown waits for.
const JOB = 'webhooks';
// How long an event of another server, and a retry, waits at most.
const POLL_MS = 500;
// Answers of a moment are claimed for together.
const CLAIM_MS = 25;
// Far more than the simultaneous requests, so that no busy endpoint is evicted.
const TURNS_REMEMBERED = 10_000;

/**
 * Sends due deliveries to their webhooks: each at least once, and by one server at a time. No request holds a database
 * connection: a claim is a lease, which ends by itself if the server dies. Safe on several servers.
 */
export function startDelivering(
  deps: DeliveryDeps,
  onError: (error: unknown) => void,
  sender: Sender = openSender(deps.config.webhooks),
): Delivering {
  const delivering = new RunningDelivery(deps, sender, onError);
  return {
    wake: () => delivering.wake(),
    stop: async (timeoutMs) => {
      await delivering.stop(timeoutMs);
      sender.close();
    },
  };
}

class RunningDelivery {
  readonly #deps: DeliveryDeps;
  readonly #sender: Sender;
  readonly #onError: (error: unknown) => void;
  readonly #traffic = new EndpointTraffic();
  readonly #outcomes: OutcomeQueue;
  readonly #requests = new AbortController();
  readonly #sending = new Set<Promise<void>>();
  readonly #loop: RunningLoop;

  constructor(deps: DeliveryDeps, sender: Sender, onError: (error: unknown) => void) {
    this.#deps = deps;
    this.#sender = sender;
    this.#onError = onError;
    this.#outcomes = new OutcomeQueue(deps, onError);
    this.#loop = keepDoing(
      deps,
      { info: () => {}, error: onError },
      {
        name: 'webhook-claims',
        pauseMs: CLAIM_MS,
        idleMs: POLL_MS,
        work: () => this.#sendDue(),
      },
    );
  }

  wake(): void {
    this.#loop.wake();
  }

  async stop(timeoutMs: number): Promise<void> {
    const late = setTimeout(() => this.#requests.abort(), timeoutMs);
    // A claim that is being made still starts its requests.
    await this.#loop.stop();
    await Promise.all(this.#sending);
    clearTimeout(late);
  }

  async #sendDue(): Promise<void> {
    this.#traffic.forgetIdle(TURNS_REMEMBERED);
    const { database } = this.#deps;
    const due = await listAcrossNodes(database, (organizationId) =>
      listDueWebhooks(database, { organizationId, limit: PLACES_PER_WEBHOOK }),
    );
    const allotted = this.#traffic.allot(due);
    if (allotted.length === 0) return;
    const { claims, probed } = await this.#claim(allotted);
    const { runningJobs } = this.#deps.measurements;
    for (const delivery of claims) {
      const sending = this.#send(delivery, probed.has(delivery.webhookId));
      this.#sending.add(sending);
      runningJobs.add(JOB);
      void sending.finally(() => {
        this.#sending.delete(sending);
        if (this.#sending.size === 0) runningJobs.delete(JOB);
      });
    }
  }

  /** Claims for each organization in turn. One whose claim fails does not hold up the others. */
  async #claim(allotted: readonly Allotted[]): Promise<Claims> {
    const all: Claims = { claims: [], probed: new Set() };
    for (const [organizationId, own] of Map.groupBy(allotted, (one) => one.organizationId)) {
      try {
        const { claims, probed } = await claimOwn(
          createScope(this.#deps.database, organizationId),
          own,
        );
        all.claims.push(...claims);
        for (const webhookId of probed) all.probed.add(webhookId);
      } catch (error) {
        this.#onError(error);
      }
    }
    return all;
  }

  /** A failure keeps its place until it is recorded: only then is it known how many requests the endpoint may get. */
  async #send(delivery: ClaimedDelivery, isProbe: boolean): Promise<void> {
    const end = this.#traffic.begin(delivery);
    const { signal } = this.#requests;
    try {
      const sent = await sendDelivery(this.#deps, { delivery, sender: this.#sender, signal });
      if (signal.aborted && sent.answer.error !== null) {
        await returnClaim(this.#deps.database, delivery);
        return;
      }
      const arrived = isArrival(sent.answer);
      this.#deps.measurements.webhookAttempts.inc({ outcome: arrived ? 'delivered' : 'failed' });
      if (arrived) this.#free(end, sent.answer.durationMs);
      await this.#outcomes.add({ ...sent, isProbe });
      this.#free(end, sent.answer.durationMs);
    } catch (error) {
      this.#onError(error);
    } finally {
      this.#free(end, null);
    }
  }

  #free(end: (ms: number | null) => void, ms: number | null): void {
    end(ms);
    this.wake();
  }
}

interface Claims {
  claims: ClaimedDelivery[];
  /** The webhooks whose endpoints get a probe. */
  probed: Set<string>;
}

async function claimOwn(scope: Scope, allotted: readonly Allotted[]): Promise<Claims> {
  const leaseSeconds = LEASE_SECONDS;
  const probes = allotted.filter(({ isProbe }) => isProbe);
  if (probes.length === 0) {
    const claims = await claimDeliveries(scope, { webhooks: allotted, leaseSeconds });
    return { claims, probed: new Set() };
  }
  return scope.transaction(async (transaction) => {
    const webhookIds = probes.map(({ webhookId }) => webhookId);
    const reserved = await reserveProbes(transaction, { webhookIds, leaseSeconds });
    const probed = new Set(reserved.map(({ webhookId }) => webhookId));
    const webhooks = allotted.filter(({ isProbe, webhookId }) => !isProbe || probed.has(webhookId));
    const claims = await claimDeliveries(transaction, { webhooks, leaseSeconds });
    return { claims, probed };
  });
}
