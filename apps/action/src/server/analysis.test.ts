import type { Analysis } from '@svc/contract/analysis/analyses';
import type { Gate } from '@svc/contract/gate/gate';
import { expect, it } from 'vitest';
import { buildReportedVerdict } from './analysis.ts';

const failure = (resultId: string | null, classification: string, confidence: number) => ({
  resultId,
  title: `test ${resultId}`,
  classification,
  confidence,
  runnerUp: { classification: 'INFRA', confidence: 0.1 },
  correctedBy: null as { classification: string } | null,
});

const WORST = failure('a', 'REAL_BUG', 0.9);
const SURE = failure('b', 'REAL_BUG', 0.7);
const UNSURE = failure('c', 'REAL_BUG', 0.4);
const MILD = failure(null, 'INFRA', 0.8);
const WHOLE = { classification: 'REAL_BUG', confidence: 0.9, summary: 'Of all failures.' };

function verdict(failures: object[], excused: string[] | null) {
  const gate = excused && { excused: excused.map((resultId) => ({ resultId })) };
  return buildReportedVerdict(
    { ...WHOLE, failures } as unknown as Analysis,
    gate as unknown as Gate,
  );
}

it('is that of the analysis if the gate excuses nothing, everything, or is not known', () => {
  expect(verdict([WORST, MILD], null)).toEqual(WHOLE);
  expect(verdict([WORST, MILD], [])).toEqual(WHOLE);
  expect(verdict([WORST], ['a'])).toEqual(WHOLE);
});

it('is about what blocks if the gate excuses other failures', () => {
  expect(verdict([WORST, SURE], ['a'])).toEqual({
    classification: 'REAL_BUG',
    confidence: 0.7,
    summary: 'The failure that nothing excuses is probably a real bug (70 % sure): test b',
  });
  expect(verdict([WORST, UNSURE, SURE, MILD], ['a'])).toMatchObject({
    confidence: 0.7,
    summary:
      'Of the 3 failures that nothing excuses, the most severe is probably a real bug (70 % sure): test b',
  });
  expect(verdict([WORST, UNSURE, MILD], ['a'])).toEqual({
    classification: null,
    candidates: [
      { classification: 'REAL_BUG', confidence: 0.4 },
      { classification: 'INFRA', confidence: 0.1 },
    ],
    confidence: 0.4,
    summary:
      'Of the 2 failures that nothing excuses, the most severe is unsure (real bug 40 %, infrastructure 10 %): test c',
  });
  expect(verdict([WORST, { ...MILD, correctedBy: { classification: 'HEALABLE' } }], ['a'])).toEqual(
    {
      classification: 'HEALABLE',
      confidence: 0.8,
      summary:
        'The failure that nothing excuses is a test that no longer fits the product: test null',
    },
  );
});
