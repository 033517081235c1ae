import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copyHistory } from '../copy-sink.ts';
import { findRunningEmbeddedPostgres, systemClock } from '@svc/server/operations';
import { makeDemoHistory } from './demo-history.ts';
import { openFront, type Front } from './front.ts';
import { prepareTeam, signIn, type Account } from './team.ts';
import { queueVerdicts } from './queue-verdicts.ts';
import { sendExecutions } from './send-executions.ts';
import { startServer, type DemoServer } from './demo-server.ts';

const HELP = `Usage: svc-server demo

Starts svc with the invented history of a team, and sends it executions as they would come from a CI. Ctrl-C ends it.
Listens on PORT and HOST (default: 4400, or a free port, on 127.0.0.1). The data is in a temporary folder, and is deleted
at the end. It reaches no other host.`;

const SAME_CTRL_C_MS = 500;

/** Runs until a signal ends it. */
export async function runDemo(args: readonly string[]): Promise<void> {
  if (args.length > 0) return refuse(args);
  const demo = new Demo();
  demo.stopOnSignal();
  try {
    await demo.start();
  } catch (error) {
    if (!demo.isStopping) await demo.fail(error);
  }
}

function refuse([first]: readonly string[]): void {
  if (first === '--help' || first === '-h') return say(HELP);
  say(`svc-server demo: unexpected argument '${first}'\ntry: svc-server demo --help`);
  process.exitCode = 2;
}

class Demo {
  #folder: string | null = null;
  #front: Front | null = null;
  #server: DemoServer | null = null;
  #stopping: Promise<void> | null = null;
  #saidLast = '';
  readonly #ended = new AbortController();

  get isStopping(): boolean {
    return this.#stopping !== null;
  }

  async start(): Promise<void> {
    const startedAt = performance.now();
    say('Preparing the demo: a server, and 29 days of history. This takes some seconds.');
    const front = await openFront();
    this.#front = front;
    const { signal } = this.#ended;
    signal.throwIfAborted();
    // At once: a signal must find the folder and the process, to end them.
    this.#folder = mkdtempSync(join(tmpdir(), 'svc-demo-'));
    const server = await startServer({ folder: this.#folder, baseUrl: front.url, signal });
    this.#server = server;
    await server.ready;
    void server.ended.then((output) => this.fail(new Error(`the server ended:\n${output}`)));

    const databaseUrl = await findRunningEmbeddedPostgres(this.#folder);
    if (databaseUrl === null) throw new Error('the database of the demo does not run');
    const history = makeDemoHistory(systemClock.now());
    const [account] = await Promise.all([
      signIn(server),
      copyHistory(history.past, { databaseUrl }),
    ]);
    await queueVerdicts(databaseUrl);
    const { apiKey } = await prepareTeam(account, { databaseUrl, receiver: front.receiver });
    const target = { url: server.url, apiKey, signal };
    await sendExecutions(history.recent(), target);
    front.open({ server: server.url, cookie: account.cookie });
    say(describe(front.url, { seconds: (performance.now() - startedAt) / 1000, account }));
    await sendExecutions(history.upcoming(this.#ended.signal), {
      ...target,
      onFailure: (error) => this.#sayFailure(error),
    });
  }

  /** Visitors may change everything, such as revoke the key of the executions: the demo goes on without them. */
  #sayFailure(error: unknown): void {
    const text = `svc demo: an execution does not arrive: ${describeError(error)}`;
    if (text !== this.#saidLast) say(text);
    this.#saidLast = text;
  }

  /** A second Ctrl-C ends it at once. One may arrive twice, because package managers forward a signal. */
  stopOnSignal(): void {
    let interruptedAt = Infinity;
    process.on('SIGTERM', () => void this.stop(0));
    // The terminal was closed, and cannot be written to.
    process.on('SIGHUP', () => {
      process.stdout.on('error', () => undefined);
      void this.stop(0);
    });
    process.on('SIGINT', () => {
      if (performance.now() - interruptedAt > SAME_CTRL_C_MS) {
        this.#server?.kill();
        process.exit(130);
      }
      interruptedAt = Math.min(interruptedAt, performance.now());
      void this.stop(0);
    });
  }

  async fail(error: unknown): Promise<void> {
    if (this.isStopping) return;
    say(`svc demo: ${describeError(error)}`);
    await this.stop(1);
  }

  stop(exitCode: number): Promise<void> {
    this.#stopping ??= this.#end(exitCode);
    return this.#stopping;
  }

  async #end(exitCode: number): Promise<void> {
    this.#ended.abort();
    this.#front?.close();
    await this.#server?.stop();
    if (this.#folder !== null) await rm(this.#folder, { recursive: true, force: true });
    say('The demo has ended, and its data is deleted.');
    process.exit(exitCode);
  }
}

function describe(
  url: string,
  { seconds, account }: { seconds: number; account: Account },
): string {
  return `
svc demo, ready after ${seconds.toFixed(0)} s

  ${url}

You are signed in as ${account.name}, the owner, and may change everything. Team, tests and executions are invented; new
executions arrive by themselves. The API and the command svc work too:

  export SVC_URL=${url} SVC_API_KEY=${account.apiKey}
  svc attention --all-projects

Ctrl-C ends the demo and deletes its data.
`;
}

function describeError(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
