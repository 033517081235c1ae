import type { TrendPoint } from '@svc/contract/history/trends';
import { describe, expect, it } from 'vitest';
import type { Asker } from './asker.ts';

/** What the shop's executions add to a point: how they ended, results that passed, failed, were skipped and flaky, and seconds. */
const ROWS: Record<string, [string, number, number, number, number, number]> = {
  s12: ['passed', 5, 0, 1, 0, 60],
  s13: ['passed', 5, 0, 1, 0, 60],
  s14: ['passed', 5, 0, 2, 0, 70],
  p1: ['passed', 5, 0, 1, 0, 50],
  s15: ['failed', 4, 0, 0, 0, 40],
  p2: ['failed', 4, 1, 1, 1, 55],
  p3: ['passed', 5, 0, 1, 0, 45],
  s16: ['passed', 5, 0, 1, 1, 60],
  p4: ['passed', 2, 0, 0, 0, 10],
  p5: ['failed', 2, 3, 1, 0, 20],
  p6: ['passed', 5, 0, 1, 0, 20],
  s17: ['passed', 6, 0, 0, 0, 61],
  s18: ['passed', 6, 0, 0, 0, 62],
  s19: ['passed', 6, 0, 0, 0, 63],
  s20: ['failed', 5, 1, 0, 0, 64],
  p7: ['passed', 6, 0, 0, 0, 65],
  s21: ['interrupted', 3, 0, 0, 0, 30],
  p8: ['failed', 5, 1, 0, 0, 90],
  // Short of a shard: its results count, its time does not.
  p9: ['running', 3, 0, 0, 0, 0],
  s22: ['failed', 5, 1, 0, 0, 66],
  s23: ['failed', 5, 1, 0, 0, 67],
  p10: ['failed', 4, 2, 0, 0, 58],
  p11: ['failed', 5, 1, 0, 0, 57],
  s24: ['failed', 5, 1, 0, 0, 68],
  s25: ['failed', 5, 1, 0, 0, 69],
  s26: ['failed', 4, 2, 0, 0, 70],
};

const SECOND_HALF_OF_OCTOBER =
  's13 s14 p1 s15 p2 p3 s16 p4 p5 p6 s17 s18 s19 s20 p7 s21 p8 p9 s22 s23 p10 p11';
const FORTNIGHT = { from: '2026-10-19', to: '2026-11-02' };

interface Case {
  granularity: string;
  timezone: string;
  window: { from: string; to: string };
  /** The number of points, including empty ones. */
  points: number;
  /** Begin of the first point, end of the last. */
  span: [string, string];
  /** Non-empty points, by their beginning without seconds, with the executions in them. */
  filled: Record<string, string>;
}

const CASES: Case[] = [
  {
    granularity: 'daily',
    timezone: 'UTC',
    window: FORTNIGHT,
    points: 14,
    span: ['2026-10-19T00:00', '2026-11-02T00:00'],
    filled: {
      '2026-10-19T00:00': 's13',
      '2026-10-20T00:00': 's14 p1',
      '2026-10-21T00:00': 's15 p2 p3',
      '2026-10-22T00:00': 's16 p4',
      '2026-10-23T00:00': 'p5 p6',
      '2026-10-24T00:00': 's17',
      '2026-10-25T00:00': 's18 s19 s20',
      '2026-10-26T00:00': 'p7',
      '2026-10-27T00:00': 's21 p8',
      '2026-10-28T00:00': 'p9',
      '2026-10-29T00:00': 's22',
      '2026-10-30T00:00': 's23 p10',
      '2026-10-31T00:00': 'p11',
      '2026-11-01T00:00': 's24 s25',
    },
  },
  {
    // Two hours ahead of UTC up to the 25th, then one: that day lasts from 22:00Z to 23:00Z, 25 hours.
    // s12 began at 01:59:59.999 on the 19th, s17 at 00:30 on the 25th, s20 at 00:30 on the 26th.
    granularity: 'daily',
    timezone: 'Europe/Berlin',
    window: FORTNIGHT,
    points: 14,
    span: ['2026-10-18T22:00', '2026-11-01T23:00'],
    filled: {
      '2026-10-18T22:00': 's12 s13',
      '2026-10-19T22:00': 's14 p1',
      '2026-10-20T22:00': 's15 p2 p3',
      '2026-10-21T22:00': 's16 p4',
      '2026-10-22T22:00': 'p5 p6',
      '2026-10-24T22:00': 's17 s18 s19',
      '2026-10-25T23:00': 's20 p7',
      '2026-10-26T23:00': 's21 p8',
      '2026-10-27T23:00': 'p9',
      '2026-10-28T23:00': 's22',
      '2026-10-29T23:00': 's23 p10',
      '2026-10-30T23:00': 'p11',
      '2026-10-31T23:00': 's24 s25',
    },
  },
  {
    // Four hours behind UTC up to 1 November, then five. s13 began on the evening of the 18th, s18 and s19
    // on that of the 24th, s26 on that of 1 November.
    granularity: 'daily',
    timezone: 'America/New_York',
    window: FORTNIGHT,
    points: 14,
    span: ['2026-10-19T04:00', '2026-11-02T05:00'],
    filled: {
      '2026-10-20T04:00': 's14 p1',
      '2026-10-21T04:00': 's15 p2 p3',
      '2026-10-22T04:00': 's16 p4',
      '2026-10-23T04:00': 'p5 p6',
      '2026-10-24T04:00': 's17 s18 s19',
      '2026-10-25T04:00': 's20',
      '2026-10-26T04:00': 'p7',
      '2026-10-27T04:00': 's21 p8',
      '2026-10-28T04:00': 'p9',
      '2026-10-29T04:00': 's22',
      '2026-10-30T04:00': 's23 p10',
      '2026-10-31T04:00': 'p11',
      '2026-11-01T04:00': 's24 s25 s26',
    },
  },
  {
    granularity: 'weekly',
    timezone: 'UTC',
    window: FORTNIGHT,
    points: 2,
    span: ['2026-10-19T00:00', '2026-11-02T00:00'],
    filled: {
      '2026-10-19T00:00': 's13 s14 p1 s15 p2 p3 s16 p4 p5 p6 s17 s18 s19 s20',
      '2026-10-26T00:00': 'p7 s21 p8 p9 s22 s23 p10 p11 s24 s25',
    },
  },
  {
    // s20 began on Monday at 00:30.
    granularity: 'weekly',
    timezone: 'Europe/Berlin',
    window: FORTNIGHT,
    points: 2,
    span: ['2026-10-18T22:00', '2026-11-01T23:00'],
    filled: {
      '2026-10-18T22:00': 's12 s13 s14 p1 s15 p2 p3 s16 p4 p5 p6 s17 s18 s19',
      '2026-10-25T23:00': 's20 p7 s21 p8 p9 s22 s23 p10 p11 s24 s25',
    },
  },
  {
    granularity: 'weekly',
    timezone: 'America/New_York',
    window: FORTNIGHT,
    points: 2,
    span: ['2026-10-19T04:00', '2026-11-02T05:00'],
    filled: {
      '2026-10-19T04:00': 's14 p1 s15 p2 p3 s16 p4 p5 p6 s17 s18 s19 s20',
      '2026-10-26T04:00': 'p7 s21 p8 p9 s22 s23 p10 p11 s24 s25 s26',
    },
  },
  {
    // From Wednesday to Wednesday touches two weeks: the first began before the window, with what was
    // before it left out.
    granularity: 'weekly',
    timezone: 'UTC',
    window: { from: '2026-10-21', to: '2026-10-28' },
    points: 2,
    span: ['2026-10-19T00:00', '2026-11-02T00:00'],
    filled: {
      '2026-10-19T00:00': 's15 p2 p3 s16 p4 p5 p6 s17 s18 s19 s20',
      '2026-10-26T00:00': 'p7 s21 p8',
    },
  },
  {
    granularity: 'monthly',
    timezone: 'UTC',
    window: FORTNIGHT,
    points: 2,
    span: ['2026-10-01T00:00', '2026-12-01T00:00'],
    filled: { '2026-10-01T00:00': SECOND_HALF_OF_OCTOBER, '2026-11-01T00:00': 's24 s25' },
  },
  {
    granularity: 'monthly',
    timezone: 'Europe/Berlin',
    window: FORTNIGHT,
    points: 2,
    span: ['2026-09-30T22:00', '2026-11-30T23:00'],
    filled: { '2026-09-30T22:00': `s12 ${SECOND_HALF_OF_OCTOBER}`, '2026-10-31T23:00': 's24 s25' },
  },
  {
    granularity: 'monthly',
    timezone: 'America/New_York',
    window: FORTNIGHT,
    points: 2,
    span: ['2026-10-01T04:00', '2026-12-01T05:00'],
    filled: {
      '2026-10-01T04:00': SECOND_HALF_OF_OCTOBER.replace('s13 ', ''),
      '2026-11-01T04:00': 's24 s25 s26',
    },
  },
  {
    granularity: 'hourly',
    timezone: 'UTC',
    window: { from: '2026-11-01', to: '2026-11-02' },
    points: 24,
    span: ['2026-11-01T00:00', '2026-11-02T00:00'],
    filled: { '2026-11-01T05:00': 's24', '2026-11-01T06:00': 's25' },
  },
  {
    // 02:30 came twice: s18 began in summer time, s19 in winter time.
    granularity: 'hourly',
    timezone: 'Europe/Berlin',
    window: { from: '2026-10-25', to: '2026-10-26' },
    points: 25,
    span: ['2026-10-24T22:00', '2026-10-25T23:00'],
    filled: { '2026-10-24T22:00': 's17', '2026-10-25T00:00': 's18', '2026-10-25T01:00': 's19' },
  },
  {
    // 01:30 came twice: s24 began in summer time, s25 in winter time.
    granularity: 'hourly',
    timezone: 'America/New_York',
    window: { from: '2026-11-01', to: '2026-11-02' },
    points: 25,
    span: ['2026-11-01T04:00', '2026-11-02T05:00'],
    filled: { '2026-11-01T05:00': 's24', '2026-11-01T06:00': 's25', '2026-11-02T00:00': 's26' },
  },
  {
    // Five and a half hours ahead: hours begin at half past.
    granularity: 'hourly',
    timezone: 'Asia/Kolkata',
    window: { from: '2026-10-25', to: '2026-10-26' },
    points: 24,
    span: ['2026-10-24T18:30', '2026-10-25T18:30'],
    filled: { '2026-10-24T22:30': 's17', '2026-10-25T00:30': 's18', '2026-10-25T01:30': 's19' },
  },
  {
    // Midnight came twice, at 04:00Z and at 05:00Z: the day begins with the first.
    granularity: 'daily',
    timezone: 'America/Havana',
    window: { from: '2026-11-01', to: '2026-11-02' },
    points: 1,
    span: ['2026-11-01T04:00', '2026-11-02T05:00'],
    filled: { '2026-11-01T04:00': 's24 s25 s26' },
  },
];

/** Calendars without any execution: where the buckets of a window begin. */
const CALENDARS: [string, string, string, string, string[]][] = [
  // 2020 had an ISO week 53, from 28 December to 3 January.
  [
    'weekly',
    'UTC',
    '2020-12-21',
    '2021-01-05',
    ['2020-12-21T00:00', '2020-12-28T00:00', '2021-01-04T00:00'],
  ],
  [
    'weekly',
    'Pacific/Auckland',
    '2020-12-27',
    '2021-01-04',
    // Thirteen hours ahead: 27 December is the Sunday of the week that began on the 21st.
    ['2020-12-20T11:00', '2020-12-27T11:00'],
  ],
  // A leap day, and a February of 28 days.
  [
    'daily',
    'Europe/Berlin',
    '2024-02-28',
    '2024-03-02',
    ['2024-02-27T23:00', '2024-02-28T23:00', '2024-02-29T23:00'],
  ],
  ['monthly', 'Asia/Kolkata', '2026-02-01', '2026-03-02', ['2026-01-31T18:30', '2026-02-28T18:30']],
  // 26 April 2024 had no midnight in Cairo: the clock went from 23:59:59 to 01:00.
  [
    'daily',
    'Africa/Cairo',
    '2024-04-25',
    '2024-04-28',
    ['2024-04-24T22:00', '2024-04-25T22:00', '2024-04-26T21:00'],
  ],
  // 29 March 2026 had 23 hours in Berlin.
  [
    'hourly',
    'Europe/Berlin',
    '2026-03-29T00:30:00Z',
    '2026-03-29T02:10:00Z',
    ['2026-03-29T00:00', '2026-03-29T01:00', '2026-03-29T02:00'],
  ],
];

const withSeconds = (minute: string) => `${minute}:00.000Z`;

/** Points over time, worked out by hand. */
export function holdTrends(ask: () => Asker): void {
  describe('draws the shop', () => {
    it.each(CASES)('$granularity in $timezone from $window.from to $window.to', async (example) => {
      const { granularity, timezone, window, filled } = example;
      const trends = await ask().trends({ ...window, project: 'shop', granularity, timezone });
      expect(trends).toMatchObject({ granularity, timezone });
      const { points } = trends;
      expect(points.length).toBe(example.points);
      expect([points[0]?.from, points.at(-1)?.to]).toEqual(example.span.map(withSeconds));
      expect(points.slice(1).map(({ from }) => from)).toEqual(
        points.slice(0, -1).map(({ to }) => to),
      );
      const shown = points.map(({ from, to: _to, ...figures }) => [from.slice(0, 16), figures]);
      const expected = points.map(({ from }) => {
        const names = filled[from.slice(0, 16)]?.split(' ') ?? [];
        return [from.slice(0, 16), figuresOf(names)];
      });
      expect(shown).toEqual(expected);
      expect(points.map(({ from }) => from)).toEqual(
        expect.arrayContaining(Object.keys(filled).map(withSeconds)),
      );
    });
  });

  it('returns the average and the median of a day and of a week', async () => {
    const shop = { ...FORTNIGHT, project: 'shop' };
    const day = (await ask().trends({ ...shop, granularity: 'daily' })).points[2];
    // 21 October: s15 40, p2 55, p3 45.
    expect(day).toMatchObject({ executionAverageMs: 46_667, executionP50Ms: 45_000 });
    const week = (await ask().trends({ ...shop, granularity: 'weekly' })).points[0];
    // 60 70 50 40 55 45 60 10 20 20 61 62 63 64: 680 / 14. Sorted the 7th is 55 and the 8th 60:
    // 10 20 20 40 45 50 55 60 60 61 62 63 64 70.
    expect(week).toMatchObject({ executionAverageMs: 48_571, executionP50Ms: 57_500 });
    // Results: passed 5+5+5+4+4+5+5+2+2+5+6+6+6+5 = 65, failed 1+3+1 = 5.
    expect(week).toMatchObject({ passed: 65, failed: 5, skipped: 9, flaky: 2, passRate: 65 / 70 });
  });

  it.each(CALENDARS)('keeps the calendar: %s in %s from %s', async (...example) => {
    const [granularity, timezone, from, to, froms] = example;
    const { points } = await ask().trends({ granularity, timezone, from, to, project: 'shop' });
    expect(points.map((point) => point.from)).toEqual(froms.map(withSeconds));
    expect(points.every((point) => point.executions === 0 && point.passRate === null)).toBe(true);
  });
}

function figuresOf(names: string[]): Omit<TrendPoint, 'from' | 'to'> {
  const rows = names.map((name) => ROWS[name] ?? (['unknown', 0, 0, 0, 0, 0] as const));
  const ended = (status: string) => rows.filter((row) => row[0] === status).length;
  const total = (column: 1 | 2 | 3 | 4) => rows.reduce((sum, row) => sum + row[column], 0);
  const seconds = rows
    .filter((row) => row[0] !== 'running')
    .map((row) => row[5])
    .toSorted((a, b) => a - b);
  const all = seconds.reduce((sum, one) => sum + one, 0);
  const half = (seconds.length - 1) / 2;
  const [lower = 0, upper = 0] = [seconds[Math.floor(half)], seconds[Math.ceil(half)]];
  return {
    executions: names.length,
    executionsPassed: ended('passed'),
    executionsFailed: ended('failed'),
    executionsInterrupted: ended('interrupted'),
    passed: total(1),
    failed: total(2),
    skipped: total(3),
    flaky: total(4),
    passRate: names.length === 0 ? null : total(1) / (total(1) + total(2)),
    executionAverageMs: seconds.length === 0 ? null : Math.round((all * 1_000) / seconds.length),
    executionP50Ms: seconds.length === 0 ? null : (lower + upper) * 500,
  };
}
