import { MAX_BUCKETS, type Granularity } from '@svc/contract/history/trends';
import { describe, expect, it } from 'vitest';
import { splitIntoBuckets } from './buckets.ts';

/** Description, time zone, window, and the expected bucket starts with the last end. */
type Case = [what: string, timezone: string, from: string, to: string, boundaries: string[]];

const HOURS: Case[] = [
  [
    'begin on the half in UTC, where clocks are half an hour apart from it',
    'Asia/Kolkata',
    '2026-11-21T00:00Z',
    '2026-11-21T01:00Z',
    ['2026-11-20T23:30Z', '2026-11-21T00:30Z', '2026-11-21T01:30Z'],
  ],
  [
    'begin on the quarter where clocks are 5:45 ahead',
    'Asia/Kathmandu',
    '2026-11-21T00:00Z',
    '2026-11-21T00:15Z',
    ['2026-11-20T23:15Z', '2026-11-21T00:15Z'],
  ],
  [
    'are two where the clock shows one twice: 2:00 CEST and 2:00 CET',
    'Europe/Berlin',
    '2026-10-24T23:30Z',
    '2026-10-25T02:30Z',
    [
      '2026-10-24T23:00Z',
      '2026-10-25T00:00Z',
      '2026-10-25T01:00Z',
      '2026-10-25T02:00Z',
      '2026-10-25T03:00Z',
    ],
  ],
  [
    'leave out the one that the clock leaves out: 3:00 EDT follows 1:00 EST',
    'America/New_York',
    '2026-03-08T06:15Z',
    '2026-03-08T07:15Z',
    ['2026-03-08T06:00Z', '2026-03-08T07:00Z', '2026-03-08T08:00Z'],
  ],
  [
    'last 90 minutes where clocks go back by 30: 1:00 to 1:59, again from 1:30, then 2:00',
    'Australia/Lord_Howe',
    '2026-04-04T15:10Z',
    '2026-04-04T16:00Z',
    ['2026-04-04T14:00Z', '2026-04-04T15:30Z', '2026-04-04T16:30Z'],
  ],
  [
    'last 30 minutes where clocks go on by 30: 1:59, then 2:30',
    'Australia/Lord_Howe',
    '2026-10-03T14:45Z',
    '2026-10-03T16:30Z',
    ['2026-10-03T14:30Z', '2026-10-03T15:30Z', '2026-10-03T16:00Z', '2026-10-03T17:00Z'],
  ],
  [
    'begin within the half hour that clocks went on by',
    'Australia/Lord_Howe',
    '2026-10-03T15:45Z',
    '2026-10-03T15:50Z',
    ['2026-10-03T15:30Z', '2026-10-03T16:00Z'],
  ],
];

const DAYS: Case[] = [
  [
    'have 23 hours when summer time begins',
    'Europe/Berlin',
    '2026-03-28T12:00Z',
    '2026-03-30T12:00Z',
    ['2026-03-27T23:00Z', '2026-03-28T23:00Z', '2026-03-29T22:00Z', '2026-03-30T22:00Z'],
  ],
  [
    'have 25 hours when summer time ends',
    'Europe/Berlin',
    '2026-10-24T12:00Z',
    '2026-10-26T12:00Z',
    ['2026-10-23T22:00Z', '2026-10-24T22:00Z', '2026-10-25T23:00Z', '2026-10-26T23:00Z'],
  ],
  [
    'have 23 hours in New York three weeks earlier',
    'America/New_York',
    '2026-03-08T12:00Z',
    '2026-03-09T12:00Z',
    ['2026-03-08T05:00Z', '2026-03-09T04:00Z', '2026-03-10T04:00Z'],
  ],
  [
    'have 25 hours in New York a week later',
    'America/New_York',
    '2026-11-01T12:00Z',
    '2026-11-02T12:00Z',
    ['2026-11-01T04:00Z', '2026-11-02T05:00Z', '2026-11-03T05:00Z'],
  ],
  [
    'have 24.5 hours where clocks go back by 30 minutes',
    'Australia/Lord_Howe',
    '2026-04-05T00:00Z',
    '2026-04-05T13:30:00.001Z',
    ['2026-04-04T13:00Z', '2026-04-05T13:30Z', '2026-04-06T13:30Z'],
  ],
  [
    'have 23.5 hours where clocks go on by 30 minutes',
    'Australia/Lord_Howe',
    '2026-10-04T00:00Z',
    '2026-10-04T13:00Z',
    ['2026-10-03T13:30Z', '2026-10-04T13:00Z'],
  ],
  [
    'begin at one o’clock where midnight is left out',
    'Africa/Cairo',
    '2026-04-23T12:00Z',
    '2026-04-24T12:00Z',
    ['2026-04-22T22:00Z', '2026-04-23T22:00Z', '2026-04-24T21:00Z'],
  ],
  [
    'leave out the one that Samoa left out, 30 December 2011',
    'Pacific/Apia',
    '2011-12-29T12:00Z',
    '2011-12-30T12:00Z',
    ['2011-12-29T10:00Z', '2011-12-30T10:00Z', '2011-12-31T10:00Z'],
  ],
  [
    'know the leap day',
    'Asia/Kolkata',
    '2028-02-28T12:00Z',
    '2028-02-29T20:00Z',
    ['2028-02-27T18:30Z', '2028-02-28T18:30Z', '2028-02-29T18:30Z', '2028-03-01T18:30Z'],
  ],
  [
    'go from 28 February to 1 March in other years',
    'America/New_York',
    '2026-02-28T12:00Z',
    '2026-03-01T12:00Z',
    ['2026-02-28T05:00Z', '2026-03-01T05:00Z', '2026-03-02T05:00Z'],
  ],
  [
    'go from one year to the next',
    'Pacific/Apia',
    '2026-12-31T00:00Z',
    '2026-12-31T12:00Z',
    ['2026-12-30T11:00Z', '2026-12-31T11:00Z', '2027-01-01T11:00Z'],
  ],
  [
    'end where the window does, when that is midnight',
    'UTC',
    '2026-11-20',
    '2026-11-21',
    ['2026-11-20', '2026-11-21'],
  ],
];

const WEEKS: Case[] = [
  [
    'begin on Monday, also 2026-W53, which ends in 2027',
    'UTC',
    '2026-12-31',
    '2027-01-05',
    ['2026-12-28', '2027-01-04', '2027-01-11'],
  ],
  [
    'begin on Monday of the time zone',
    'Europe/Berlin',
    '2026-12-27T22:30Z',
    '2027-01-03T23:30Z',
    ['2026-12-20T23:00Z', '2026-12-27T23:00Z', '2027-01-03T23:00Z', '2027-01-10T23:00Z'],
  ],
  [
    'have 169 hours when summer time ends',
    'America/New_York',
    '2026-10-31',
    '2026-11-03',
    ['2026-10-26T04:00Z', '2026-11-02T05:00Z', '2026-11-09T05:00Z'],
  ],
];

const MONTHS: Case[] = [
  [
    'of February have 28 days',
    'America/New_York',
    '2027-02-10',
    '2027-03-02',
    ['2027-02-01T05:00Z', '2027-03-01T05:00Z', '2027-04-01T04:00Z'],
  ],
  [
    'of February have 29 days in a leap year',
    'Pacific/Apia',
    '2028-02-10',
    '2028-02-29',
    ['2028-01-31T11:00Z', '2028-02-29T11:00Z'],
  ],
  [
    'end an hour earlier when summer time begins in them',
    'Europe/Berlin',
    '2026-03-31',
    '2026-04-01',
    ['2026-02-28T23:00Z', '2026-03-31T22:00Z', '2026-04-30T22:00Z'],
  ],
  [
    'go from one year to the next',
    'America/New_York',
    '2026-12-15',
    '2027-01-15',
    ['2026-12-01T05:00Z', '2027-01-01T05:00Z', '2027-02-01T05:00Z'],
  ],
];

describe.each<[Granularity, string, Case[]]>([
  ['hourly', 'hours', HOURS],
  ['daily', 'days', DAYS],
  ['weekly', 'weeks', WEEKS],
  ['monthly', 'months', MONTHS],
])('%s buckets: %s', (granularity, _, cases) => {
  it.each(cases)('%s (%s)', (_what, timezone, from, to, boundaries) => {
    const times = boundaries.map((boundary) => new Date(boundary));
    const buckets = times
      .slice(0, -1)
      .map((start, index) => ({ from: start, to: times[index + 1] }));
    const window = { from: new Date(from), to: new Date(to) };
    expect(splitIntoBuckets(window, granularity, timezone)).toEqual(buckets);
  });
});

it.each<Granularity>(['hourly', 'daily', 'weekly', 'monthly'])(
  'stops at one %s bucket over the limit',
  (granularity) => {
    const window = { from: new Date('1000-01-01'), to: new Date('9999-01-01') };
    expect(splitIntoBuckets(window, granularity, 'Europe/Berlin')).toHaveLength(MAX_BUCKETS + 1);
  },
);

it('makes buckets in every time zone', () => {
  const window = { from: new Date('2026-01-01'), to: new Date('2027-01-01') };
  for (const timezone of Intl.supportedValuesOf('timeZone')) {
    const buckets = splitIntoBuckets(window, 'monthly', timezone);
    expect([12, 13], timezone).toContain(buckets.length);
    const ends = [buckets[0]?.from, ...buckets.slice(0, -1).map((bucket) => bucket.to)];
    expect(buckets.map((bucket) => bucket.from)).toEqual(ends);
  }
});
