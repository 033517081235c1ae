import type { ActionPlan } from '@svc/contract/analysis/action-plan';
import type { AnalysisInput, ExecutionFailure, Failure } from '../classify/failure.ts';
import { judgeRead, type FailureVerdict } from '../classify/judge-failure.ts';
import { BY_SEVERITY } from '../classify/known-flake.ts';
import { signalsOf } from '../classify/model.ts';
import { readFailure, type ReadFailure } from '../classify/read-failure.ts';
import { fingerprintOf } from '../fingerprint/fingerprint.ts';
import { readLog, type LogReading } from '../log/read-log.ts';
import { actionPlan, suggestionOf } from '../plan/action-plan.ts';
import { similarFailures } from './similar-failures.ts';
import { summaryOf } from './summary.ts';

/** Rises whenever the same input may get another verdict. Stored verdicts carry it. */
export const CLASSIFIER_VERSION = 1;

/** The verdict on one failure of an execution. */
export interface AnalyzedFailure extends FailureVerdict {
  /** The caller's, or `log` for what the log alone tells. */
  id: string;
  title: string;
  fingerprint: string;
  /** The first thing to do, in one sentence. */
  suggestion: string;
  /** The key of its plan in `plans`: failures with one fingerprint and class share it. */
  planKey: string;
}

/** What `analyze` makes of an execution or of a log. */
export interface AnalysisResult {
  /** On the whole: the most severe class, as sure as the surest failure of that class. */
  verdict: FailureVerdict;
  summary: string;
  actionPlan: ActionPlan;
  /** The most severe first, then in the order of the input. */
  failures: AnalyzedFailure[];
  plans: ReadonlyMap<string, ActionPlan>;
  /** What the log says; null without one. */
  log: LogReading | null;
}

// The log of a job tells of all of its failures together. With more failures, its lines would speak for the wrong ones.
const FAILURES_WITH_LOG = 10;

/**
 * Judges an execution's failures together, and says what to do. Pure and deterministic. Null when there is nothing to
 * analyze: no failure, and a log without any error.
 */
export function analyze(input: AnalysisInput): AnalysisResult | null {
  const log = input.log === undefined ? null : readLog(input.log);
  const failures = input.failures.length > 0 ? input.failures : failureOfLog(log);
  if (failures.length === 0) return null;
  const read = readAll(input, failures, log);
  const plans = new Map<string, ActionPlan>();
  const judged = failures.map((failure, at) => {
    const { read: texts, found } = read[at]!;
    const verdict = judgeRead({ read: texts, found });
    const planKey = `${failure.fingerprint} ${verdict.classification}`;
    const plan = plans.get(planKey) ?? actionPlan({ failure, read: texts, verdict });
    plans.set(planKey, plan);
    const { id, title, fingerprint } = failure;
    return { id, title, fingerprint, ...verdict, suggestion: suggestionOf(plan), planKey };
  });
  const ordered = BY_SEVERITY.flatMap((one) =>
    judged.filter((failure) => failure.classification === one),
  );
  const leading = leadingOf(ordered);
  return {
    verdict: verdictOf(leading),
    summary: summaryOf(ordered, leading),
    actionPlan: plans.get(leading.planKey)!,
    failures: ordered,
    plans,
    log,
  };
}

/** The surest failure of the most severe class. */
function leadingOf(ordered: readonly AnalyzedFailure[]): AnalyzedFailure {
  const [first] = ordered as [AnalyzedFailure];
  let leading = first;
  for (const one of ordered) {
    if (one.classification === first.classification && one.confidence > leading.confidence)
      leading = one;
  }
  return leading;
}

function verdictOf(leading: AnalyzedFailure): FailureVerdict {
  const { classification, confidence, runnerUp, needsHuman, evidence, notChecked } = leading;
  return { classification, confidence, runnerUp, needsHuman, evidence, notChecked };
}

interface Read {
  read: ReadFailure;
  found: ReturnType<typeof signalsOf>;
}

function readAll(
  { ran, changedFiles, labelled = [] }: AnalysisInput,
  failures: readonly ExecutionFailure[],
  log: LogReading | null,
): Read[] {
  const tests = failures.filter(({ kind }) => kind === 'test');
  const sameFingerprint = countsOf(tests.map(({ fingerprint }) => fingerprint));
  const failedSetUp =
    log?.isSetUp === true && tests.length === 0 ? (log.step ?? undefined) : undefined;
  const excerpt = log !== null && failures.length <= FAILURES_WITH_LOG ? log.excerpt : undefined;
  const changed = changedFiles === undefined ? undefined : new Set(changedFiles);
  const similarTo = similarFailures(labelled);
  return failures.map((failure) => {
    const given: Failure = {
      ...failure,
      log: excerpt,
      changedFiles: changed,
      history: withSimilar(failure, similarTo),
      shape: {
        ran,
        failed: failure.kind === 'test' ? tests.length : undefined,
        sameFingerprint: sameFingerprint.get(failure.fingerprint),
        failedSetUp,
      },
    };
    const read = readFailure(given);
    return { read, found: signalsOf(read) };
  });
}

function withSimilar(
  { history, pattern, fingerprint }: ExecutionFailure,
  similarTo: ReturnType<typeof similarFailures>,
): Failure['history'] {
  const similar = pattern === undefined ? [] : similarTo({ fingerprint, pattern });
  return similar.length === 0 ? history : { ...history, similar };
}

function countsOf(keys: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}

/** What a log without any failed test tells: its first error. */
function failureOfLog(log: LogReading | null): ExecutionFailure[] {
  if (log === null || log.firstError === null) return [];
  const message = log.firstError.text;
  return [
    {
      id: 'log',
      kind: 'run',
      title: log.step ?? 'log',
      message,
      fingerprint: fingerprintOf({ message }).fingerprint,
    },
  ];
}
