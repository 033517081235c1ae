import { expect, it } from 'vitest';
import { makeHistory } from '../../test/make-history.ts';
import { deriveTestHealth } from './test-state.ts';

/** `kind lastGood firstBad`, by the runs' commits. */
function sinceOf(history: string): string | null {
  const { since } = deriveTestHealth(makeHistory(history));
  return since && `${since.kind} ${since.lastGood?.commit ?? '-'} ${since.firstBad.commit}`;
}

it.each([
  ['.*30', null],
  // A change point for the worse, before and after the test counts as broken.
  ['.*100 FF', 'failing c99 c100'],
  ['.*30 F*12', 'failing c29 c30'],
  ['.*60 ..R.*10', 'flaky c61 c62'],
  ['.*60 ..C.*10', 'flaky c61 c62'],
  ['.*60 RFCR*5', 'flaky c59 c60'],
  ['.*60 RFCFR*5', 'flaky c59 c60'],
  ['.*60 FRFF*5', 'failing c59 c60'],
  // The last expected run before it may be far back, and other branches do not matter.
  ['.*40 ,,ff,, F*6', 'failing c39 c46'],
  ['.*40 III F*6', 'failing c39 c43'],
  // Fixed, so the last segment is the better one.
  ['.*40 F*20 .*15', null],
  // Too fresh for a change point.
  ['.*5 FFF', 'failing c4 c5'],
  ['..RFFF', 'failing c2 c3'],
  ['..CFFF', 'failing c1 c3'],
  ['FFF', 'failing - c0'],
  ['.*5 ,FfFF', 'failing c4 c6'],
  // Too fresh after a change for the better, and after one to flakiness.
  ['.*40 F*20 .*15 FFF', 'failing c74 c75'],
  ['.*60 ..R.*10 .FFF', 'failing c100 c101'],
  // Broken again after a fix, before the fix makes a change point.
  ['.*40 F .... FFFF', 'failing c44 c45'],
  ['.*31 FFF ...... F*8', 'failing c39 c40'],
  // The break is the same with one passed run or flaky runs in between.
  ['.*40 FFF . F*8', 'failing c39 c40'],
  ['.*40 FFF ..R FFFF', 'failing c39 c40'],
  // Broken by 6 of 10, with passes at the end.
  ['.*10 F*6 .', 'failing c9 c10'],
  ['.*20 F*6 ...', 'failing c19 c20'],
  // Broken by 6 of 10 without runs on the default branch that show since when.
  [',*20 f*6', null],
  ['.*20 f*6', null],
  // Broken by 6 of 10, though the last run passed.
  ['.*30 F*12 .', 'failing c29 c30'],
  // Flaky on the default branch, and broken by failures of another one.
  ['.*60 ..R.*10 f*6', 'flaky c61 c62'],
  ['.*60 C*5 f*6', 'flaky c59 c60'],
  ['.*60 CF.C.F.C f*5', 'flaky c59 c60'],
  ['.*20 F.F. f*4', null],
  ['.*20 F.F f*4', 'failing c21 c22'],
  // Contradicted failures, then plain ones: flaky until three in a row or 6 of 10 make it broken.
  ['.*60 C*5 FF', 'flaky c59 c60'],
  ['.*60 C*5 FFF', 'failing c59 c65'],
  ['.*60 C*5 FFF C', 'flaky c59 c60'],
  ['.*60 C*5 FCFFCFFFC', 'failing c59 c70'],
  // Plain failures are the majority from the change point on.
  ['.*60 CC FFF', 'failing c59 c60'],
  ['.*60 CCC FFF', 'failing c59 c63'],
])('%s is bad since %s', (history, expected) => {
  expect(sinceOf(history)).toBe(expected);
});

it('returns execution, commit and time of both ends', () => {
  expect(deriveTestHealth(makeHistory('.*30 F*5', 1000)).since).toEqual({
    kind: 'failing',
    lastGood: { executionId: 'e29', commit: 'c29', at: 29_000 },
    confidence: 'high',
    firstBad: { executionId: 'e30', commit: 'c30', at: 30_000 },
    goodAgain: null,
    badRuns: 5,
    runs: 5,
  });
});

it.each([
  ['.*30 F*12', 'failing c29 c30, 12 of 12, high'],
  // Three failures after three good runs are a separate break.
  ['.*5 FFF', 'failing c4 c5, 3 of 3, high'],
  ['.. FFF', 'failing c1 c2, 3 of 3, low'],
  ['F..FFF', 'failing c2 c3, 3 of 3, low'],
  // Fewer are reported too, because the newest run failed.
  ['FF', 'failing - c0, 2 of 2, low'],
  ['.*20 F', 'failing c19 c20, 1 of 1, low'],
  ['.F.F', 'failing c2 c3, 1 of 1, low'],
  ['.*20 F.', null],
  ['.*60 ..R.*10', 'flaky c61 c62, 10 of 38, high'],
])('%s is bad since %s', (history, expected) => {
  const { since } = deriveTestHealth(makeHistory(history));
  const share = since && `${since.badRuns} of ${since.runs}, ${since.confidence}`;
  expect(since && `${sinceOf(history)}, ${share}`).toBe(expected);
});

it.each([
  // Passed once, though the test still counts as broken.
  ['.*30 F*12', null],
  ['.*30 F*12 .', 'c42'],
  ['. F*6 .', 'c7'],
  ['.*100 F*4 ..', 'c104'],
  // Passed on retry.
  ['.*30 F*12 R.', 'c42'],
  // A failure that a pass on the same commit contradicts is a failure all the same.
  ['.*30 F*12 .C', null],
  ['.*60 ..R.*10', null],
])('%s is good again from %s on', (history, expected) => {
  expect(deriveTestHealth(makeHistory(history)).since?.goodAgain?.commit ?? null).toBe(expected);
});
