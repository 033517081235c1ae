import { once } from 'node:events';
import { createServer } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { ConnectionError } from 'sequelize';
import { buildApp } from './app.ts';
import { bootstrap } from './bootstrap.ts';
import { ConfigError, readConfig, type Config } from './config.ts';
import { EmbeddedPostgresError } from './db/embedded-postgres-error.ts';
import { openStore } from './db/store.ts';
import { systemDeps } from './deps.ts';
import { startJobs } from './jobs/jobs.ts';
import { say, sayError } from './say.ts';

// What is in flight when a stop is asked for may take this long; the largest upload takes a few seconds.
const CLOSE_DEADLINE_MS = 30_000;
const SAME_CTRL_C_MS = 500;

// What was opened and how to close it, the newest last.
const opened: (() => Promise<void>)[] = [];
let stopping: Promise<void> | undefined;

const started = run();
stopOnSignal();
try {
  await started;
} catch (error) {
  sayError(explain(error));
  await closeAll();
  process.exitCode = 1;
}

async function run(): Promise<void> {
  const config = readConfig(process.env, process.cwd());
  // Before anything is made: a first start that ends at its port would have made secrets that nobody saw.
  await tryListening(config);
  const store = await openStore(config, { info: say, warn: sayError });
  opened.push(store.close);
  const deps = await systemDeps(config, store.database);
  const readyLines = await bootstrap(deps);
  const app = await buildApp(deps);
  opened.push(() => closeApp(app));
  opened.push(
    startJobs(deps, {
      info: (message) => app.log.info(message),
      error: (error) => app.log.error(error, 'a job failed'),
    }),
  );
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

async function closeAll(): Promise<void> {
  for (let close = opened.pop(); close !== undefined; close = opened.pop()) await close();
}

/** Finishes what is in flight; what does not end by itself within the deadline is cut off. */
async function closeApp(app: FastifyInstance): Promise<void> {
  const cutOff = setTimeout(() => app.server.closeAllConnections(), CLOSE_DEADLINE_MS);
  await app.close();
  clearTimeout(cutOff);
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
  try {
    // A start cannot be broken off half-way; it takes a second, and then there is something to close.
    await started.catch(() => undefined);
    await closeAll();
    process.exit(0);
  } catch (error) {
    sayError(explain(error));
    process.exit(1);
  }
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
