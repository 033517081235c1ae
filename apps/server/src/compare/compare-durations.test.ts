import type { IngestResult } from '@svc/contract/executions/ingest';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type ComparingApp,
  makeComparingApp,
  type RunFacts,
  titlesOf,
} from '../../test/scenes/comparing.ts';
import { type Letter, makeRun } from '../../test/history.ts';

let server: ComparingApp;
beforeAll(async () => {
  server = await makeComparingApp();
});
afterAll(() => server.close());
beforeEach(() => server.startProject());

describe('slower and faster tests', () => {
  it.each([
    // 1,000 ± 3 × 100 × 1.4826 is 555.22 to 1,444.78.
    [1_444, {}],
    [1_445, { slower: ['t'] }],
    [556, {}],
    [555, { faster: ['t'] }],
  ])('of %d ms are held against earlier runs around 1,000 ms', async (headMs, lists) => {
    await history();
    const base = await server.run({ hoursAgo: 2, results: lasting(1_000) });
    const head = await server.run({ results: lasting(headMs) });
    expect(titlesOf(await server.compare({ base, head }))).toEqual(lists);
  });

  it.each<[string, () => Promise<void>]>([
    ['nine runs', () => history(9)],
    ['runs on another branch', () => history(10, { execution: { git: { branch: 'other' } } })],
    ['failures', () => history(10, {}, 'f')],
    ['runs after the base', () => history(10, { hoursAgo: 1.5 })],
  ])('are reported where %s say nothing of noise', async (_, past) => {
    await past();
    const base = await server.run({ hoursAgo: 2, results: lasting(1_000) });
    const head = await server.run({ results: lasting(1_300) });
    expect(titlesOf(await server.compare({ base, head }))).toEqual({ slower: ['t'] });
  });

  it('are compared with older runs if the newest executions did not run them', async () => {
    await history();
    for (let index = 0; index < 50; index++)
      await server.run({ hoursAgo: 50 - index / 2, results: [makeRun('u', '.')] });
    const base = await server.run({ hoursAgo: 2, results: lasting(1_000) });
    const head = await server.run({ results: lasting(1_300) });
    expect(titlesOf(await server.compare({ base, head }))).toEqual({});
  });

  it('follow the thresholds of the caller, by the last attempt', async () => {
    const base = await server.run({ hoursAgo: 2, results: lastAttempts(100, 1_000, 0) });
    const head = await server.run({ results: lastAttempts(149, 1_150, 50) });
    const slower = async (query: Record<string, string>) =>
      titlesOf(await server.compare({ base, head, ...query })).slower;
    expect(await slower({})).toEqual(['from nothing']);
    expect(await slower({ minDurationMs: '49' })).toEqual(['from nothing', 'retried']);
    expect(await slower({ durationThreshold: '0.15' })).toEqual(['other', 'from nothing']);
    expect(await slower({ durationThreshold: '0.151' })).toEqual(['from nothing']);
    const { slower: entries } = (await server.compare({ base, head })).performance;
    expect(entries[0]).toMatchObject({ durationDeltaMs: 50, durationDeltaRate: null });
  });
});

describe('the wall time', () => {
  it.each([
    ['@svc/vitest-reporter', { durationDeltaMs: 30_000, durationDeltaRate: 1 }],
    ['@svc/cli', { durationDeltaMs: null, durationDeltaRate: null }],
  ])('is compared only with that of the same reporter: %s', async (name, expected) => {
    const results = lasting(100);
    const reporter = { name: '@svc/vitest-reporter', version: '0.1.0' };
    const base = await server.run({
      hoursAgo: 2,
      results,
      execution: { reporter, durationMs: 30_000 },
    });
    const head = await server.run({
      results,
      execution: { reporter: { ...reporter, name }, durationMs: 60_000 },
    });
    expect((await server.compare({ base, head })).summary).toMatchObject(expected);
  });
});

/** Ten executions before the base, with durations around a second: median 1,000, MAD 100. */
async function history(executions = 10, facts: RunFacts = {}, letter: Letter = '.'): Promise<void> {
  for (let index = 0; index < executions; index++) {
    const durationMs = [900, 1_000, 1_100][index % 3] ?? 0;
    await server.run({ hoursAgo: 100 - index, results: lasting(durationMs, letter), ...facts });
  }
}

function lasting(durationMs: number, letter: Letter = '.'): IngestResult[] {
  return [makeRun('t', letter, { durationMs })];
}

function lastAttempts(retriedMs: number, otherMs: number, zeroMs: number): IngestResult[] {
  return [
    makeRun('retried', 'r', {
      durationMs: 9_000 + retriedMs,
      attempts: [
        { status: 'failed', durationMs: 9_000 },
        { status: 'passed', durationMs: retriedMs },
      ],
    }),
    makeRun('other', '.', { durationMs: otherMs }),
    makeRun('from nothing', '.', { durationMs: zeroMs }),
  ];
}
