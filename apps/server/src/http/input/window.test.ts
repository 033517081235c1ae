import { expect, it } from 'vitest';
import { parseWindow } from './window.ts';

const NOW = new Date('2026-11-22T10:00:00Z');

it.each([
  { from: '2025-10-18', to: '2026-11-22' },
  { from: '2025-10-18T10:00:00Z' },
  { to: '2020-01-01' },
])('takes a window of at most 400 days: %o', (asked) => {
  expect(() => parseWindow(asked, NOW)).not.toThrow();
});

it.each([
  { from: '2025-10-17', to: '2026-11-22' },
  { from: '2025-10-18T09:59:59Z' },
  { from: '0001-01-01', to: '9999-12-31' },
])('refuses a longer one: %o', (asked) => {
  expect(() => parseWindow(asked, NOW)).toThrow(
    'from, to: The window may have at most 400 days. Ask for several shorter windows instead.',
  );
});
