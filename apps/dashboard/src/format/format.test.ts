import { describe, expect, it } from 'vitest';
import { formatBytes, formatTableCount } from './count.ts';
import { formatDuration, formatDurationDelta } from './duration.ts';
import {
  shortenFingerprint,
  shortenTestTitle,
  formatTestPlace,
  shortenCommits,
} from './identity.ts';
import {
  formatConfidence,
  formatPercent,
  formatWeight,
  formatCountChange,
  formatDurationChange,
  formatInterval,
  formatRate,
  formatRateChange,
  formatRateDelta,
} from './rate.ts';
import { formatAgo, formatSpan } from './time.ts';

/** The texts with plain spaces, which are easier to read here. */
const plain = (text: string) => text.replaceAll('\u00a0', ' ');

describe('rates', () => {
  it.each([
    [null, '–'],
    [0, '0.0 %'],
    [0.9836, '98.4 %'],
    [1, '100.0 %'],
    // Neither none nor all.
    [0.0001, '<0.1 %'],
    [0.9999, '>99.9 %'],
  ])('writes %s as %s', (rate, text) => {
    expect(plain(formatRate(rate))).toBe(text);
  });

  it('writes an interval with its unit once', () => {
    expect(plain(formatInterval({ low: 0.041, high: 0.1023 }))).toBe('4.1–10.2 %');
  });

  it('writes how sure a verdict is', () => {
    expect(plain(formatConfidence(0.866))).toBe('87 % sure');
    expect(plain(formatPercent(0.866))).toBe('87 %');
  });

  it('writes weights of evidence with their sign', () => {
    expect([1.54, 0, -0.81].map(formatWeight)).toEqual(['+1.5', '+0.0', '−0.8']);
  });
});

describe('changes', () => {
  it('says in points whether a rate became better', () => {
    expect(formatRateChange({ from: 0.896, to: 0.87 }, 'higher')).toEqual({
      text: '2.6 points lower',
      tone: 'worse',
    });
    expect(formatRateChange({ from: 0.002, to: 0.001 }, 'lower')).toEqual({
      text: '0.1 points lower',
      tone: 'better',
    });
    expect(formatRateChange({ from: null, to: 0.5 }, 'lower')).toBeNull();
    expect(formatRateChange({ from: 0.5, to: 0.5 }, 'lower')?.text).toBe('unchanged');
  });

  it('says in per cent whether a duration became better', () => {
    const change = formatDurationChange({ fromMs: 1_000, toMs: 1_185 });
    expect([plain(change?.text ?? ''), change?.tone]).toEqual(['18.5 % slower', 'worse']);
    expect(formatDurationChange({ fromMs: 0, toMs: 5 })).toBeNull();
  });

  it('says by how much a count changed', () => {
    expect(formatCountChange({ from: 49, to: 63 }, 'fewer')).toEqual({
      text: '14 more',
      tone: 'worse',
    });
  });

  it('gives differences a sign', () => {
    expect([
      formatDurationDelta(-6_000),
      formatDurationDelta(592),
      formatDurationDelta(0),
      formatDurationDelta(null),
    ]).toEqual(['−6.0\u00a0s', '+592\u00a0ms', '0\u00a0ms', '–']);
    expect([formatRateDelta(1.38), formatRateDelta(-0.27), formatRateDelta(null)]).toEqual([
      '+138\u00a0%',
      '−27\u00a0%',
      'new',
    ]);
  });
});

describe('amounts', () => {
  it('writes durations with no-break spaces, and an en dash for none', () => {
    expect([formatDuration(null), formatDuration(192_000)]).toEqual([
      '–',
      '3\u00a0m\u00a012\u00a0s',
    ]);
  });

  it('leaves zeros out of tables', () => {
    expect([formatTableCount(0), formatTableCount(1_000)]).toEqual(['–', '1,000']);
  });

  it('writes bytes with a no-break space', () => {
    expect(formatBytes(84_300)).toBe('84\u00a0kB');
  });
});

describe('times', () => {
  const now = new Date('2026-11-21T12:00:00Z');
  const before = (ms: number) => formatAgo(new Date(now.getTime() - ms), now);

  it('is relative for a month, then a date', () => {
    expect([
      before(20_000),
      before(14 * 60_000),
      before(2 * 3_600_000),
      before(3 * 86_400_000),
      before(40 * 86_400_000),
      before(-14 * 60_000),
      before(-7 * 86_400_000 + 1_000),
    ]).toEqual([
      'just now',
      '14 min ago',
      '2 h ago',
      '3 d ago',
      '12 Oct 2026',
      'in 14 min',
      'in 7 d',
    ]);
  });

  it('writes spans in their largest unit', () => {
    expect([formatSpan(5_000), formatSpan(90 * 60_000)]).toEqual(['a moment', '1 h']);
  });
});

describe('identities', () => {
  it('shortens the commits of a sentence, and no other hash', () => {
    const commit = '4f2c91e7'.repeat(5);
    expect(shortenCommits(`since ${commit}, not ${commit}00`)).toBe(
      `since 4f2c91e, not ${commit}00`,
    );
  });

  it('shortens a fingerprint to its ends', () => {
    expect(shortenFingerprint('fp2:6be10000000000000000000000ffd04c')).toBe('fp2:6be1…d04c');
  });

  it('shortens a title in its middle', () => {
    expect(shortenTestTitle(['cart', 'adds'], 20)).toBe('cart › adds');
    expect(shortenTestTitle(['cart', 'adds'], 7)).toBe('car…dds');
  });

  it('names the place of a test', () => {
    expect([
      formatTestPlace({ file: 'a.ts', line: 8 }),
      formatTestPlace({ file: 'a.ts', line: null }),
    ]).toEqual(['a.ts:8', 'a.ts']);
  });
});
