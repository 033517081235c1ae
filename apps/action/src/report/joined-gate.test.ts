import { expect, it } from 'vitest';
import { mergeGates } from './joined-gate.ts';
import type { ReportedGate } from './report.ts';

function gate(verdict: ReportedGate['verdict']): ReportedGate {
  return { verdict, why: [], excused: 0, blocking: 0, others: 0, expiring: [] };
}

it.each<[string, (ReportedGate | null)[], ReportedGate['verdict'] | undefined]>([
  ['passes if each passes', [gate('pass'), gate('pass')], 'pass'],
  ['fails if one fails', [gate('pass'), gate('fail'), gate('undecided')], 'fail'],
  ['is undecided if one is', [gate('undecided'), gate('pass')], 'undecided'],
  ['fails if one fails, and the server did not answer for another', [null, gate('fail')], 'fail'],
  [
    'is undecided if the server did not answer for one, and the others pass',
    [null, gate('pass')],
    'undecided',
  ],
  ['is undecided if the one without an answer is the last', [gate('pass'), null], 'undecided'],
  ['is unknown if the server answered for none', [null, null], undefined],
  ['is not known without executions', [], undefined],
])('%s', (_, gates, verdict) => {
  expect(mergeGates(gates)?.verdict).toBe(verdict);
});

it('says how many executions nobody judged', () => {
  const joined = mergeGates([gate('pass'), null, gate('pass')]);
  expect(joined?.why).toEqual(['The server did not answer for 1 of 3 executions.']);
});

it('adds up what blocks', () => {
  const one = { ...gate('fail'), blocking: 3, others: 1 };
  expect(mergeGates([one, one])).toMatchObject({ blocking: 6, others: 2 });
});
