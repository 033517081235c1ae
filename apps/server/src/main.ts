import { buildApp } from './app.ts';
import { bootstrap } from './bootstrap.ts';
import { ConfigError, readConfig } from './config.ts';
import { EmbeddedPostgresError } from './db/embedded-postgres-error.ts';
import { openStore } from './db/store.ts';
import { systemClock, systemRandom, type Deps } from './deps.ts';
import { startJobs } from './jobs/jobs.ts';
import { say, sayError } from './say.ts';
import { version } from './version.ts';

// What is in flight when a stop is asked for may take this long; the largest upload takes a few seconds.
const CLOSE_DEADLINE_MS = 30_000;

// What was opened and how to close it, the newest last.
const opened: (() => Promise<void>)[] = [];

stopOnSignal();
try {
  await run();
} catch (error) {
  sayError(explain(error));
  await closeAll();
  process.exitCode = 1;
}

async function run(): Promise<void> {
  const config = readConfig(process.env, process.env['INIT_CWD'] ?? process.cwd());
  const store = await openStore(config, { info: say, warn: sayError });
  opened.push(store.close);
  const deps: Deps = {
    config,
    database: store.database,
    clock: systemClock,
    random: systemRandom,
    version,
  };
  const readyLines = await bootstrap(deps);
  const app = await buildApp(deps);
  opened.push(() => app.close());
  opened.push(startJobs(deps, (error) => app.log.error(error, 'a job failed')));
  await app.listen({ host: config.host, port: config.port });
  for (const line of readyLines) say(line);
}

async function closeAll(): Promise<void> {
  for (let close = opened.pop(); close !== undefined; close = opened.pop()) await close();
}

function stopOnSignal(): void {
  // A second signal of the terminal means now.
  process.once('SIGINT', () => {
    stop();
    process.once('SIGINT', () => process.exit(130));
  });
  process.once('SIGTERM', stop);
}

function stop(): void {
  setTimeout(() => process.exit(1), CLOSE_DEADLINE_MS).unref();
  closeAll().then(
    () => process.exit(0),
    (error: unknown) => {
      sayError(explain(error));
      process.exit(1);
    },
  );
}

function explain(error: unknown): string {
  if (error instanceof ConfigError)
    return error.complaints.map((line) => `svc: ${line}`).join('\n');
  if (error instanceof EmbeddedPostgresError) return `svc: ${error.message}`;
  if (isAddressInUse(error)) {
    return `svc: port ${error.port} is in use. Stop what listens there, or set PORT to another one.`;
  }
  return `svc: could not start: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
}

function isAddressInUse(error: unknown): error is { port: number } {
  return error instanceof Error && (error as NodeJS.ErrnoException).code === 'EADDRINUSE';
}
