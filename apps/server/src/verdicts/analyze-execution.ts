import {
  analyze,
  CLASSIFIER_VERSION,
  type AnalysisResult,
  type AnalyzedFailure,
} from '@svc/analysis/analyze';
import type { ExecutionFailure } from '@svc/analysis/classify/failure';
import type { Classification } from '@svc/contract/executions/outcomes';
import type { Scope, TransactionScope } from '../db/scope.ts';
import type { Deps } from '../deps.ts';
import { readExecutionInput, type ExecutionInput } from './execution-input.ts';
import { storedFingerprintOf } from './fingerprint-text.ts';
import { writeFingerprintVerdicts, type FingerprintClass } from './fingerprint-verdicts.queries.ts';
import type { JudgedExecution } from './judged-execution.queries.ts';
import type { StoredFailure } from './judged-failures.queries.ts';
import { newestFeedbackId } from './labels.queries.ts';
import {
  deleteVerdicts,
  insertPlans,
  insertVerdicts,
  lockAnalysedExecution,
  writeAnalysis,
  type JudgedPlace,
  type PlanRow,
} from './write-analysis.queries.ts';

/** The result of an analysis that was stored. */
export interface WrittenAnalysis extends Pick<AnalysisResult, 'verdict' | 'summary'> {
  id: string;
  failures: number;
}

/**
 * Judges the failures of an execution and stores the verdicts, in place of those on an earlier state of it. Returns
 * null if the execution was deleted meanwhile, or nothing is left to judge. A log is read with the failures, and not
 * stored.
 */
export async function analyzeExecution(
  deps: Pick<Deps, 'clock' | 'random'>,
  scope: Scope,
  { execution, log }: { execution: JudgedExecution; log?: string | undefined },
): Promise<WrittenAnalysis | null> {
  // Before the labels: feedback that arrives meanwhile must count as unknown.
  const feedbackId = await newestFeedbackId(scope);
  const read = await readExecutionInput(scope, execution, log);
  const result = analyze(read.input);
  if (result === null) return null;
  return scope.transaction(async (scope) => {
    if (!(await lockAnalysedExecution(scope, execution.id))) return null;
    const id = await write(deps, scope, {
      execution,
      read,
      result,
      feedbackId,
      withLog: log !== undefined,
    });
    const { verdict, summary, failures } = result;
    return { id, verdict, summary, failures: failures.length };
  });
}

interface Judged {
  execution: JudgedExecution;
  read: ExecutionInput;
  result: AnalysisResult;
  feedbackId: string | null;
  withLog: boolean;
}

async function write(
  { clock, random }: Pick<Deps, 'clock' | 'random'>,
  scope: TransactionScope,
  { execution, read, result, feedbackId, withLog }: Judged,
): Promise<string> {
  const { projectId, branch, commit, startedAt } = execution;
  const known = [...read.fingerprints.values()];
  const isNew = ({ firstSeenAt }: { firstSeenAt: Date }): boolean =>
    firstSeenAt.getTime() >= startedAt.getTime();
  const id = await writeAnalysis(
    scope,
    {
      id: random.id(),
      projectId,
      execution,
      classifier: CLASSIFIER_VERSION,
      feedbackId,
      withLog,
      branch,
      commit,
      at: clock.now(),
      detail: {
        evidence: result.verdict.evidence,
        notChecked: [...read.notChecked, ...result.verdict.notChecked],
        actionPlan: result.actionPlan,
        history: {
          previousAnalyses: read.histories.previousAnalyses,
          knownFingerprints: known.filter((one) => !isNew(one)).length,
          newFingerprints: known.filter(isNew).length,
          lastGood: read.histories.lastGood,
          firstBad: read.histories.firstBad,
        },
      },
    },
    result,
  );
  await deleteVerdicts(scope, id);
  const stored = new Map(read.stored.map((failure) => [failure.resultId, failure]));
  const files = new Map(read.input.failures.map((failure) => [failure.id, failure.file]));
  await insertVerdicts(
    scope,
    { analysisId: id, classifier: CLASSIFIER_VERSION },
    result.failures.map((verdict) => ({
      verdict,
      place: placeOf(verdict, { failure: stored.get(verdict.id), file: files.get(verdict.id) }),
    })),
  );
  const plans = planRows(result, patternsOf(read.input.failures));
  await insertPlans(scope, id, plans);
  await writeFingerprintVerdicts(scope, {
    projectId,
    analysisId: id,
    at: startedAt,
    feedbackId,
    classes: mostSevere(plans),
  });
  return id;
}

/** The title and the file of a failure with a result are those of its test. */
function placeOf(
  { title }: AnalyzedFailure,
  { failure, file }: { failure: StoredFailure | undefined; file: string | undefined },
): JudgedPlace {
  const { resultId = null, testId = null, line = null } = failure ?? {};
  return failure === undefined
    ? { resultId, testId, title, file: file ?? null, line }
    : { resultId, testId, title: null, file: null, line };
}

/** The readable patterns of failures, by fingerprint. */
export function patternsOf(failures: readonly ExecutionFailure[]): Map<string, string> {
  return new Map(failures.map(({ fingerprint, pattern = '' }) => [fingerprint, pattern]));
}

/** The plans of an analysis as rows. `patterns` are by the fingerprint's text. */
export function planRows(
  { plans, failures }: Pick<AnalysisResult, 'plans' | 'failures'>,
  patterns: ReadonlyMap<string, string>,
): PlanRow[] {
  const confidences = new Map<string, number>();
  for (const { planKey, confidence } of failures) {
    confidences.set(planKey, Math.max(confidence, confidences.get(planKey) ?? 0));
  }
  return [...plans].flatMap(([key, plan]): PlanRow[] => {
    const [fingerprint = '', classification] = key.split(' ');
    const stored = storedFingerprintOf(fingerprint);
    if (stored === null || classification === undefined) return [];
    return [
      {
        fingerprintId: stored.id,
        classification: classification as Classification,
        confidence: confidences.get(key) ?? 0,
        pattern: patterns.get(fingerprint) ?? '',
        plan: JSON.stringify(plan),
      },
    ];
  });
}

/** Verdicts in the order in which the whole takes its class. */
const SEVERITY: readonly Classification[] = ['REAL_BUG', 'HEALABLE', 'INFRA', 'KNOWN_FLAKE'];

/** One class for each fingerprint: the most severe, which hides no failure. */
function mostSevere(plans: readonly PlanRow[]): FingerprintClass[] {
  const classes = new Map<string, PlanRow>();
  for (const plan of plans) {
    const known = classes.get(plan.fingerprintId);
    const isWorse =
      known === undefined ||
      SEVERITY.indexOf(plan.classification) < SEVERITY.indexOf(known.classification);
    if (isWorse) classes.set(plan.fingerprintId, plan);
  }
  return [...classes.values()];
}
