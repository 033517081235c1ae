import { expect, it } from 'vitest';
import type { ExecutionFailure } from '../classify/failure.ts';
import { analyze } from './analyze.ts';
import { deriveLabelFields, deriveLabel } from '../verdicts/verdict-label.ts';

function failing(id: string, message: string, stack?: string): ExecutionFailure {
  return {
    id,
    kind: 'test',
    fingerprint: `fp2:${id}`,
    title: id,
    file: 'src/cart.test.ts',
    framework: 'vitest',
    message,
    stack,
  };
}

const THROWN = failing(
  'throws',
  "TypeError: Cannot read properties of undefined (reading 'total')",
  'TypeError: x\n    at totalOf (src/cart.ts:12:20)\n    at src/cart.test.ts:8:3',
);
// A known flake would be as likely without the failed retry.
const UNCLEAR = {
  ...failing('unclear', 'AssertionError: expected false to be true'),
  retryPassed: false,
};
const OUTAGE = failing('outage', 'Error: ENOSPC: no space left on device, write');

it('has no label below 0.6, unless a person gave one', () => {
  const runnerUp = { classification: 'HEALABLE', confidence: 0.4 } as const;
  const at = (confidence: number) =>
    deriveLabelFields({ classification: 'REAL_BUG', confidence, runnerUp, correctedBy: null });
  expect(at(0.6)).toEqual({ classification: 'REAL_BUG' });
  expect(at(0.59)).toEqual({
    classification: null,
    candidates: [{ classification: 'REAL_BUG', confidence: 0.59 }, runnerUp],
  });
  const correctedBy = { classification: 'INFRA' } as const;
  expect(deriveLabel({ classification: 'REAL_BUG', confidence: 0.3, correctedBy })).toBe('INFRA');
});

it('comes after the real bugs and before all others, in lists and as the verdict on all', () => {
  const all = analyze({ failures: [OUTAGE, UNCLEAR, THROWN] });
  expect(all?.failures.map(({ id }) => id)).toEqual(['throws', 'unclear', 'outage']);
  const others = analyze({ failures: [OUTAGE, UNCLEAR] });
  expect(others?.verdict).toMatchObject({ classification: others?.failures[0]?.classification });
  expect(others?.failures.map(({ id }) => id)).toEqual(['unclear', 'outage']);
});

it('is counted as unsure in the summary, which names the candidates once', () => {
  expect(analyze({ failures: [OUTAGE, UNCLEAR, THROWN] })?.summary).toMatch(
    /^Of 3 failures, 1 is a real bug, 1 is unsure and 1 is an infrastructure failure\. The most severe is probably a real bug \(\d\d % sure\): throws\./,
  );
  expect(analyze({ failures: [UNCLEAR, { ...UNCLEAR, id: 'too' }] })?.summary).toMatch(
    /^Both failures are unsure\. The verdict on unclear is unsure: real bug \d\d %, healable \d\d %\. /,
  );
  const { summary, failures } = analyze({ failures: [UNCLEAR] }) ?? expect.fail();
  expect(summary).toMatch(/^Unsure: real bug \d\d %, healable \d\d %\. /);
  expect(summary).not.toMatch(/probably|perhaps|are real bugs/i);
  expect(summary.endsWith(` ${failures[0]?.suggestion}.`)).toBe(true);
});

it('has a plan that begins with what tells the candidates apart, and then serves both', () => {
  const { actionPlan } = analyze({ failures: [UNCLEAR] }) ?? expect.fail();
  expect(actionPlan.goal).toBe(
    'The failure is identified as a real bug or a test that no longer fits the product.',
  );
  const [first, ...others] = actionPlan.steps.map(({ title }) => title);
  expect(first).toBe('Find out whether the product changed on purpose: if not, this is a real bug');
  const starts = others.map((title) => title.slice(0, title.indexOf(':')));
  expect(new Set(starts)).toEqual(
    new Set(['If it is a real bug', 'If it is a test that no longer fits the product']),
  );
  expect(actionPlan.changesVerdict).toEqual([
    'The product change behind it is intended: HEALABLE',
    'The product change is not intended: REAL_BUG',
  ]);
});
