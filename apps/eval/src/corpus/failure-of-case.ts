import type { Failure } from '@svc/analysis/classify/failure';
import type { Case } from './read-corpus.ts';

/** `text`: the texts alone. `history`: also what is known of earlier runs and retries. */
export const MODES = ['text', 'history'] as const;
export type Mode = (typeof MODES)[number];

/** A case as the classifier reads it. */
export function failureOfCase(one: Case, mode: Mode): Failure {
  const texts = {
    title: one.title,
    message: one.error_message,
    stack: one.stack,
    log: one.log_excerpt,
  };
  if (mode === 'text') return texts;
  const { retry_passed: retryPassed, history, history_imputed: imputed } = one.context;
  const known = history ?? imputed ?? {};
  const since = known.since_commit ?? known.since ?? known.first_red;
  return {
    ...texts,
    retryPassed,
    history: {
      test:
        known.runs === undefined
          ? undefined
          : {
              runs: known.runs,
              failures: known.failures ?? 0,
              flakyRuns: known.flaky_passes_on_retry ?? 0,
            },
      passAndFailSameCommit: known.pass_and_fail_same_commit,
      sinceCommit: since,
      branches: known.branches_affected,
    },
    ...(known.co_failing_tests === undefined ? {} : { shape: { failed: known.co_failing_tests } }),
  };
}
