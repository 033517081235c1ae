import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { readConfig, describeUnknownSettings, type Config } from './config.ts';
import { openStore } from './db/store.ts';
import { describeWork, shutDown, SHUTDOWN_MS, type Opened } from './process/shutdown.ts';
import { replyTo } from './process/arguments.ts';
import { say, sayError, sayFailure } from './process/say.ts';
import { explainFailure } from './process/explain-failure.ts';
import manifest from '../package.json' with { type: 'json' };

const SAME_CTRL_C_MS = 500;

const reply = replyTo(process.argv.slice(2), manifest.version);
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
  const port = await tryListening(config);
  // PORT=0 asks for any free port, and what people open must name the one that it is.
  config = readConfig({ ...process.env, PORT: String(port) }, process.cwd());
  // Postgres boots in a process of its own while this one loads the rest.
  const store = await openStore(config, { info: say, warn: sayError, booting: loadServe });
  opened.store = store;
  const { serve } = await loadServe();
  await serve(config, store, opened);
}

function loadServe() {
  return import('./serve.ts');
}

/**
 * Returns the port that is free.
 * @throws the error that listening would, such as EADDRINUSE.
 */
async function tryListening(asked: Config): Promise<number> {
  const probe = createServer().listen(asked.port, asked.host);
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}

/**
 * A second Ctrl-C ends the process at once. One Ctrl-C may arrive twice, because package managers forward a signal
 * that the terminal has already sent.
 */
function stopOnSignal(): void {
  let interruptedAt = Infinity;
  process.on('SIGTERM', () => void (stopping ??= stop('SIGTERM')));
  // The terminal was closed. Without a listener, the embedded Postgres would stay.
  process.on('SIGHUP', () => {
    for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
    stopping ??= stop('SIGHUP');
  });
  process.on('SIGINT', () => {
    if (performance.now() - interruptedAt > SAME_CTRL_C_MS) process.exit(130);
    interruptedAt = Math.min(interruptedAt, performance.now());
    stopping ??= stop('SIGINT');
  });
}

async function stop(signal: 'SIGTERM' | 'SIGINT' | 'SIGHUP'): Promise<void> {
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
