import type { FailureVerdict } from '@svc/contract/analysis/verdicts';
import type { Classification } from '@svc/contract/executions/outcomes';
import { expect, it } from 'vitest';
import { chooseLeadVerdict } from './lead-verdict.ts';

interface VerdictFacts extends Partial<Pick<FailureVerdict, 'fingerprint' | 'needsHuman'>> {
  confidence?: number;
  corrected?: Classification;
}

function verdict(
  classification: Classification,
  { confidence = 0.8, corrected, ...facts }: VerdictFacts = {},
): FailureVerdict {
  return {
    title: classification,
    fingerprint: classification,
    needsHuman: false,
    ...facts,
    classification,
    confidence,
    runnerUp: { classification: 'KNOWN_FLAKE', confidence: 0.1 },
    suggestion: 'Reproduce it',
    correctedBy:
      corrected === undefined ? null : { classification: corrected, by: 'Ann', at: '2026-11-20' },
  } as FailureVerdict;
}

const BUG = verdict('REAL_BUG');
const INFRA = verdict('INFRA');

it.each([
  ['one failure', [BUG], 'Probably a real bug', 'Reproduce it'],
  [
    'one unsure failure',
    [verdict('REAL_BUG', { confidence: 0.4 })],
    'Unsure: real bug 40 %, known flake 10 %',
    'Reproduce it',
  ],
  [
    'one confirmed',
    [verdict('INFRA', { corrected: 'INFRA' })],
    'An infrastructure failure, as Ann decided',
    'Reproduce it',
  ],
  [
    'one corrected',
    [verdict('REAL_BUG', { corrected: 'INFRA' })],
    'An infrastructure failure, as Ann decided',
    null,
  ],
  [
    'several of a class',
    [INFRA, INFRA],
    'Each is probably an infrastructure failure',
    'Reproduce it',
  ],
  [
    'several, one of them less sure',
    [BUG, verdict('REAL_BUG', { confidence: 0.6 })],
    'Each is probably a real bug',
    'Reproduce it',
  ],
  [
    'several, one of them unsure',
    [verdict('REAL_BUG', { confidence: 0.4 }), BUG],
    'The most severe is probably a real bug',
    'Reproduce it',
  ],
  [
    'several unsure ones',
    [verdict('REAL_BUG', { confidence: 0.4 }), verdict('HEALABLE', { confidence: 0.5 })],
    'Each is unsure',
    'Reproduce it',
  ],
  [
    'an unsure one and milder ones',
    [INFRA, verdict('REAL_BUG', { confidence: 0.4 })],
    'The most severe is unsure (real bug 40 %, known flake 10 %)',
    'Reproduce it',
  ],
  [
    'an unsure one that was decided',
    [verdict('REAL_BUG', { confidence: 0.4, corrected: 'REAL_BUG' })],
    'A real bug, as Ann decided',
    null,
  ],
  ['two classes', [BUG, INFRA], 'The most severe is probably a real bug', 'Reproduce it'],
  [
    'two classes, the severe one corrected to the other',
    [verdict('REAL_BUG', { corrected: 'INFRA' }), INFRA],
    'Each is probably an infrastructure failure',
    'Reproduce it',
  ],
  [
    'two classes, the mild one corrected',
    [INFRA, verdict('KNOWN_FLAKE', { corrected: 'REAL_BUG' })],
    'The most severe is a real bug, as Ann decided',
    null,
  ],
] as const)('begins with the verdict on %s', (_case, failures, text, next) => {
  const lead = chooseLeadVerdict({ failures: [...failures], failureCount: failures.length });
  expect(lead).toMatchObject({ text, next });
});

it('leads with the first cause, as the summary of the analysis does', () => {
  const rare = verdict('REAL_BUG', { fingerprint: 'rare' });
  const often = verdict('REAL_BUG', { fingerprint: 'often', confidence: 0.7 });
  const surest = verdict('REAL_BUG', { fingerprint: 'often', confidence: 0.75 });
  const vague = verdict('REAL_BUG', { fingerprint: 'vague', confidence: 0.95, needsHuman: true });
  const failures = [vague, rare, often, surest, INFRA];
  const lead = chooseLeadVerdict({ failures, failureCount: 5 });
  expect(lead?.failure).toBe(surest);
  // A person's correction is sure, and needs no person any more.
  const sure = { confidence: 0.3, corrected: 'REAL_BUG', needsHuman: true } as const;
  const corrected = verdict('INFRA', { fingerprint: 'often', ...sure });
  const withAnswer = chooseLeadVerdict({ failures: [...failures, corrected], failureCount: 6 });
  expect(withAnswer?.failure).toBe(corrected);
});

it('names the most severe where not all are here', () => {
  expect(chooseLeadVerdict({ failures: [BUG], failureCount: 2_000 })).toMatchObject({
    text: 'The most severe is probably a real bug',
    failure: BUG,
  });
  expect(chooseLeadVerdict({ failures: [], failureCount: 0 })).toBeNull();
});
