import type { FastifyInstance } from 'fastify';

/** What a server that runs has opened, in the order in which it opens it. */
export interface Opened {
  store?: { close(): Promise<void> };
  stopJobs?: () => Promise<void>;
  app?: FastifyInstance;
}

// Kubernetes kills a pod after 30 s, and systemd after 90. Answers and jobs end beside each other.
const ANSWERS_MS = 12_000;
const JOBS_MS = 10_000;
const STORE_MS = 6_000;
/** Past this the process ends, whatever still runs. */
export const SHUTDOWN_MS = 19_000;

/**
 * Ends listening, then waits for the answers that are under way and for jobs, then closes the
 * database. What does not end in its time is left behind and reported: a job's statement is cancelled
 * by Postgres when its connection goes, and its work is done by the next run.
 */
export async function shutDown(
  { app, stopJobs, store }: Opened,
  report: (line: string) => void,
): Promise<void> {
  const within = async (work: Promise<void>, ms: number, late: string): Promise<void> => {
    try {
      if (!(await endsWithin(work, ms))) report(`svc: ${late} within ${ms / 1_000} s`);
    } catch (error) {
      // The other steps still have to be done.
      report(`svc: ${late}: ${String(error)}`);
    }
  };
  await Promise.all([
    app && within(closeApp(app), ANSWERS_MS + 1_000, 'the HTTP server did not close'),
    stopJobs && within(stopJobs(), JOBS_MS, 'a job did not end'),
  ]);
  if (store !== undefined) await within(store.close(), STORE_MS, 'the database did not close');
}

/** Lets answers finish; a connection that is open after their time is cut off. */
async function closeApp(app: FastifyInstance): Promise<void> {
  const cutOff = setTimeout(() => app.server.closeAllConnections(), ANSWERS_MS);
  await app.close();
  clearTimeout(cutOff);
}

async function endsWithin(work: Promise<void>, ms: number): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<false>();
  const timer = setTimeout(() => resolve(false), ms);
  try {
    return await Promise.race([work.then(() => true), late]);
  } finally {
    clearTimeout(timer);
  }
}
