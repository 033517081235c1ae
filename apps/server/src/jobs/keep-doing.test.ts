import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { makeMeasurements } from '../measurements.ts';
import { keepDoing } from './keep-doing.ts';

const log = { info: () => undefined, error: () => undefined };

it('does one round after the other, and stops after the one that is running', async () => {
  const rounds = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const second = Promise.withResolvers<void>();
  let begun = 0;
  const work = async () => {
    if (begun === 1) second.resolve();
    await rounds[begun++]?.promise;
  };
  const loop = keepDoing({ measurements: makeMeasurements() }, log, {
    name: 'test',
    pauseMs: 1,
    work,
  });
  await sleep(20);
  expect(begun).toBe(1);
  rounds[0]?.resolve();
  await second.promise;
  const stopped = loop.stop();
  rounds[1]?.resolve();
  await stopped;
  expect(begun).toBe(2);
});

it('logs the error of a round with the name of the work, measures it, and goes on', async () => {
  const failures: [unknown, string][] = [];
  const error = new Error('on purpose');
  const again = Promise.withResolvers<void>();
  const measurements = makeMeasurements();
  let begun = 0;
  const work = async () => {
    if (++begun === 1) throw error;
    again.resolve();
  };
  const report = { ...log, error: (what: unknown, job: string) => failures.push([what, job]) };
  const loop = keepDoing({ measurements }, report, { name: 'test', pauseMs: 1, work });
  await again.promise;
  await loop.stop();
  expect(failures).toEqual([[error, 'test']]);
  expect(await measurements.registry.metrics()).toContain(
    'svc_job_duration_seconds_count{name="test",outcome="failed"} 1',
  );
});

it('waits for a wake-up between rounds, and does not miss one of a round', async () => {
  let begun = 0;
  const loop = keepDoing({ measurements: makeMeasurements() }, log, {
    name: 'test',
    pauseMs: 1,
    idleMs: 60_000,
    work: async () => {
      if (++begun === 2) loop.wake();
    },
  });
  await sleep(30);
  expect(begun).toBe(1);
  loop.wake();
  await sleep(30);
  expect(begun).toBe(3);
  await loop.stop();
});

it('logs an error of several rounds once until a round succeeds, and pauses longer each time', async () => {
  const failures: unknown[] = [];
  const starts: number[] = [];
  const over = Promise.withResolvers<void>();
  const work = async () => {
    starts.push(performance.now());
    if (starts.length === 7) over.resolve();
    if (starts.length !== 5) throw new Error('on purpose');
  };
  const report = { ...log, error: (what: unknown) => failures.push(what) };
  const loop = keepDoing({ measurements: makeMeasurements() }, report, {
    name: 'test',
    pauseMs: 10,
    work,
  });
  await over.promise;
  await loop.stop();
  expect(failures).toHaveLength(2);
  const pauses = starts.slice(1).map((at, index) => at - (starts[index] ?? 0));
  expect(pauses[3]).toBeGreaterThan(150);
  expect(pauses[4]).toBeLessThan(100);
});

it('logs an error of a part of the work once, while rounds go on reporting it', async () => {
  const failures: unknown[] = [];
  const over = Promise.withResolvers<void>();
  let begun = 0;
  const work = async (onError: (error: unknown) => void): Promise<void> => {
    begun++;
    if (begun === 5) over.resolve();
    if (begun === 3) return;
    for (let organization = 0; organization < 3; organization++) onError(new Error('on purpose'));
  };
  const report = { ...log, error: (what: unknown) => failures.push(what) };
  const measurements = makeMeasurements();
  const loop = keepDoing({ measurements }, report, { name: 'test', pauseMs: 1, work });
  await over.promise;
  await loop.stop();
  expect(failures).toHaveLength(2);
});
