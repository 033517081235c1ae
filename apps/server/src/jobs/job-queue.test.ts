import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeOwnApp, type TestApp } from '../../test/app.ts';
import { startJobQueue, type JobQueue, type QueuedJob } from './job-queue.ts';

let server: TestApp;
beforeAll(async () => {
  server = await makeOwnApp({ because: 'runs a job queue, and a database has only one' });
});
afterAll(() => server.close());

const log = { info: () => undefined, error: () => undefined };

/** Starts queues on this many servers, with the jobs of each. */
async function startQueues(
  jobs: () => QueuedJob[],
  { servers = 1, errors = [] as unknown[] } = {},
): Promise<{ stop(): Promise<void> }> {
  const queues: JobQueue[] = [];
  for (let number = 0; number < servers; number++) {
    const report = { ...log, error: (error: unknown) => void errors.push(error) };
    const queue = startJobQueue(server.deps, jobs(), report);
    await queue.started;
    queues.push(queue);
  }
  return { stop: async () => void (await Promise.all(queues.map((queue) => queue.stop(5_000)))) };
}

async function until(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await sleep(50);
}

const jobsOf = (name: string) =>
  server.deps.database.query<{ state: string; retry_count: number }>(
    'SELECT state, retry_count FROM pgboss.job WHERE name = $1 ORDER BY created_on',
    [name],
  );

it('runs a job that is due at the start once for servers that start together', async () => {
  const ran: number[] = [];
  const bothStarted = Promise.withResolvers<void>();
  const work = async () => {
    await bothStarted.promise;
    ran.push(1);
  };
  const queues = await startQueues(
    () => [{ name: 'at-start', cron: '7 * * * *', atStart: true, work }],
    { servers: 2 },
  );
  bothStarted.resolve();
  await until(async () => (await jobsOf('at-start')).some(({ state }) => state === 'completed'));
  await queues.stop();
  expect(ran).toHaveLength(1);
  expect(await server.deps.measurements.registry.metrics()).toContain(
    'svc_job_duration_seconds_count{name="at-start",outcome="ok"} 1',
  );
});

it('queues no job that is already due, so that missed ticks do not pile up', async () => {
  const running = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const job: QueuedJob = {
    name: 'slow',
    cron: null,
    atStart: true,
    work: async () => {
      begun.resolve();
      await running.promise;
    },
  };
  const first = await startQueues(() => [job]);
  await begun.promise;
  const second = await startQueues(() => [job]);
  expect(await jobsOf('slow')).toMatchObject([{ state: 'active' }]);
  running.resolve();
  await Promise.all([first.stop(), second.stop()]);
});

it('repeats a failed job, and logs its error', async () => {
  const errors: unknown[] = [];
  const error = new Error('on purpose');
  const work = async () => {
    throw error;
  };
  const queues = await startQueues(() => [{ name: 'failing', cron: null, atStart: true, work }], {
    errors,
  });
  await until(async () => (await jobsOf('failing')).some(({ state }) => state === 'retry'));
  await queues.stop();
  expect(errors).toEqual([error]);
});

it('lists a job that failed on every try among the failed jobs', async () => {
  const queues = await startQueues(() => [
    {
      name: 'hopeless',
      cron: null,
      atStart: true,
      work: async () => {
        // So that this try is the last one.
        await server.deps.database.query(
          `UPDATE pgboss.job SET retry_limit = 0 WHERE name = 'hopeless'`,
        );
        throw new Error('on purpose');
      },
    },
  ]);
  await until(async () => (await jobsOf('failed-jobs')).length > 0);
  await queues.stop();
  expect(await jobsOf('hopeless')).toMatchObject([{ state: 'failed' }]);
});
