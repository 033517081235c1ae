import { once } from 'node:events';
import { createServer } from 'node:net';
import { buildApp } from './app.ts';
import { systemClock, type Clock } from './clock.ts';
import { bootstrap } from './process/bootstrap.ts';
import { readConfig, describeUnknownSettings, type Config } from './config.ts';
import type { Databases } from './db/connections/databases.ts';
import { openStore } from './db/store.ts';
import { createSystemDeps, version } from './deps.ts';
import {
  countOpenRequests,
  describeWork,
  shutDown,
  SHUTDOWN_MS,
  type Opened,
} from './process/shutdown.ts';
import { startJobs } from './background/jobs.ts';
import { replyTo } from './process/arguments.ts';
import { DatabaseClock } from './process/database-clock.ts';
import { say, sayError, sayFailure } from './process/say.ts';
import { checkSharedSettings } from './process/shared-settings.ts';
import { explainFailure } from './process/explain-failure.ts';

const SAME_CTRL_C_MS = 500;

const reply = replyTo(process.argv.slice(2), version);
if (reply !== null) {
  for (const line of reply.lines) (reply.exitCode === 0 ? say : sayError)(line);
  process.exit(reply.exitCode);
}

const opened: Opened = {};
let config: Config | undefined;
let stopping: Promise<void> | undefined;
let shuttingDown: Promise<void> | undefined;

const started = run();
stopOnSignal();
try {
  await started;
} catch (error) {
  sayFailure(explain(error));
  await shutDownOnce();
  // Exits explicitly: with process.exitCode, unfinished work of shutDown would keep the process alive.
  process.exit(1);
}

async function run(): Promise<void> {
  config = readConfig(process.env, process.cwd());
  for (const line of describeUnknownSettings(process.env)) sayError(`svc: ${line}`);
  // Listening comes first, because a first start that fails at its port must not have created secrets that were never
  // shown.
  await tryListening(config);
  const store = await openStore(config, { info: say, warn: sayError });
  opened.store = store;
  const { databaseTrouble } = store;
  const deps = {
    ...(await createSystemDeps(config, store.databases)),
    clock: await openClock(config, store.databases),
    databaseTrouble,
  };
  for (const line of await checkSharedSettings(deps)) sayError(`svc: ${line}`);
  const readyLines = await bootstrap(deps);
  const app = await buildApp(deps);
  opened.app = app;
  opened.openRequests = countOpenRequests(app.server);
  opened.jobs = startJobs(deps, {
    info: (message) => app.log.info(message),
    error: (error, job) => app.log.error({ err: error, job }, `the job '${job}' failed`),
  });
  await app.listen({ host: config.host, port: config.port });
  for (const line of readyLines) say(line);
}

/** The embedded database is on this machine, and has its clock. */
async function openClock({ clock, databaseUrl }: Config, { essential }: Databases): Promise<Clock> {
  if (clock === 'machine' || databaseUrl === null) return systemClock;
  const databaseClock = new DatabaseClock({ database: essential, warn: sayError });
  await databaseClock.adjust();
  databaseClock.keepAdjusting();
  return databaseClock;
}

/** @throws the error that listening would, such as EADDRINUSE. */
async function tryListening({ host, port }: Config): Promise<void> {
  const probe = createServer().listen(port, host);
  await once(probe, 'listening');
  probe.close();
  await once(probe, 'close');
}

/**
 * A second Ctrl-C ends the process at once. One Ctrl-C may arrive twice, because package managers forward a signal
 * that the terminal has already sent.
 */
function stopOnSignal(): void {
  let interruptedAt = Infinity;
  process.on('SIGTERM', () => void (stopping ??= stop('SIGTERM')));
  process.on('SIGINT', () => {
    if (performance.now() - interruptedAt > SAME_CTRL_C_MS) process.exit(130);
    interruptedAt = Math.min(interruptedAt, performance.now());
    stopping ??= stop('SIGINT');
  });
}

async function stop(signal: 'SIGTERM' | 'SIGINT'): Promise<void> {
  const startedAt = performance.now();
  const end = (): never => {
    say(`svc: stopped after ${((performance.now() - startedAt) / 1_000).toFixed(1)} s`);
    process.exit(0);
  };
  // Ending the process also stops the embedded Postgres: see #endAtOnce in supervised-postgres.ts.
  setTimeout(end, SHUTDOWN_MS).unref();
  say(`svc: stopping after ${signal}, ${describeWork(opened)}`);
  try {
    // A start cannot be aborted half-way. It takes a second, and then the opened resources can be closed.
    await started.catch(() => undefined);
    await shutDownOnce();
    end();
  } catch (error) {
    sayFailure(explain(error));
    process.exit(1);
  }
}

/** A start that fails during a shutdown calls this a second time. */
function shutDownOnce(): Promise<void> {
  return (shuttingDown ??= shutDown(opened, sayError));
}

function explain(error: unknown): string {
  const lines = explainFailure(error, config);
  if (lines !== undefined) return lines.map((line) => `svc: ${line}`).join('\n');
  // An error of the operating system is not our bug, and its message explains more than a stack.
  if (error instanceof Error && 'syscall' in error)
    return `svc: could not start: ${error.message}.`;
  return `svc: could not start: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
}
