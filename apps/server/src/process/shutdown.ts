import { formatCount } from '@svc/contract/zod-free/amounts';
import type { FastifyInstance } from 'fastify';
import type { Server } from 'node:http';

/** Resources of a running server, in the order of opening. */
export interface Opened {
  store?: { close(): Promise<void> };
  app?: FastifyInstance;
  /** Counts the requests whose answers are not finished yet. */
  openRequests?: () => number;
  /** `running` names the jobs that are working at this moment; `stop` waits for them. */
  jobs?: { running(): string[]; stop(): Promise<void> };
}

// Kubernetes kills a pod after 30 s, systemd after 90 s. Answers and jobs end concurrently.
const ANSWERS_MS = 12_000;
const JOBS_MS = 10_000;
const STORE_MS = 6_000;
/** After this the process ends, even with work still running. */
export const SHUTDOWN_MS = 19_000;

/** Describes what a stop waits for: `waiting up to 19 s for 2 requests and 1 job (roll-ups)`. */
export function describeWork({ openRequests, jobs }: Opened): string {
  const running = jobs?.running() ?? [];
  const works = [
    ...(jobs === undefined ? ['the start'] : []),
    ...formatOptionalCount(openRequests?.() ?? 0, 'request'),
    ...formatOptionalCount(running.length, 'job').map((text) => `${text} (${running.join(', ')})`),
  ];
  if (works.length === 0) return 'nothing is in progress';
  return `waiting up to ${SHUTDOWN_MS / 1_000} s for ${works.join(' and ')}`;
}

/** Nothing for none. */
function formatOptionalCount(count: number, singular: string): string[] {
  return count === 0 ? [] : [formatCount(count, singular)];
}

/**
 * Stops listening, waits for answers in progress and for jobs, then closes the database. Work that does not end in
 * time is abandoned and reported: Postgres cancels a job's statement when its connection closes, and the next run
 * does its work.
 */
export async function shutDown(
  { app, jobs, store }: Opened,
  report: (line: string) => void,
): Promise<void> {
  const within = async (work: Promise<void>, ms: number, late: string): Promise<void> => {
    try {
      if (!(await waitAtMost(work, ms))) report(`svc: ${late} within ${ms / 1_000} s`);
    } catch (error) {
      // The other steps must still run.
      report(`svc: ${late}: ${String(error)}`);
    }
  };
  await Promise.all([
    app && within(closeApp(app), ANSWERS_MS + 1_000, 'the HTTP server did not close'),
    jobs && within(jobs.stop(), JOBS_MS, 'a job did not end'),
  ]);
  if (store !== undefined) await within(store.close(), STORE_MS, 'the database did not close');
}

/** Lets answers finish, and closes connections that are still open after their time. */
async function closeApp(app: FastifyInstance): Promise<void> {
  const cutOff = setTimeout(() => app.server.closeAllConnections(), ANSWERS_MS);
  await app.close();
  clearTimeout(cutOff);
}

async function waitAtMost(work: Promise<void>, ms: number): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<false>();
  const timer = setTimeout(() => resolve(false), ms);
  try {
    return await Promise.race([work.then(() => true), late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Counts the requests whose answers are not finished yet. Counts from the call on. */
export function countOpenRequests(server: Server): () => number {
  let open = 0;
  server.on('request', (_request, response) => {
    open++;
    response.once('close', () => open--);
  });
  return () => open;
}
