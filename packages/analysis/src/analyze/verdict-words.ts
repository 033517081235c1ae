import type { Correction } from '@svc/contract/analysis/verdicts';
import type { Classification } from '@svc/contract/executions/outcomes';

export { BY_SEVERITY } from '../classify/known-flake.ts';

/** What a failure of a class is: `a real bug`. */
export const CLASS_WORDS: Readonly<Record<Classification, string>> = {
  REAL_BUG: 'a real bug',
  HEALABLE: 'a test that no longer fits the product',
  INFRA: 'a failure of the infrastructure',
  KNOWN_FLAKE: 'a known flake',
};

/** When a failure has a class, for a person who must choose one: `the product broke`. */
export const CLASS_MEANINGS: Readonly<Record<Classification, string>> = {
  REAL_BUG: 'the product broke',
  HEALABLE: 'the test no longer fits the product',
  INFRA: 'the runner, the network or a service failed',
  KNOWN_FLAKE: 'this failure went away by itself before',
};

/** The class of a failure: that of the newest correction, else the classifier's. */
export function classOf({
  classification,
  correctedBy,
}: {
  classification: Classification;
  correctedBy: Pick<Correction, 'classification'> | null;
}): Classification {
  return correctedBy?.classification ?? classification;
}

/** Below it, no class is probable. */
const PROBABLE = 0.5;

/** `probably a real bug`, or `perhaps a real bug, perhaps a known flake` where neither is probable. */
export function likelyWords({
  classification,
  confidence,
  runnerUp,
}: {
  classification: Classification;
  confidence: number;
  runnerUp: { classification: Classification };
}): string {
  const words = CLASS_WORDS[classification];
  return confidence >= PROBABLE
    ? `probably ${words}`
    : `perhaps ${words}, perhaps ${CLASS_WORDS[runnerUp.classification]}`;
}
