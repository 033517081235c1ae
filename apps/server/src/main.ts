import { once } from 'node:events';
import { createServer } from 'node:net';
import { ConnectionError } from 'sequelize';
import { buildApp } from './app.ts';
import { bootstrap } from './bootstrap.ts';
import { ConfigError, readConfig, type Config } from './config.ts';
import { EmbeddedPostgresError } from './db/embedded-postgres-error.ts';
import { openStore } from './db/store.ts';
import { systemDeps } from './deps.ts';
import { startJobs } from './jobs/jobs.ts';
import { say, sayError } from './say.ts';
import { shutDown, SHUTDOWN_MS, type Opened } from './shutdown.ts';

const SAME_CTRL_C_MS = 500;

const opened: Opened = {};
let stopping: Promise<void> | undefined;
let shuttingDown: Promise<void> | undefined;

const started = run();
stopOnSignal();
try {
  await started;
} catch (error) {
  sayError(explain(error));
  await shutDownOnce();
  // Not process.exitCode: what shutDown left behind would keep the process alive.
  process.exit(1);
}

async function run(): Promise<void> {
  const config = readConfig(process.env, process.cwd());
  // Before anything is made: a first start that ends at its port would have made secrets that nobody saw.
  await tryListening(config);
  const store = await openStore(config, { info: say, warn: sayError });
  opened.store = store;
  const { databaseTrouble } = store;
  const deps = { ...(await systemDeps(config, store.databases)), databaseTrouble };
  const readyLines = await bootstrap(deps);
  const app = await buildApp(deps);
  opened.app = app;
  opened.stopJobs = startJobs(deps, {
    info: (message) => app.log.info(message),
    error: (error, job) => app.log.error({ err: error, job }, `the job '${job}' failed`),
  });
  await app.listen({ host: config.host, port: config.port });
  for (const line of readyLines) say(line);
}

/** @throws what listening would, such as EADDRINUSE. */
async function tryListening({ host, port }: Config): Promise<void> {
  const probe = createServer().listen(port, host);
  await once(probe, 'listening');
  probe.close();
  await once(probe, 'close');
}

/** A second Ctrl-C means now; but one may arrive twice, since package managers pass on what the terminal has sent already. */
function stopOnSignal(): void {
  let interruptedAt = Infinity;
  process.on('SIGTERM', () => void (stopping ??= stop()));
  process.on('SIGINT', () => {
    if (performance.now() - interruptedAt > SAME_CTRL_C_MS) process.exit(130);
    interruptedAt = Math.min(interruptedAt, performance.now());
    stopping ??= stop();
  });
}

async function stop(): Promise<void> {
  // When this process ends, the embedded Postgres is stopped too: see embedded-postgres.ts.
  setTimeout(() => process.exit(0), SHUTDOWN_MS).unref();
  try {
    // A start cannot be broken off half-way; it takes a second, and then there is something to close.
    await started.catch(() => undefined);
    await shutDownOnce();
    process.exit(0);
  } catch (error) {
    sayError(explain(error));
    process.exit(1);
  }
}

/** A start that fails while it is told to stop ends here twice. */
function shutDownOnce(): Promise<void> {
  return (shuttingDown ??= shutDown(opened, sayError));
}

function explain(error: unknown): string {
  if (error instanceof ConfigError)
    return error.complaints.map((line) => `svc: ${line}`).join('\n');
  if (error instanceof EmbeddedPostgresError) return `svc: ${error.message}`;
  if (isAddressInUse(error)) {
    return `svc: port ${error.port} is in use. Stop what listens there, or set PORT to another one.`;
  }
  if (error instanceof ConnectionError) {
    return `svc: the database does not answer: ${error.parent.message}. Check DATABASE_URL.`;
  }
  // What the operating system refuses is no bug of ours, and its sentence says more than a stack.
  if (error instanceof Error && 'syscall' in error)
    return `svc: could not start: ${error.message}.`;
  return `svc: could not start: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
}

function isAddressInUse(error: unknown): error is { port: number } {
  return error instanceof Error && (error as NodeJS.ErrnoException).code === 'EADDRINUSE';
}
