import type { ActionPlan } from '@svc/contract/analysis/action-plan';
import type { AnalysisInput } from '../classify/failure.ts';
import { judgeRead, type FailureVerdict } from '../classify/judge-failure.ts';
import type { Weights } from '../classify/model/model.ts';
import { readLog, type LogReading } from '../log/read-log.ts';
import { buildActionPlan, pickSuggestion } from '../plan/action-plan.ts';
import { readFailures, type ExecutionFailureWithSignals } from './read-failures.ts';
import { summarizeVerdicts } from './summary.ts';
import { rankVerdictCauses } from './verdict-causes.ts';
import { deriveLabel, LABELS_BY_SEVERITY } from '../verdicts/verdict-label.ts';

/** Rises whenever the same input may get another verdict. Stored verdicts carry it. */
export const CLASSIFIER_VERSION = 3;

/** The verdict on one failure of an execution. */
export interface AnalyzedFailure extends FailureVerdict {
  /** The caller's, or `log` for the failure that the log alone shows. */
  id: string;
  title: string;
  fingerprint: string;
  /** The first thing to do, in one sentence. */
  suggestion: string;
  actionPlan: ActionPlan;
}

/** The analysis of an execution or of a log. */
export interface AnalysisResult {
  /** Verdict on the execution: the verdict on its first cause. @see rankVerdictCauses */
  verdict: FailureVerdict;
  summary: string;
  /** Plan for the failure that the verdict is from. */
  actionPlan: ActionPlan;
  /** The most severe first, then in the order of the input. */
  failures: AnalyzedFailure[];
  /** Number of failures, including those that the input counts in `failed` but does not contain. */
  failureCount: number;
  /** Reading of the log; null without a log. */
  log: LogReading | null;
}

/**
 * Judges an execution's failures together, and plans what to do. Pure and deterministic. Null when there is nothing to
 * analyze: no failure, and a log without any error.
 */
export function analyze(input: AnalysisInput, weights?: Weights): AnalysisResult | null {
  const steps = analyzeSteps(input, weights);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** As `analyze`, in steps of one failure each. Between the steps, a server can answer other requests. */
export function* analyzeSteps(
  input: AnalysisInput,
  weights?: Weights,
): Generator<undefined, AnalysisResult | null> {
  const log = typeof input.log === 'string' ? readLog(input.log) : (input.log ?? null);
  const judged: AnalyzedFailure[] = [];
  const verdicts = new Map<AnalyzedFailure, FailureVerdict>();
  for (const one of readFailures(input, log)) {
    const { failure, verdict } = analyzeFailure(one, weights);
    judged.push(failure);
    verdicts.set(failure, verdict);
    yield;
  }
  const leading = rankVerdictCauses(judged)[0]?.example;
  const verdict = leading && verdicts.get(leading);
  if (leading === undefined || verdict === undefined) return null;
  const failures = LABELS_BY_SEVERITY.flatMap((one) =>
    judged.filter((failure) => deriveLabel(failure) === one),
  );
  const tests = input.failures.filter(({ kind }) => kind === 'test').length;
  const failureCount = failures.length + Math.max(0, (input.failed ?? 0) - tests);
  return {
    verdict,
    summary: summarizeVerdicts({ failures, failureCount, leading }),
    actionPlan: leading.actionPlan,
    failures,
    failureCount,
    log,
  };
}

function analyzeFailure(
  one: ExecutionFailureWithSignals,
  weights: Weights | undefined,
): { failure: AnalyzedFailure; verdict: FailureVerdict } {
  const { id, title, fingerprint } = one.failure;
  const verdict = judgeRead(one, weights);
  const plan = buildActionPlan({ failure: one.failure, read: one.read, verdict });
  const suggestion = pickSuggestion(plan);
  return {
    failure: { id, title, fingerprint, ...verdict, suggestion, actionPlan: plan },
    verdict,
  };
}
