import type { ChildProcess } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { APP_ROLE, prepareAppRole, SUPERUSER } from './app-role.ts';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import { PostgresLog, isDiskFullReported } from './postgres-log.ts';
import { buildPostgresSettings } from './postgres-settings.ts';
import type { PostgresRunner } from './postgres-runner.ts';
import { ReserveFile } from './reserve-file.ts';
import { buildDatabaseUrl, stopRunningPostgres, tryConnect } from './running-postgres.ts';
import { takeServerLock } from '../locks.ts';

export interface Log {
  info(message: string): void;
  warn(message: string): void;
  /** Postgres has been started, and does not answer yet. */
  booting?(): unknown;
}

/** Where Postgres' files are, and how to run it. */
export interface PostgresPlace {
  clusterDir: string;
  socketDir: string;
  runner: PostgresRunner;
  log: Log;
}

// After a crash, Postgres' last processes hold the files for a few more seconds, and a start fails until then.
const FIRST_START_MS = 15_000;
// Recovery after a crash replays up to max_wal_size of log before Postgres answers.
export const ANSWER_MS = 300_000;
const FIRST_PAUSE_MS = 500;
// The usual reason is a full disk, where a person must free space; another half minute does not matter.
const LONGEST_PAUSE_MS = 30_000;
const UPKEEP_MS = 10_000;
// The first check is delayed, because a start has more important writes.
const FIRST_UPKEEP_MS = 3_000;

/** A Postgres child process that is restarted whenever it ends, for as long as the server lives. */
export class SupervisedPostgres {
  /** The URL that the server connects to. */
  readonly databaseUrl: string;
  readonly superuserUrl: string;
  readonly #place: PostgresPlace;
  readonly #log: PostgresLog;
  readonly #reserve: ReserveFile;
  #child: ChildProcess | null = null;
  #lock: pg.Client | null = null;
  #trouble: string | null = 'Postgres is starting.';
  #stopping = false;
  #upkeepTimer: NodeJS.Timeout | undefined;
  #upkeep: Promise<void> = Promise.resolve();

  constructor(place: PostgresPlace) {
    this.#place = place;
    this.#log = new PostgresLog(place.clusterDir);
    this.#reserve = new ReserveFile(place.clusterDir);
    this.databaseUrl = buildDatabaseUrl(place.socketDir, APP_ROLE);
    this.superuserUrl = buildDatabaseUrl(place.socketDir, SUPERUSER);
  }

  /** Why Postgres does not answer at the moment; null when it runs. */
  getTrouble(): string | null {
    return this.#trouble;
  }

  /**
   * The first start.
   * @throws EmbeddedPostgresError when Postgres does not answer in time, or belongs to another server.
   */
  async start(): Promise<void> {
    process.once('exit', this.#endAtOnce);
    const deadline = performance.now() + FIRST_START_MS;
    while (!this.#stopping) {
      const connection = await this.#startOnce(performance.now() + ANSWER_MS);
      // Two servers started at once, and this one connected to the other's Postgres.
      if (connection !== null && !(await this.#watch(connection))) throw this.#buildForeignError();
      if (connection !== null) return;
      if (performance.now() > deadline) throw await this.#buildStartError();
      await sleep(FIRST_PAUSE_MS);
    }
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    clearTimeout(this.#upkeepTimer);
    await this.#upkeep;
    void this.#lock?.end().catch(() => undefined);
    const child = this.#child;
    if (child?.pid !== undefined && isRunning(child)) await stopRunningPostgres({ pid: child.pid });
    process.removeListener('exit', this.#endAtOnce);
  }

  /** Ends Postgres when the server ends without calling `stop`. Postgres recovers at its next start. */
  readonly #endAtOnce = (): void => {
    if (this.#child !== null && isRunning(this.#child)) this.#child.kill('SIGQUIT');
  };

  /** Starts Postgres once. Returns null, and frees what the attempt held, when Postgres ended before it answered. */
  async #startOnce(deadline: number): Promise<pg.Client | null> {
    const loggedBefore = await this.#log.readSizeBytes();
    const child = this.#spawn();
    this.#place.log.booting?.();
    while (isRunning(child)) {
      const connection = await tryConnect(this.superuserUrl);
      if (typeof connection !== 'string') return connection;
      if (performance.now() > deadline) throw await this.#buildStartError();
      await sleep(15);
    }
    await this.#explain(await this.#log.readSince(loggedBefore));
    return null;
  }

  /** Finds out why Postgres ended, and frees disk space if that helps. */
  async #explain(logged: string): Promise<void> {
    // The log is on the same disk, so the disk-full line may be missing.
    if (!isDiskFullReported(logged) && (await this.#reserve.hasDiskRoom())) {
      this.#trouble = 'Postgres ended and is being started again.';
      return;
    }
    this.#trouble =
      'The disk of the data directory is full. Postgres starts again when it has room.';
    if (await this.#reserve.giveUp()) {
      this.#place.log.warn('the disk is full: gave up the reserve so that Postgres can recover');
    }
  }

  #spawn(): ChildProcess {
    const { clusterDir, socketDir, runner, log } = this.#place;
    const logFile = openSync(this.#log.path, 'a', 0o600);
    const child = runner.spawn(
      'postgres',
      ['-D', clusterDir, ...buildPostgresSettings(socketDir)],
      {
        stdio: ['ignore', logFile, logFile],
        // Postgres has its own process group, so that Ctrl-C reaches only the server, which can finish its requests
        // first.
        detached: true,
      },
    );
    closeSync(logFile);
    child.once('error', (error) => log.warn(`Postgres could not be run: ${error.message}`));
    this.#child = child;
    return child;
  }

  /**
   * Takes the server lock on the connection, and recovers Postgres when the connection ends. Returns false when
   * another server has the lock.
   */
  async #watch(connection: pg.Client): Promise<boolean> {
    const child = this.#child;
    const ended = new Promise<void>((resolve) => {
      connection.once('end', resolve);
      child?.once('exit', () => resolve());
    });
    try {
      if (!(await takeServerLock(connection))) {
        await connection.end();
        return false;
      }
      await prepareAppRole(connection);
    } catch (error) {
      await connection.end().catch(() => undefined);
      throw error;
    }
    this.#lock = connection;
    this.#trouble = null;
    this.#upkeepTimer ??= setTimeout(this.#keepUp, FIRST_UPKEEP_MS).unref();
    void ended.then(() => this.#recover());
    return true;
  }

  /**
   * Reconnects, and restarts Postgres if it ended. Retries until the server stops. When one backend crashes, Postgres
   * ends all sessions and continues by itself: then only the lock must be taken again.
   */
  async #recover(): Promise<void> {
    let pauseMs = FIRST_PAUSE_MS;
    this.#lock = null;
    this.#trouble ??= 'Postgres ended its connections and recovers.';
    while (!this.#stopping) {
      try {
        const connection = await this.#connectAgain();
        if (this.#stopping) return;
        if (connection !== null && (await this.#watch(connection))) return;
        if (connection !== null) this.#trouble = this.#buildForeignError().message;
      } catch (error) {
        this.#place.log.warn(`Postgres does not run yet: ${String(error)}`);
      }
      this.#place.log.warn(`${this.#trouble ?? ''} Trying again in ${pauseMs / 1_000} s.`);
      await sleep(pauseMs, undefined, { ref: false });
      pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS);
    }
  }

  async #connectAgain(): Promise<pg.Client | null> {
    const child = this.#child;
    if (child === null || !isRunning(child)) {
      const ended = child?.signalCode ?? child?.exitCode ?? 'could not be run';
      this.#place.log.warn(`Postgres ended (${ended}); starting it again`);
      return this.#startOnce(Infinity);
    }
    const connection = await tryConnect(this.superuserUrl);
    return typeof connection === 'string' ? null : connection;
  }

  readonly #keepUp = (): void => {
    this.#upkeep = Promise.all([this.#keepReserve(), this.#rotateLog()]).then(() => undefined);
    this.#upkeepTimer = setTimeout(this.#keepUp, UPKEEP_MS).unref();
  };

  async #keepReserve(): Promise<void> {
    const { log } = this.#place;
    try {
      if (!(await this.#reserve.keep())) log.warn('the disk of the data directory is nearly full');
    } catch (error) {
      log.warn(`could not keep a reserve on the disk: ${String(error)}`);
    }
  }

  async #rotateLog(): Promise<void> {
    try {
      await this.#log.rotate();
    } catch (error) {
      this.#place.log.warn(`could not shorten ${this.#log.path}: ${String(error)}`);
    }
  }

  #buildForeignError(): EmbeddedPostgresError {
    return new EmbeddedPostgresError(
      'Another svc server uses this Postgres. Stop it, set SVC_DATA_DIR to another directory, ' +
        'or share one database between several servers with DATABASE_URL.',
    );
  }

  async #buildStartError(): Promise<EmbeddedPostgresError> {
    return new EmbeddedPostgresError(
      `The embedded Postgres did not start. The end of ${this.#log.path}:\n${await this.#log.readLastLines(4)}`,
    );
  }
}

function isRunning(child: ChildProcess): boolean {
  return child.pid !== undefined && child.exitCode === null && child.signalCode === null;
}
