import { expect, it } from 'vitest';
import { canBeJudged, isSettling } from './can-be-judged.ts';

const NOW = Date.parse('2026-11-20T10:00:00.000Z');

it.each([
  ['runs', 'running', null, true],
  ['failed 5 minutes ago', 'failed', '2026-11-20T09:55:00.000Z', true],
  ['failed 11 minutes ago', 'failed', '2026-11-20T09:49:00.000Z', false],
  ['was interrupted at no known time', 'interrupted', null, false],
] as const)(
  'knows whether an execution will be analysed by itself that %s',
  (_what, status, finishedAt, expected) => {
    expect(isSettling({ status, finishedAt }, NOW)).toBe(expected);
  },
);

it('judges nothing where only the exit code failed', () => {
  const counts = { failed: 0, flaky: 0, interrupted: 0, skipped: 0, passed: 9, all: 9 };
  const rest = { errors: [], brokenFiles: { items: [], omitted: 0 } };
  expect(canBeJudged({ counts: { ...counts, artifacts: 0 }, ...rest })).toBe(false);
  expect(canBeJudged({ counts: { ...counts, failed: 1, artifacts: 0 }, ...rest })).toBe(true);
});
