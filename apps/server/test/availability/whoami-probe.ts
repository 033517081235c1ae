import { setTimeout as sleep } from 'node:timers/promises';

// A process of its own: preparing an attack must not look like a slow server.
const [url = '', apiKey = ''] = process.argv.slice(2);
const EVERY_MS = 25;
const GIVE_UP_MS = 15_000;

const asked: { status: number; ms: number }[] = [];
const stop = new AbortController();
process.once('message', () => stop.abort());
// The first request loads Node's HTTP client and opens the connection. It is not measured.
await askWhoami();
process.send?.('ready');
while (!stop.signal.aborted) {
  const startedAt = performance.now();
  const status = await askWhoami();
  asked.push({ status, ms: performance.now() - startedAt });
  await sleep(EVERY_MS);
}
// Closes the channel only after the message is written: the figures of a long attack do not fit into one write.
process.send?.(asked, () => process.disconnect?.());

/** Resolves to the status, or to 0 when no answer came. */
function askWhoami(): Promise<number> {
  return fetch(`${url}/api/whoami`, {
    headers: { authorization: `Bearer ${apiKey}` },
    signal: AbortSignal.timeout(GIVE_UP_MS),
  }).then(
    async (response) => {
      await response.arrayBuffer();
      return response.status;
    },
    () => 0,
  );
}
