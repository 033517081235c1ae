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
    'svc_job_duration_seconds_count{job="test",outcome="failed"} 1',
  );
});
