import type { Candidate, Classification } from '@svc/contract/executions/outcomes';

/** A class as the name of a candidate: `real bug`. */
export const CLASS_NAMES: Readonly<Record<Classification, string>> = {
  REAL_BUG: 'real bug',
  HEALABLE: 'healable',
  INFRA: 'infrastructure',
  KNOWN_FLAKE: 'known flake',
};

/** `real bug 49 %`. */
export function formatCandidate({ classification, confidence }: Candidate): string {
  return `${CLASS_NAMES[classification]} ${Math.round(100 * confidence)} %`;
}
