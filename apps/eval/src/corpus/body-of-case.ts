import type { AnalyzeInput } from '@svc/contract/analysis/analyses';
import type { Case } from './read-corpus.ts';

/** `text`: the texts alone. `history`: also what is known of earlier runs and retries. */
export const MODES = ['text', 'history'] as const;
export type Mode = (typeof MODES)[number];

type InlineFailure = NonNullable<AnalyzeInput['failures']>[number];

/** A case as the body of POST /api/ci/analyze. */
export function toAnalyzeInput(
  one: Case,
  mode: Mode,
): AnalyzeInput & { failures: InlineFailure[] } {
  const failure: InlineFailure = {
    title: one.title,
    error: { message: one.error_message, stack: one.stack },
    ...(mode === 'text' ? {} : toPast(one)),
  };
  return { failures: [failure], ...(one.log_excerpt === '' ? {} : { log: one.log_excerpt }) };
}

function toPast({ context }: Case): Pick<InlineFailure, 'retryPassed' | 'history'> {
  const { retry_passed: retryPassed, history, history_imputed: imputed } = context;
  const known = history ?? imputed ?? {};
  const sinceCommit = known.since_commit ?? known.since ?? known.first_red;
  const { co_failing_tests: coFailingTests, pass_and_fail_same_commit: passAndFail } = known;
  if (Object.keys(known).length === 0) return { retryPassed };
  return {
    retryPassed,
    history: {
      // The corpus counts the present failure. Missing facts become a neutral past: the first failure in 30 runs.
      runs: Math.max(0, (known.runs ?? 30) - 1),
      failures: Math.max(0, (known.failures ?? 1) - 1),
      flakyRuns: known.flaky_passes_on_retry ?? 0,
      ...(coFailingTests === undefined ? {} : { coFailingTests }),
      ...(passAndFail === undefined ? {} : { passAndFailSameCommit: passAndFail }),
      ...(sinceCommit === undefined ? {} : { sinceCommit }),
    },
  };
}
