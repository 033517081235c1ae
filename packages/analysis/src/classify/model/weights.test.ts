import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { CLASSIFIER_VERSION } from '../../analyze/analyze.ts';
import { WEIGHTS } from '../judge-failure.ts';
import { SIGNALS } from '../signals.ts';

// New weights give new verdicts: they need a new version, so that stored verdicts are not taken for theirs.
const DIGESTS: Record<number, string> = { 3: '22cf619d0387f70c' };

it('raises the version with the weights', () => {
  const { bias, signals, words, temperature } = WEIGHTS;
  const weights = { bias, signals, words, temperature };
  const text = JSON.stringify([weights, SIGNALS.map(({ id }) => id)]);
  const digest = createHash('sha256').update(text).digest('hex').slice(0, 16);
  expect({ [CLASSIFIER_VERSION]: digest }).toEqual({
    [CLASSIFIER_VERSION]: DIGESTS[CLASSIFIER_VERSION],
  });
});

it('weighs every signal, and nothing else', () => {
  expect(Object.keys(WEIGHTS.signals).toSorted()).toEqual(SIGNALS.map(({ id }) => id).toSorted());
});
