import type { FlakySort } from '@svc/contract/history/flaky-tests';

/** The three orders, each in a line. */
export const FLAKY_SORTS: Record<FlakySort, { label: string; name: string; meaning: string }> = {
  rate: { label: 'Rate', name: 'How often.', meaning: 'Flaky runs / counted runs.' },
  score: {
    label: 'Score',
    name: 'How surely.',
    meaning:
      'The rate that the test exceeds with 90 % probability, so that 2 runs do not outrank 200.',
  },
  impact: {
    label: 'Impact',
    name: 'What it costs.',
    meaning: 'Expected time of its retries a week.',
  },
};
