import { expect, it } from 'vitest';
import { formatCiRun, readCiRun } from './ci-run.ts';

it('writes the run of a CI system as one text, and reads it back', () => {
  const text = formatCiRun({
    ci: { provider: 'github-actions', runId: '4242', runAttempt: 2 },
  });
  expect(text).toBe('github-actions:4242:2');
  expect(readCiRun(text ?? '')).toEqual({ provider: 'github-actions', runId: '4242', attempt: 2 });
});

it('counts a run without attempts as its first attempt', () => {
  expect(formatCiRun({ ci: { provider: 'circleci', runId: 'a:b' } })).toBe('circleci:a:b:1');
  expect(readCiRun('circleci:a:b:1')).toEqual({ provider: 'circleci', runId: 'a:b', attempt: 1 });
});

it('names a run without a CI system by the key of its execution, else by the part', () => {
  expect(formatCiRun({ key: 'nightly:7', runId: 'a', ci: undefined })).toBe('local:nightly:7:1');
  expect(formatCiRun({ runId: 'a', ci: {} })).toBe('local:a:1');
  expect(formatCiRun({ key: 'nächtlich', runId: 'a', ci: {} })).toBeUndefined();
});

it.each([
  undefined,
  {},
  { provider: 'jenkins' },
  { runId: '1' },
  { provider: '', runId: '1' },
  { provider: 'a:b', runId: 'c', runAttempt: 0 },
  { provider: 'ü', runId: '1' },
  { provider: 'a', runId: '1\n2' },
  { provider: ' a', runId: '1' },
  { provider: 'a', runId: '1'.repeat(500) },
])('writes nothing where there is no run to name: %j', (ci) => {
  expect(formatCiRun({ ci })).toBeUndefined();
});

it.each(['', 'a', 'a:b', 'a:b:', 'a:b:0', 'a:b:x', ':b:1', 'a::1', 'a:b:1.5', 'a:b:-1'])(
  'reads no run in %j',
  (text) => {
    expect(readCiRun(text)).toBeNull();
  },
);
