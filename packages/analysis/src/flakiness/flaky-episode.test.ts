import fc from 'fast-check';
import { expect, it } from 'vitest';
import { makeHistory } from '../../test/make-history.ts';
import { deriveFlakyEpisode } from './flaky-episode.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

it.each([
  ['', 'healthy'],
  ['.*20', 'healthy'],
  ['F', 'healthy'],
  ['.*5 FFF', 'healthy'],
  ['.*20 R', 'suspected'],
  ['.*20 C', 'suspected'],
  ['.*20 R .*5 R', 'flaky'],
  ['.*20 r .*5 c', 'flaky'],
  ['RC', 'flaky'],
  // 2 of 200 are 1 %, 2 of 201 are less.
  ['.*190 R .*8 R', 'flaky'],
  ['.*190 R .*9 R', 'suspected'],
  ['.*190 R .*9 RR', 'flaky'],
  // Two in two: recovers after 10.
  ['RR .*4', 'flaky'],
  ['RR .*5', 'recovering'],
  ['RR .*9', 'recovering'],
  ['RR .*10', 'healthy'],
  // 2 in 20 at the last evidence: after 30, with any number of later runs.
  ['.*18 RR .*14', 'flaky'],
  ['.*18 RR .*15', 'recovering'],
  ['.*18 RR .*29', 'recovering'],
  ['.*18 RR .*30', 'healthy'],
  // 2 in 100 would take 150, and 3 in 200 would take 200.
  ['.*98 RR .*149', 'recovering'],
  ['.*98 RR .*150', 'healthy'],
  ['.*197 RRR .*149', 'recovering'],
  ['.*197 RRR .*150', 'healthy'],
  // 3 in 20: 3 / 0.15 is 20 exactly; 3 in 23 is 23; 4 in 21 is 15.75.
  ['.*17 RRR .*19', 'recovering'],
  ['.*17 RRR .*20', 'healthy'],
  ['.*17 RRRR .*15', 'recovering'],
  ['.*17 RRRR .*16', 'healthy'],
  // A suspected test does not become recovering.
  ['R .*9', 'suspected'],
  ['R .*10', 'healthy'],
  ['.*9 R .*29', 'suspected'],
  ['.*9 R .*30', 'healthy'],
  // Failures without evidence are runs without evidence.
  ['RR F*10', 'healthy'],
  ['RR .*7 R', 'flaky'],
  ['RR .*7 R .*4', 'flaky'],
  ['RR .*10 R', 'flaky'],
  // Infrastructure gives no evidence, and counts as a run.
  ['.*20 JJJ', 'healthy'],
  ['RR .*8 JJ', 'healthy'],
])('%s is %s', (history, state) => {
  expect(deriveFlakyEpisode(makeHistory(history)).state).toBe(state);
});

it.each([
  ['R .*13 R', 'flaky'],
  ['R .*14 R', 'suspected'],
  ['R .*14 RR', 'flaky'],
])('%s is %s with a run a day', (history, state) => {
  expect(deriveFlakyEpisode(makeHistory(history, DAY_MS)).state).toBe(state);
});

it('is not known to be flaky from any number of runs of one commit', () => {
  const runs = makeHistory('.*20 RRRR').map((run) => ({ ...run, commit: 'same' }));
  expect(deriveFlakyEpisode(runs).state).toBe('suspected');
});

it('treats each run without a commit as its own commit', () => {
  const runs = makeHistory('.*20 RR').map((run) => ({ ...run, commit: null }));
  expect(deriveFlakyEpisode(runs).state).toBe('flaky');
});

it('counts runs, flaky runs and runs since the last evidence', () => {
  expect(deriveFlakyEpisode(makeHistory('.*10 R .*4 R F .*3', 1))).toEqual({
    state: 'flaky',
    becameFlakyAt: 15,
    cleanRuns: 4,
    flakyRuns: 2,
    runs: 20,
    lastEvidenceAt: 15,
  });
  expect(deriveFlakyEpisode(makeHistory('.*7', 1))).toEqual({
    state: 'healthy',
    becameFlakyAt: null,
    cleanRuns: 7,
    flakyRuns: 0,
    runs: 7,
    lastEvidenceAt: null,
  });
});

it.each([
  ['RR', 1],
  ['RR .*7', 1],
  ['RR .*7 R', 1],
  ['RR .*10', null],
  ['RR .*10 R', 12],
  ['R', null],
])('of %s became flaky at %s', (history, becameFlakyAt) => {
  expect(deriveFlakyEpisode(makeHistory(history, 1)).becameFlakyAt).toBe(becameFlakyAt);
});

it('is healthy after 150 runs without evidence, and unaffected by time alone', () => {
  const history = fc.string({ unit: fc.constantFrom('.', 'R', 'C', 'F'), maxLength: 100 });
  fc.assert(
    fc.property(history, (text) => {
      expect(deriveFlakyEpisode(makeHistory(`${text} .*150`)).state).toBe('healthy');
      const { state } = deriveFlakyEpisode(makeHistory(text, 1));
      const later = makeHistory(text, 1).map((run) => ({ ...run, at: run.at + 1e12 }));
      expect(deriveFlakyEpisode(later).state).toBe(state);
    }),
  );
});
