import type { Candidate, Classification } from '@svc/contract/executions/outcomes';

/** The classes, the most severe first. */
export const CLASSES_BY_SEVERITY = ['REAL_BUG', 'HEALABLE', 'INFRA', 'KNOWN_FLAKE'] as const;

/** The words for a class. */
interface ClassWords {
  /** As a candidate is called: `real bug`. */
  name: string;
  /** A failure of the class: `a real bug`. */
  noun: string;
  /** Failures of the class: `real bugs`. */
  plural: string;
  /** When a failure has the class: `the product broke`. */
  meaning: string;
}

export const CLASS_WORDS: Readonly<Record<Classification, ClassWords>> = {
  REAL_BUG: {
    name: 'real bug',
    noun: 'a real bug',
    plural: 'real bugs',
    meaning: 'the product broke',
  },
  HEALABLE: {
    name: 'healable',
    noun: 'a test that no longer fits the product',
    plural: 'tests that no longer fit the product',
    meaning: 'the test no longer fits the product',
  },
  INFRA: {
    name: 'infrastructure',
    noun: 'an infrastructure failure',
    plural: 'infrastructure failures',
    meaning: 'the runner, the network or a service failed',
  },
  KNOWN_FLAKE: {
    name: 'known flake',
    noun: 'a known flake',
    plural: 'known flakes',
    meaning: 'this failure went away by itself before',
  },
};

/** `real bug 49 %`. */
export function formatCandidate({ classification, confidence }: Candidate): string {
  return `${CLASS_WORDS[classification].name} ${Math.round(100 * confidence)} %`;
}
