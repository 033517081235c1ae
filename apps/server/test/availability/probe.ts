import { fork } from 'node:child_process';
import { once } from 'node:events';

/** The answers of an organization's `whoami` during an attack. */
export interface Probed {
  requests: number;
  p50Ms: number;
  p99Ms: number;
  maxMs: number;
  /** The number of answers other than 200, by status; 0 means no answer. */
  refused: Record<string, number>;
}

export interface Probe {
  stop(): Promise<Probed>;
}

/** Asks `whoami` one request after the other until it is stopped. */
export async function startProbe(server: { url: string; apiKey: string }): Promise<Probe> {
  const probe = fork(new URL('whoami-probe.ts', import.meta.url), [server.url, server.apiKey], {
    // Without the options of the test runner.
    execArgv: [],
  });
  await once(probe, 'message');
  return {
    stop: async () => {
      const stopped = once(probe, 'message') as Promise<[{ status: number; ms: number }[]]>;
      const ended = once(probe, 'disconnect').then(() =>
        Promise.reject(new Error('the probe ended')),
      );
      probe.send('stop');
      const [asked] = await Promise.race([stopped, ended]);
      return summaryOf(asked);
    },
  };
}

function summaryOf(asked: { status: number; ms: number }[]): Probed {
  const times = asked.map(({ ms }) => ms).toSorted((a, b) => a - b);
  const at = (share: number) => Math.round(times[Math.ceil(times.length * share) - 1] ?? 0);
  const refused: Record<string, number> = {};
  for (const { status } of asked) {
    if (status !== 200) refused[status] = (refused[status] ?? 0) + 1;
  }
  return { requests: asked.length, p50Ms: at(0.5), p99Ms: at(0.99), maxMs: at(1), refused };
}
