import { describe, expect, it } from 'vitest';
import {
  toLocalDay,
  buildDayWindow,
  toMidnight,
  buildTimeWindow,
  formatWindow,
} from './time-window.ts';

const NOW = new Date(2026, 10, 21, 15, 30);

describe('timeWindow', () => {
  it('begins at midnight of the viewer, today being the last of its days', () => {
    expect(buildTimeWindow({}, NOW)).toEqual({ from: new Date(2026, 9, 23).toISOString() });
    expect(buildTimeWindow({ days: 1 }, NOW)).toEqual({
      from: new Date(2026, 10, 21).toISOString(),
    });
  });

  it('asks the same all day', () => {
    const evening = new Date(2026, 10, 21, 23, 59);
    expect(buildTimeWindow({ days: 7 }, evening)).toEqual(buildTimeWindow({ days: 7 }, NOW));
  });

  it('includes the last day of a window of its own', () => {
    expect(buildTimeWindow({ from: '2026-11-01', to: '2026-11-03', days: 7 }, NOW)).toEqual({
      from: new Date(2026, 10, 1).toISOString(),
      to: new Date(2026, 10, 4).toISOString(),
    });
    expect(buildTimeWindow({ from: '2026-11-01' }, NOW)).toEqual({
      from: new Date(2026, 10, 1).toISOString(),
    });
  });
});

it('takes a day as the time between two midnights', () => {
  expect(buildDayWindow('2026-12-31')).toEqual({
    from: new Date(2026, 11, 31).toISOString(),
    to: new Date(2027, 0, 1).toISOString(),
  });
  expect(toLocalDay(toMidnight('2026-03-01', -1))).toBe('2026-02-28');
});

it('says a window in words', () => {
  expect(formatWindow({})).toBe('the last 30 days');
  expect(formatWindow({ days: 1 })).toBe('the time since midnight');
  expect(formatWindow({ from: '2026-11-01' })).toBe('the time since 1 Nov 2026');
  expect(formatWindow({ from: '2026-11-01', to: '2026-11-01' })).toBe('1 Nov 2026');
  expect(formatWindow({ from: '2026-11-01', to: '2026-11-03' })).toBe(
    'the time from 1 Nov 2026 to 3 Nov 2026',
  );
});
