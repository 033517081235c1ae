import { expect, it } from 'vitest';
import type { Classification } from '@svc/contract/executions/outcomes';
import type { FailureKind } from '../../classify/failure.ts';
import { buildDecidingStep } from './deciding-step.ts';
import type { PlannedFailure } from './draft-step.ts';

function stepOf(
  classification: Classification,
  runnerUp: Classification,
  kind: FailureKind = 'test',
) {
  return buildDecidingStep({
    failure: {
      kind,
      title: 'adds',
      titlePath: ['cart', 'adds'],
      file: 'src/cart.test.ts',
      line: 9,
      framework: 'vitest',
    },
    verdict: { classification, runnerUp: { classification: runnerUp, confidence: 0.4 } },
  } as unknown as PlannedFailure);
}

it.each<[Classification, Classification, title: string, detail: string]>([
  [
    'REAL_BUG',
    'KNOWN_FLAKE',
    'Run the test again on this commit: if it passes, this is a flake',
    'Run it three times. If it fails each time with this error, this is a real bug.',
  ],
  [
    'HEALABLE',
    'KNOWN_FLAKE',
    'Run the test again on this commit: if it passes, this is a flake',
    'Run it three times. If it fails each time with this error, the test no longer fits the product.',
  ],
  [
    'INFRA',
    'REAL_BUG',
    'Run the test on another machine: if it passes, the infrastructure failed',
    'If it fails there with this error, this is a real bug.',
  ],
  [
    'INFRA',
    'HEALABLE',
    'Run the test on another machine: if it passes, the infrastructure failed',
    'If it fails there with this error, the test no longer fits the product.',
  ],
  [
    'INFRA',
    'KNOWN_FLAKE',
    'Check what else failed at that time: a flake fails alone',
    'Other failures with the same error, or a slow or broken job, point to the infrastructure.',
  ],
  [
    'HEALABLE',
    'REAL_BUG',
    'Find out whether the product changed on purpose: if not, this is a real bug',
    'Read the error and the change at hand. If the product should work as it does now, the test no longer fits it.',
  ],
])('tells %s and %s apart, in either order', (one, other, title, detail) => {
  const step = stepOf(one, other);
  expect(step).toMatchObject({
    title,
    detail: `The evidence is not conclusive. ${detail}`,
    line: 9,
  });
  expect(stepOf(other, one)).toEqual(step);
});

it('names what can run again', () => {
  expect(stepOf('REAL_BUG', 'KNOWN_FLAKE').command).toContain(
    'npx vitest run src/cart.test.ts -t ',
  );
  const file = stepOf('REAL_BUG', 'KNOWN_FLAKE', 'file');
  expect(file.title).toMatch(/^Run the file again/);
  expect(file.command).toBe('npx vitest run src/cart.test.ts');
  expect(stepOf('INFRA', 'REAL_BUG', 'run').title).toMatch(
    /^Run the failed job on another machine/,
  );
});
