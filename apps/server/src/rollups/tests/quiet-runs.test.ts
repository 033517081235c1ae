import { expect, it } from 'vitest';
import { endsWithQuietRuns, isAlone } from './quiet-runs.ts';

const evidence = (executions: string) => ({ testId: 't', at: 0, executions });
const clean = (runs: number) => '.'.repeat(runs);

it.each([
  ['once in 250 runs', `${clean(249)}x`, false],
  ['once in a short history', 'x', false],
  ['every 100 runs', `${clean(49)}x${clean(99)}x${clean(99)}x`, false],
  ['every 5 runs', '....x'.repeat(50), true],
  ['in most runs of a few days', `${clean(230)}${'xx.x'.repeat(5)}`, true],
])(
  'lets 250 quiet runs end the evidence of a test that was flaky %s: %#',
  (_, executions, ends) => {
    expect(endsWithQuietRuns(evidence(executions))).toBe(ends);
  },
);

it('knows evidence that has only quiet runs before it', () => {
  expect(isAlone(evidence(`${clean(249)}x`))).toBe(true);
  expect(isAlone(evidence(`${clean(200)}x${clean(48)}x`))).toBe(false);
  expect(isAlone(evidence(`${clean(10)}x`))).toBe(false);
});
