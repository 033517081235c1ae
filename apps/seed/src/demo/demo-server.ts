import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { buildApiKey } from '@svc/contract/zod-free/api-key-text';
import { findFreePort } from './front.ts';

export interface DemoServer {
  url: string;
  apiKey: string;
  owner: { email: string; password: string };
  /** Rejects with what the server printed if it ends instead. */
  ready: Promise<void>;
  /** Resolves with what the server printed if it ends before `stop`. */
  ended: Promise<string>;
  stop(): Promise<void>;
  kill(): void;
}

// Beside this file in the bundle of the server.
const MAIN = fileURLToPath(new URL('./main.js', import.meta.url));

/**
 * Starts a server of its own on an embedded Postgres. Settings of the shell do not reach it. Returns before it is ready,
 * so that it can be stopped.
 * @throws the reason of the signal, if it is aborted before there is a process.
 */
export async function startServer(options: {
  folder: string;
  baseUrl: string;
  signal: AbortSignal;
}): Promise<DemoServer> {
  const port = await findFreePort();
  options.signal.throwIfAborted();
  const url = `http://127.0.0.1:${port}`;
  const owner = {
    email: 'maya@northtrail.example',
    password: randomBytes(18).toString('base64url'),
  };
  const apiKey = buildApiKey(randomBytes(15).toString('hex'));
  const child = spawn(process.execPath, [...process.execArgv, '--import', END_WITH_DEMO, MAIN], {
    env: { ...keepSurroundings(), ...buildSettings({ ...options, port, owner, apiKey }) },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let output = '';
  const isReady = Promise.withResolvers<void>();
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-OUTPUT_LENGTH);
      if (output.includes(' is ready\n')) isReady.resolve();
    });
  }
  let isStopping = false;
  const ended = Promise.withResolvers<string>();
  child.once('exit', () => {
    if (!isStopping) ended.resolve(output);
  });
  const ready = Promise.race([
    isReady.promise,
    ended.promise.then((text) => {
      throw new Error(`the server did not start:\n${text}`);
    }),
  ]);
  return {
    ready,
    url,
    apiKey,
    owner,
    ended: ended.promise,
    kill: () => void child.kill('SIGKILL'),
    async stop() {
      isStopping = true;
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

// The channel to the demo closes also when the demo is killed, and then nobody else ends its server.
const END_WITH_DEMO = `data:text/javascript,process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))`;

const OUTPUT_LENGTH = 20_000;

/** No setting: none of the user's databases may be reached. */
function keepSurroundings(): NodeJS.ProcessEnv {
  const names = ['PATH', 'HOME', 'USER', 'TMPDIR', 'TEMP', 'TMP', 'LANG', 'TZ', 'SystemRoot'];
  return Object.fromEntries(
    names.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
  );
}

function buildSettings({
  folder,
  baseUrl,
  port,
  owner,
  apiKey,
}: {
  folder: string;
  baseUrl: string;
  port: number;
} & Pick<DemoServer, 'owner' | 'apiKey'>): NodeJS.ProcessEnv {
  return {
    PORT: String(port),
    SVC_BASE_URL: baseUrl,
    SVC_DATA_DIR: folder,
    SVC_BOOTSTRAP_EMAIL: owner.email,
    SVC_BOOTSTRAP_PASSWORD: owner.password,
    SVC_BOOTSTRAP_API_KEY: apiKey,
    SVC_LOG_LEVEL: 'warn',
    // The receiver of the webhooks is the demo.
    SVC_WEBHOOK_ALLOW_PRIVATE: 'true',
    // A visitor should not wait for verdicts.
    SVC_SETTLE_SECONDS: '2',
    SVC_RERUN_GRACE_SECONDS: '2',
    SVC_RATE_LIMIT_READS: '10000',
    SVC_RATE_LIMIT_WRITES: '10000',
    SVC_RATE_LIMIT_SESSION_READS: '10000',
    SVC_RATE_LIMIT_SESSION_WRITES: '10000',
    ...pass('SVC_TRACE_VIEWER_URL'),
  };
}

function pass(name: string): NodeJS.ProcessEnv {
  return process.env[name] === undefined ? {} : { [name]: process.env[name] };
}
