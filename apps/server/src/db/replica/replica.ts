import { setTimeout as sleep } from 'node:timers/promises';
import { ConnectionError } from 'sequelize';
import { ConfigError } from '../../config.ts';
import { describeConnectionShortage } from '../connections/connection-shortage.ts';
import { readConnectionCounts } from '../connections/connection-shortage.queries.ts';
import { openDatabase, type Database } from '../connections/database.ts';
import { nameServer } from '../connections/server-name.ts';
import type { OutageLog } from '../connections/outage.ts';
import { objectToDatabase, objectToError, objectToState, type Objection } from './objections.ts';
import { Lag } from './lag.ts';
import { listSchemaSteps, readPosition, type Position } from './positions.queries.ts';
import { raceAbort, withinDeadline } from './race-abort.ts';
import { Revisions, type NeededRevision } from './revisions.ts';

export interface ReplicaOptions {
  url: string;
  /** How many connections answers get there. The probe has one more. */
  connections: number;
  /** The database that the replica follows. */
  primary: Database;
  log: OutageLog;
}

/** What /metrics shows. */
export interface ReplicaState {
  isServing: boolean;
  /** Null before the replica answered for the first time. */
  lagMs: number | null;
  /** Answers by where they began. `unfinished`: those that went on at the primary. */
  answers: { replica: number; primary: number; unfinished: number };
}

/** The connections for one answer, until the replica is left out. */
export interface Serving {
  database: Database;
  /** Aborts with a ConnectionError when the replica is left out. */
  signal: AbortSignal;
}

const PROBE_MS = 1_000;
// A probe that takes longer counts as no answer.
const DEADLINE_MS = 1_500;
// With a longer lag, waiting for a revision is in vain most of the time.
const MAX_LAG_TO_WAIT_MS = 1_000;

/**
 * A read replica of the database. Probes it once a second, and leaves it out while it does not answer, lags, or is no
 * replica. No request waits for a replica that is left out.
 */
export class Replica {
  readonly #answers = { replica: 0, primary: 0, unfinished: 0 };
  readonly #primary: Database;
  readonly #log: OutageLog;
  readonly #pool: Database;
  readonly #probe: Database;
  readonly #connections: number;
  readonly #lag = new Lag();
  #lagMs: number | null = null;
  readonly #revisions = new Revisions();
  #objection: Objection | null = { kind: 'state', reason: 'it was not asked yet' };
  #outSince = 0;
  /** A statement failed, and the next probe decides. */
  #isSuspect = false;
  #leftOut = new AbortController();
  #probing: Promise<void> | undefined;
  readonly #stopping = new AbortController();

  constructor({ url, connections, primary, log }: ReplicaOptions) {
    this.#primary = primary;
    this.#log = log;
    const outage = { noteFailure: () => this.#suspect(), noteAnswer: () => {} };
    this.#connections = connections + 1;
    const applicationName = nameServer(this.#connections);
    this.#pool = openDatabase(url, connections, { work: 'answer', outage, applicationName });
    this.#probe = openDatabase(url, 1, { work: 'readiness', applicationName });
  }

  /**
   * Probes the replica for the first time, and from then on once a second. Warns when it does not answer yet.
   * @throws ConfigError when the address is that of something else than a replica of the primary.
   */
  async start(): Promise<void> {
    const objection = await this.#examine(await this.#readPrimary());
    if (objection?.kind === 'setting') {
      throw new ConfigError([`DATABASE_READ_URL is wrong: ${objection.reason}. ${REMEDY}`]);
    }
    this.#objection = objection;
    this.#outSince = performance.now();
    if (objection === null) await this.#warnOfShortage();
    else this.#log.warn(describeLeftOut(objection));
    void this.#keepProbing();
  }

  async #warnOfShortage(): Promise<void> {
    const counts = await readConnectionCounts(this.#probe, nameServer(this.#connections));
    const shortage = describeConnectionShortage(this.#connections, counts);
    if (shortage !== null) this.#log.warn(`svc: the replica of DATABASE_READ_URL: ${shortage}`);
  }

  /**
   * The connections for an answer that needs a data revision; null when the primary has to answer: the replica is left
   * out, or lacks the revision even after a short wait.
   */
  async serve(needed: NeededRevision): Promise<Serving | null> {
    if (!this.#isServing()) return null;
    const { signal } = this.#leftOut;
    const { organizationId } = needed;
    const mayWait = (this.#lagMs ?? Infinity) <= MAX_LAG_TO_WAIT_MS;
    const database = this.#pool.of({ organizationId, signal });
    const hasReached = await raceAbort(
      this.#revisions.hasReached(database, needed, { mayWait }),
      signal,
    ).catch(() => false);
    return hasReached && !signal.aborted ? { database: this.#pool, signal } : null;
  }

  getState(): ReplicaState {
    return { isServing: this.#isServing(), lagMs: this.#lagMs, answers: this.#answers };
  }

  noteAnswer(source: 'replica' | 'primary'): void {
    this.#answers[source]++;
  }

  noteUnfinished(): void {
    this.#answers.unfinished++;
  }

  /** Probes now; for tests, and after a statement failed. Concurrent callers share one probe. */
  probe(): Promise<void> {
    this.#probing ??= this.#probeOnce().finally(() => {
      this.#probing = undefined;
    });
    return this.#probing;
  }

  async close(): Promise<void> {
    this.#stopping.abort();
    await Promise.all([this.#pool.close(), this.#probe.close()]);
  }

  #isServing(): boolean {
    return this.#objection === null && !this.#isSuspect;
  }

  #suspect(): void {
    if (!this.#isServing()) return;
    this.#isSuspect = true;
    void this.probe();
  }

  async #keepProbing(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      await sleep(PROBE_MS, undefined, { signal, ref: false }).catch(() => undefined);
      if (!signal.aborted) await this.probe();
    }
  }

  async #probeOnce(): Promise<void> {
    const primary = await this.#readPrimary().catch(() => null);
    // Says nothing about the replica, and every request fails before it gets here.
    if (primary === null) return;
    const objection = await this.#examine(primary);
    if (this.#stopping.signal.aborted) return;
    this.#isSuspect = false;
    const wasServing = this.#objection === null;
    this.#objection = objection;
    if (wasServing && objection !== null) this.#leaveOut(objection);
    if (!wasServing && objection === null) this.#takeBack();
  }

  #leaveOut(objection: Objection): void {
    this.#outSince = performance.now();
    this.#log.warn(describeLeftOut(objection));
    this.#leftOut.abort(new ConnectionError(new Error(objection.reason)));
    this.#leftOut = new AbortController();
  }

  #takeBack(): void {
    const seconds = ((performance.now() - this.#outSince) / 1_000).toFixed(1);
    this.#log.info(
      `svc: the replica of DATABASE_READ_URL answers again; it was left out for ${seconds} s`,
    );
  }

  async #readPrimary(): Promise<Position> {
    const primary = await withinDeadline(readPosition(this.#primary), DEADLINE_MS);
    this.#lag.notePrimary({ at: performance.now(), logBytes: primary.logBytes });
    return primary;
  }

  async #examine(primary: Position): Promise<Objection | null> {
    const isServing = this.#objection === null;
    try {
      const replica = await withinDeadline(readPosition(this.#probe), DEADLINE_MS);
      const objection = objectToDatabase(primary, replica);
      if (objection !== null) return objection;
      const { logBytes } = replica;
      this.#lagMs = this.#lag.measureMs({ at: performance.now(), logBytes });
      const missingSteps = isServing ? [] : await this.#listMissingSteps();
      return objectToState({ lagMs: this.#lagMs, missingSteps, isServing });
    } catch (error) {
      this.#lagMs = null;
      return objectToError(error);
    }
  }

  async #listMissingSteps(): Promise<string[]> {
    const [wanted, present] = await Promise.all([
      listSchemaSteps(this.#primary),
      withinDeadline(listSchemaSteps(this.#probe), DEADLINE_MS),
    ]);
    return wanted.filter((name) => !present.includes(name));
  }
}

const REMEDY = 'Set it to a replica of the database that DATABASE_URL names, or remove it.';

function describeLeftOut({ reason }: Objection): string {
  return `svc: the replica of DATABASE_READ_URL is left out: ${reason}. Answers come from the primary until it is back.`;
}
