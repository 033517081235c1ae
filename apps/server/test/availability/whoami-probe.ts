import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';

// In a thread of its own: what prepares an attack must not be taken for a slow server.
const { url, apiKey } = workerData as { url: string; apiKey: string };
const EVERY_MS = 25;
const GIVE_UP_MS = 15_000;

const asked: { status: number; ms: number }[] = [];
const stop = new AbortController();
parentPort?.once('message', () => stop.abort());
while (!stop.signal.aborted) {
  const startedAt = performance.now();
  const status = await fetch(`${url}/api/whoami`, {
    headers: { authorization: `Bearer ${apiKey}` },
    signal: AbortSignal.timeout(GIVE_UP_MS),
  }).then(
    async (response) => {
      await response.arrayBuffer();
      return response.status;
    },
    () => 0,
  );
  asked.push({ status, ms: performance.now() - startedAt });
  await sleep(EVERY_MS);
}
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
parentPort?.postMessage(asked);
