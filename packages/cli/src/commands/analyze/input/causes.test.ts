import { expect, it } from 'vitest';
import { makeAnalysis, makeVerdict } from '../../../../test/samples/make-analysis.ts';
import { groupCauses } from './causes.ts';
import { findClass } from '../../../flags/class-option.ts';
import { collectMetConditions } from '../met-conditions.ts';

const verdict = (title: string, fingerprint: string, changes = {}) =>
  makeVerdict({ title, fingerprint, ...changes });

it('folds failures with one fingerprint below the surest of the most severe label, which has the plan', () => {
  const causes = groupCauses([
    verdict('a', 'fp2:1', { confidence: 0.7 }),
    verdict('b', 'fp2:1', { confidence: 0.9 }),
    verdict('c', 'fp2:1', { classification: 'INFRA', confidence: 0.95 }),
    verdict('d', 'fp2:2', { classification: 'INFRA' }),
  ]);
  expect(causes.map(({ example, failures }) => [example.title, failures.length])).toEqual([
    ['b', 3],
    ['d', 1],
  ]);
});

it('does not know how many failures of the last class there are in a list that is cut', () => {
  const failures = [verdict('a', 'fp2:1'), verdict('b', 'fp2:2', { classification: 'INFRA' })];
  const known = (isCut: boolean) => groupCauses(failures, isCut).map(({ isAtLeast }) => isAtLeast);
  expect([known(false), known(true)]).toEqual([
    [false, false],
    [false, true],
  ]);
});

it('orders causes of a class: sure ones, then those of more failures, then the surer ones', () => {
  const causes = groupCauses([
    verdict('doubtful', 'fp2:1', { needsHuman: true, confidence: 0.4 }),
    verdict('one', 'fp2:2', { confidence: 0.7 }),
    verdict('surer', 'fp2:3', { confidence: 0.8 }),
    verdict('many', 'fp2:4', { confidence: 0.6 }),
    verdict('many', 'fp2:4', { confidence: 0.6 }),
    verdict('outage', 'fp2:5', { classification: 'INFRA', confidence: 0.99 }),
  ]);
  expect(causes.map(({ example }) => example.title)).toEqual([
    'many',
    'surer',
    'one',
    'doubtful',
    'outage',
  ]);
});

it('puts a corrected failure to the class that a person gave, and --fail-on follows the classifier', () => {
  const correctedBy = { classification: 'KNOWN_FLAKE', by: 'Ann', at: '2026-11-21T07:30:00.000Z' };
  const failures = [
    verdict('flake', 'fp2:1', { classification: 'REAL_BUG', correctedBy }),
    verdict('bug', 'fp2:2'),
  ];
  expect(groupCauses(failures).map(({ example }) => example.title)).toEqual(['bug', 'flake']);
  expect(collectMetConditions(makeAnalysis(failures), ['real-bug', 'known-flake'])).toEqual([
    '--fail-on real-bug: 2 failures',
  ]);
});

const UNSURE = {
  classification: 'HEALABLE',
  confidence: 0.49,
  runnerUp: { classification: 'REAL_BUG', confidence: 0.47 },
} as const;

it('puts unsure causes below the real bugs, whatever their candidates', () => {
  const causes = groupCauses([
    verdict('healable', 'fp2:1', { classification: 'HEALABLE' }),
    verdict('unsure', 'fp2:2', UNSURE),
    verdict('unsure too', 'fp2:2', { ...UNSURE, classification: 'INFRA' }),
    verdict('bug', 'fp2:3'),
  ]);
  expect(causes.map(({ example, failures }) => [example.title, failures.length])).toEqual([
    ['bug', 1],
    ['unsure', 2],
    ['healable', 1],
  ]);
});

it.each([
  ['real-bug', ['--fail-on real-bug: 1 failure and 1 unsure failure']],
  ['unsure', ['--fail-on unsure: 2 failures']],
  ['healable', []],
  ['infra', []],
] as const)('counts unsure failures for --fail-on %s as what they may be', (condition, reasons) => {
  const failures = [
    verdict('bug', 'fp2:1'),
    verdict('may be one', 'fp2:2', UNSURE),
    verdict('is none', 'fp2:3', {
      ...UNSURE,
      runnerUp: { classification: 'INFRA', confidence: 0.4 },
    }),
  ];
  expect(collectMetConditions(makeAnalysis(failures), [condition])).toEqual(reasons);
});

it('exits for --fail-on real-bug also where nothing but an unsure failure may be one', () => {
  const analysis = makeAnalysis([verdict('may be one', 'fp2:2', UNSURE)]);
  expect(collectMetConditions(analysis, ['real-bug'])).toEqual([
    '--fail-on real-bug: 1 unsure failure',
  ]);
});

it('counts what --fail-on names, and a run that failed without a test', () => {
  const analysis = makeAnalysis([verdict('a', 'fp2:1'), verdict('b', 'fp2:2')]);
  expect(collectMetConditions(analysis, ['real-bug', 'real-bug', 'infra', 'any'])).toEqual([
    '--fail-on real-bug: 2 failures',
    '--fail-on any: 2 failures',
  ]);
  const outside = makeAnalysis([], { classification: 'INFRA', failureCount: 0 });
  const outage = makeAnalysis([verdict('a', 'fp2:1')], { failureCount: 12_000 });
  const infra = verdict('b', 'fp2:2', { classification: 'INFRA' });
  expect(collectMetConditions(outage, ['real-bug', 'infra', 'healable', 'any'], [infra])).toEqual([
    '--fail-on real-bug: at least 1 failure',
    '--fail-on infra: at least 1 failure',
    '--fail-on any: 12,000 failures',
  ]);
  expect(collectMetConditions(outside, ['infra', 'any', 'healable'])).toEqual([
    '--fail-on infra: 1 failure',
    '--fail-on any: 1 failure',
  ]);
});

it.each([
  ['real-bug', 'REAL_BUG'],
  ['REAL_BUG', 'REAL_BUG'],
  ['Known-Flake', 'KNOWN_FLAKE'],
  ['any', undefined],
  ['bug', undefined],
])('reads the class %s', (word, classification) => {
  expect(findClass(word)).toBe(classification);
});
