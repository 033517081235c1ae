import fc from 'fast-check';
import { expect, it } from 'vitest';
import { makeHistory } from '../../test/make-history.ts';
import { deriveTestHealth } from './test-state.ts';
import { leastCpuMs } from '../../test/least-cpu-ms.ts';

it.each([
  ['', 'healthy'],
  ['.*30', 'healthy'],
  ['.*30 F', 'healthy'],
  ['.*30 R', 'suspected'],
  ['.*30 F.R', 'suspected'],
  ['.*30 R...C', 'flaky'],
  ['.*10 RR .*17', 'recovering'],
  ['.*10 RR .*17 R', 'flaky'],
  // Broken outranks, in every state.
  ['.*30 FFF', 'broken'],
  ['.*30 R..R.FFF', 'broken'],
  // Once fixed, its evidence decides.
  ['.*30 R..R.FFF.', 'flaky'],
  ['.*30 FFF.', 'healthy'],
  ['.*30 CCCC', 'flaky'],
  ['.*30 IIII', 'healthy'],
  ['.*30 JJJJ', 'healthy'],
  // Flaky for long, then fixed: 15 clean runs make it recovering, and a change point drops its evidence.
  ['R....*12 .*8', 'recovering'],
  ['R....*12 .*40', 'healthy'],
  // On another branch than the default one: broken only by 6 of 10.
  [',*30 fff', 'healthy'],
  [',*30 f*6', 'broken'],
  [',*30 r,r', 'flaky'],
])('%s is %s', (history, state) => {
  expect(deriveTestHealth(makeHistory(history)).state).toBe(state);
});

it('ignores evidence from before the latest change point', () => {
  // Two flaky runs long ago; then every other run is flaky.
  const health = deriveTestHealth(makeHistory('.*20 R.R .*80 .R*10', 1));
  expect(health).toEqual({
    state: 'flaky',
    evidenceFrom: 104,
    since: {
      kind: 'flaky',
      confidence: 'high',
      badRuns: 10,
      runs: 19,
      lastGood: { executionId: 'e103', commit: 'c103', at: 103 },
      firstBad: { executionId: 'e104', commit: 'c104', at: 104 },
      goodAgain: null,
    },
    becameFlakyAt: 106,
    brokenSince: null,
    cleanRuns: 0,
    flakyRuns: 10,
    runs: 19,
    lastEvidenceAt: 122,
  });
});

it('makes a fixed test healthy at its change point, without its old evidence', () => {
  const health = deriveTestHealth(makeHistory('.*40 C*15 .*20', 1));
  expect(health).toEqual({
    state: 'healthy',
    evidenceFrom: 55,
    since: null,
    becameFlakyAt: null,
    brokenSince: null,
    cleanRuns: 20,
    flakyRuns: 0,
    runs: 20,
    lastEvidenceAt: null,
  });
});

it('counts evidence of other branches from the change point on', () => {
  const health = deriveTestHealth(makeHistory('.*30 rrr F*5 ,r,', 1));
  expect(health).toMatchObject({ state: 'broken', evidenceFrom: 33, flakyRuns: 1, runs: 8 });
});

it('does not report flakiness while the test is broken', () => {
  expect(deriveTestHealth(makeHistory('.*8 RR FFF', 1))).toMatchObject({
    state: 'broken',
    becameFlakyAt: null,
    brokenSince: 10,
  });
});

it.each([
  ['F', 60],
  ['I', null],
  ['J', null],
])('after ten runs of %s counts evidence from %s on', (letter, evidenceFrom) => {
  const history = makeHistory(`.*60 ${letter}*10 .*3`, 1);
  expect(deriveTestHealth(history).evidenceFrom).toBe(evidenceFrom);
});

it('is consistent for any history', () => {
  const history = fc
    .array(
      fc.tuple(
        fc.constantFrom('.', 'F', 'R', 'C', 'I', ',', 'f', 'r', '..R', '.F', ',f'),
        fc.nat({ max: 40 }),
      ),
      { maxLength: 8 },
    )
    .map((parts) => parts.map(([letters, times]) => `${letters}*${times}`).join(' '));
  fc.assert(
    fc.property(history, (text) => {
      const runs = makeHistory(text, 1);
      const health = deriveTestHealth(runs);
      const counted = runs.filter(({ at }) => at >= (health.evidenceFrom ?? 0));
      expect(health.runs).toBe(counted.length);
      expect(health.flakyRuns).toBe(
        counted.filter(({ evidence, infrastructure }) => evidence !== null && !infrastructure)
          .length,
      );
      expect(health.brokenSince !== null).toBe(health.state === 'broken');
      expect(health.becameFlakyAt !== null).toBe(
        health.state === 'flaky' || health.state === 'recovering',
      );
      if (health.since !== null) {
        expect(health.since.lastGood?.at ?? -1).toBeLessThan(health.since.firstBad.at);
      }
    }),
  );
});

it('takes time that grows with the runs of a history, not with their square', () => {
  const long = leastCpuMs(100, makeJudging(100));
  const short = leastCpuMs(2_000, makeJudging(5));
  expect(long / short).toBeLessThan(6);
});

function makeJudging(repeats: number): () => void {
  const runs = makeHistory(`....R...,..F..C.....*${repeats}`);
  return () => void deriveTestHealth(runs);
}
