import type { Evidence } from '@svc/contract/analysis/verdicts';
import { expect, it } from 'vitest';
import { describeVerdict } from './verdict-sentence.ts';

function evidence(text: string, weight: number): Evidence {
  return { kind: 'any', supports: 'INFRA', weight, text, source: 'message', quote: 'x' };
}

const SURE = {
  confidence: 0.8,
  runnerUp: { classification: 'KNOWN_FLAKE', confidence: 0.1 },
} as const;

it.each([
  [[evidence('The disk was full', 1.2)], 'the disk was full.'],
  [[evidence('Other', 0.2), evidence('A value was not there', 1.2)], 'a value was not there.'],
  [[evidence('HTTP 500 was answered', 2)], 'HTTP 500 was answered.'],
  [[evidence('It passed before', -3), evidence('The disk was full', 0.1)], 'the disk was full.'],
])('names the heaviest reason of %j', (list, reason) => {
  expect(describeVerdict({ ...SURE, classification: 'INFRA', evidence: list })).toBe(
    `Probably an infrastructure failure: ${reason}`,
  );
});

it('says that little is known where no evidence supports the class', () => {
  const list = [evidence('It passed before', -3)];
  expect(describeVerdict({ ...SURE, classification: 'REAL_BUG', evidence: list })).toBe(
    'Probably a real bug. There is little evidence for any class.',
  );
});

it('names the candidates of an unsure verdict', () => {
  const list = [evidence('The disk was full', 0.3)];
  const verdict = { ...SURE, confidence: 0.41, classification: 'INFRA' as const, evidence: list };
  expect(describeVerdict(verdict)).toBe(
    'Unsure: infrastructure 41 %, known flake 10 %. The disk was full.',
  );
});
