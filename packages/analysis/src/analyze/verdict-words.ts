import type { Classification } from '@svc/contract/executions/outcomes';

/** What a failure of a class is: `a real bug`. */
export const CLASS_WORDS: Readonly<Record<Classification, string>> = {
  REAL_BUG: 'a real bug',
  HEALABLE: 'a test that no longer fits the product',
  INFRA: 'a failure of the infrastructure',
  KNOWN_FLAKE: 'a known flake',
};

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
