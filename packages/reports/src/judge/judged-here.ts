import { analyze, CLASSIFIER_VERSION, type AnalyzedFailure } from '@svc/analysis/analyze/analyze';
import type { AnalysisInput, ExecutionFailure } from '@svc/analysis/classify/failure';
import type { Analysis } from '@svc/contract/analysis/analyses';
import type { FailureVerdict } from '@svc/contract/analysis/verdicts';

/** An analysis; without an id if it was made on this machine and is stored nowhere. */
export type AnyAnalysis = Omit<Analysis, 'id'> & { id?: string };

/**
 * Judges failures and a log on this machine, without their history. The answer has the form of the server's, except
 * that it has no id. Null when there is nothing to analyze.
 */
export function judgeLocally(input: AnalysisInput, now: Date): AnyAnalysis | null {
  const result = analyze(input);
  if (result === null) return null;
  const { verdict, summary, actionPlan, failures, failureCount } = result;
  const given = new Map(input.failures.map((failure) => [failure.id, failure]));
  return {
    executionId: null,
    executionNumber: null,
    project: null,
    branch: null,
    commit: null,
    ...verdict,
    notChecked: [...describeUnreadFailures(input), ...verdict.notChecked],
    summary,
    actionPlan,
    failureCount,
    failures: failures.map((failure) => buildVerdict(failure, given.get(failure.id))),
    history: {
      previousAnalyses: 0,
      knownFingerprints: 0,
      newFingerprints: new Set(failures.map(({ fingerprint }) => fingerprint)).size,
      lastGood: null,
      firstBad: null,
    },
    classifier: CLASSIFIER_VERSION,
    analyzedAt: now.toISOString(),
  };
}

/** Describes unread failures in the words of the server. */
function describeUnreadFailures({ failures, failed = 0 }: AnalysisInput): string[] {
  const read = failures.filter(({ kind }) => kind === 'test').length;
  return failed > read ? [`Only the first ${read} of ${failed} failures were judged.`] : [];
}

function buildVerdict(
  failure: AnalyzedFailure,
  given: ExecutionFailure | undefined,
): FailureVerdict {
  const { title, fingerprint, classification, confidence, runnerUp, needsHuman } = failure;
  const { evidence, notChecked, suggestion, actionPlan } = failure;
  return {
    resultId: null,
    testId: null,
    title,
    file: given?.file ?? null,
    line: given?.line ?? null,
    fingerprint,
    classification,
    confidence,
    runnerUp,
    needsHuman,
    evidence,
    notChecked,
    suggestion,
    actionPlan,
    correctedBy: null,
  };
}
