import type { IngestResult } from '@svc/contract/executions/ingest';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ComparingApp, makeComparingApp, titlesOf } from '../../test/scenes/comparing.ts';
import { type Letter, makeRun } from '../../test/history.ts';

let server: ComparingApp;
beforeAll(async () => {
  server = await makeComparingApp();
});
afterAll(() => server.close());
beforeEach(() => server.startProject());

describe('a slower machine', () => {
  it.each([
    // The twelve tests take 100 to 1,200 ms, and all of them twice as long.
    [2, {}, {}],
    [2, { 't 6': 3 }, { slower: ['t 6'] }],
    [2, { 't 6': 2.1 }, {}],
    [2, { 't 6': 1 }, {}],
    [2, { 't 6': 0.5 }, { faster: ['t 6'] }],
    [0.5, { 't 6': 0.1 }, { faster: ['t 6'] }],
    [1, { 't 6': 1.5, 't 9': 0.5 }, { slower: ['t 6'], faster: ['t 9'] }],
  ])(
    'by %d is reported once, and tests that changed by %o beyond it',
    async (machine, ratios, lists) => {
      const base = await server.run({ hoursAgo: 2, results: twelve() });
      const head = await server.run({ results: twelve(machine, ratios) });
      const comparison = await server.compare({ base, head });
      expect(comparison.summary.machineFactor).toBe(machine);
      expect(titlesOf(comparison)).toEqual(lists);
    },
  );

  it('does not move tests out of their usual range', async () => {
    for (let index = 0; index < 10; index++) {
      const usual = [0.9, 1, 1.1][index % 3] ?? 1;
      await server.run({ hoursAgo: 100 - index, results: twelve(usual) });
    }
    const base = await server.run({ hoursAgo: 2, results: twelve() });
    // The usual range is 1 ± 0.44.
    const head = await server.run({ results: twelve(2, { 't 6': 2.8, 't 8': 3 }) });
    expect(titlesOf(await server.compare({ base, head }))).toEqual({ slower: ['t 8'] });
  });

  it('of the base does not move tests of the head out of their usual range', async () => {
    for (let index = 0; index < 10; index++) {
      await server.run({ hoursAgo: 100 - index, results: twelve() });
    }
    const base = await server.run({ hoursAgo: 2, results: twelve(2, { 't 8': 3 }) });
    const head = await server.run({ results: twelve() });
    const comparison = await server.compare({ base, head });
    expect(comparison.summary.machineFactor).toBe(0.5);
    expect(titlesOf(comparison)).toEqual({});
  });

  it('hides the usual scatter of tests without a history', async () => {
    const scatter = [0.7, 0.8, 0.9, 1, 1.1, 1.2, 1.3];
    const ratios = Object.fromEntries(
      twelve().map(({ titlePath }, index) => [titlePath.at(-1), scatter[index % 7] ?? 1]),
    );
    const base = await server.run({ hoursAgo: 2, results: twelve() });
    const head = await server.run({ results: twelve(1, { ...ratios, 't 12': 4 }) });
    expect(titlesOf(await server.compare({ base, head }))).toEqual({ slower: ['t 12'] });
  });

  it('is unknown with nine tests, and then hides none', async () => {
    const base = await server.run({ hoursAgo: 2, results: twelve().slice(3) });
    const head = await server.run({ results: twelve(2).slice(3) });
    const { summary } = await server.compare({ base, head });
    expect(summary).toMatchObject({ machineFactor: null, slower: 9 });
  });

  it('is not computed from tests that are too short for the clock, failed or skipped', async () => {
    const base = await server.run({
      hoursAgo: 2,
      results: [...twelve(), ...thirty('.', 1), ...thirty('f', 100), ...thirty('s', 100)],
    });
    const head = await server.run({
      results: [...twelve(1.3), ...thirty('.', 3), ...thirty('f', 300), ...thirty('s', 300)],
    });
    expect((await server.compare({ base, head })).summary.machineFactor).toBe(1.3);
  });

  it('is computed from the longest of several results of a test', async () => {
    const base = await server.run({ hoursAgo: 2, results: [...twelve(), ...twelve(0.5)] });
    const head = await server.run({ results: [...twelve(1.3), ...twelve(0.5)] });
    expect((await server.compare({ base, head })).summary.machineFactor).toBe(1.3);
  });
});

/** Twelve tests of 100 to 1,200 ms, `machine` times as long; some by another ratio. */
function twelve(machine = 1, ratios: Record<string, number> = {}): IngestResult[] {
  return Array.from({ length: 12 }, (_, index) => {
    const title = `t ${index + 1}`;
    const durationMs = Math.round((index + 1) * 100 * (ratios[title] ?? machine));
    return makeRun(title, '.', { durationMs });
  });
}

function thirty(letter: Letter, durationMs: number): IngestResult[] {
  return Array.from({ length: 30 }, (_, index) =>
    makeRun(`${letter} ${index}`, letter, { durationMs }),
  );
}
