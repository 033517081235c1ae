import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { signalAll, type Folder } from './folder.ts';

export interface PackedServer {
  url: string;
  /** The key that the first start printed; empty for a later start. */
  apiKey: string;
  output(): string;
  /** Ctrl-C, and the end of all processes. */
  stop(): Promise<void>;
}

/** `npx @svc/server` in a folder that has it installed. */
export async function startPackedServer(
  folder: Pick<Folder, 'start'>,
  command: readonly [string, ...string[]] = ['npx', '@svc/server'],
  startMs = 120_000,
): Promise<PackedServer> {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const [name, ...args] = command;
  const child = folder.start(name, args, {
    PORT: String(port),
    SVC_LOG_LEVEL: 'warn',
    SVC_RATE_LIMIT_WRITES: '1000',
  });
  let output = '';
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const deadline = performance.now() + startMs;
  while (!output.includes('is ready') || !(await isReady(url))) {
    if (child.exitCode !== null || performance.now() > deadline) {
      signalAll(child, 'SIGKILL');
      throw new Error(`${command.join(' ')} does not start:\n${output}`);
    }
    await sleep(100);
  }
  return {
    url,
    apiKey: /API key {3}(svc_\w{36})/.exec(output)?.[1] ?? '',
    output: () => output,
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const end = once(child, 'close');
      signalAll(child, 'SIGINT');
      await end;
    },
  };
}

function isReady(url: string): Promise<boolean> {
  return fetch(`${url}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}
