import {
  analyzeSteps,
  CLASSIFIER_VERSION,
  type AnalysisResult,
  type AnalyzedFailure,
} from '@svc/analysis/analyze/analyze';
import type { ExecutionFailure } from '@svc/analysis/classify/failure';
import { deriveLabel, isSure, rankLabel } from '@svc/analysis/verdicts/verdict-label';
import type { Classification } from '@svc/contract/executions/outcomes';
import type { Scope, TransactionScope } from '../db/scope.ts';
import type { Deps } from '../deps.ts';
import type { AnalysisDetail, SentFacts } from './stored-analysis/analysis-detail.ts';
import { readExecutionInput, type ExecutionInput } from './input/execution-input.ts';
import { runInSlices } from './in-slices.ts';
import { parseFingerprintId } from '../db/conditions/fingerprint-text.ts';
import {
  writeFingerprintVerdicts,
  type FingerprintClass,
} from './failure-classes/fingerprint-verdicts.queries.ts';
import type { JudgedExecution } from './input/judged-execution.queries.ts';
import type { FailureToJudge } from './input/judged-failures.queries.ts';
import { findNewestFeedbackId } from './input/corrections.queries.ts';
import { readSentFacts } from './stored-analysis/stored-analysis.queries.ts';
import {
  deleteVerdicts,
  insertVerdictFingerprints,
  insertVerdicts,
  lockAnalysedExecution,
  writeAnalysis,
  type JudgedPlace,
  type VerdictFingerprint,
} from './stored-analysis/write-analysis.queries.ts';

/** The result of an analysis that was stored. */
export interface WrittenAnalysis extends Pick<AnalysisResult, 'verdict' | 'summary'> {
  id: string;
  failures: number;
}

/**
 * Judges the failures of an execution and stores the verdicts over those on an earlier state of it. What a request sent
 * (`sent`) is stored, too, and replaces what earlier ones sent; a log only until failures arrive that it may not cover.
 * Returns null if the execution was deleted meanwhile, or nothing is left to judge. The caller holds the lock of the
 * analysis since before it read `execution`.
 */
export async function analyzeExecution(
  deps: Pick<Deps, 'clock' | 'random'>,
  scope: Scope,
  { execution, sent = {} }: { execution: JudgedExecution; sent?: SentFacts },
): Promise<WrittenAnalysis | null> {
  const stored = await readSentFacts(scope, execution);
  const { log = stored.sent.log, changedFiles = stored.sent.changedFiles } = sent;
  const isLogCurrent = sent.log !== undefined || stored.isLogCurrent;
  // Before the corrections: feedback that arrives meanwhile must count as unknown, and as later than the analysis.
  const at = deps.clock.now();
  const feedbackId = await findNewestFeedbackId(scope);
  const read = await readExecutionInput(scope, execution, {
    log,
    isLogCurrent,
    changedFiles,
  });
  const known = { log: read.log, changedFiles };
  const result = await runInSlices(analyzeSteps(read.input));
  if (result === null) return null;
  return scope.transaction(async (scope) => {
    if (!(await lockAnalysedExecution(scope, execution.id))) return null;
    const id = await storeJudged(deps, scope, {
      at,
      execution,
      read,
      result,
      feedbackId,
      sent: known.log === undefined && changedFiles === undefined ? null : known,
    });
    const { verdict, summary } = result;
    return { id, verdict, summary, failures: result.failureCount };
  });
}

interface Judged {
  at: Date;
  execution: JudgedExecution;
  read: ExecutionInput;
  result: AnalysisResult;
  feedbackId: string | null;
  sent: SentFacts | null;
}

async function storeJudged(
  { random }: Pick<Deps, 'random'>,
  scope: TransactionScope,
  { at, execution, read, result, feedbackId, sent }: Judged,
): Promise<string> {
  const { projectId, branch, commit, startedAt } = execution;
  const id = await writeAnalysis(
    scope,
    {
      id: random.id(),
      projectId,
      execution,
      classifier: CLASSIFIER_VERSION,
      feedbackId,
      sent,
      branch,
      commit,
      at,
      detail: buildDetail(execution, read, result),
    },
    result,
  );
  await deleteVerdicts(scope, id);
  const stored = new Map(read.stored.map((failure) => [failure.resultId, failure]));
  const files = new Map(read.input.failures.map((failure) => [failure.id, failure.file]));
  await insertVerdicts(
    scope,
    id,
    result.failures.map((verdict) => ({
      verdict,
      place: toJudgedPlace(verdict, {
        failure: stored.get(verdict.id),
        file: files.get(verdict.id),
      }),
    })),
  );
  const fingerprints = buildFingerprintRows(
    result.failures,
    collectFailurePatterns(read.input.failures),
  );
  await insertVerdictFingerprints(scope, id, fingerprints);
  await writeFingerprintVerdicts(scope, {
    projectId,
    analysisId: id,
    at: startedAt,
    feedbackId,
    classes: pickMostSevereClasses(fingerprints),
  });
  return id;
}

function buildDetail(
  { startedAt }: JudgedExecution,
  { fingerprints, notChecked, histories }: ExecutionInput,
  { verdict, actionPlan }: AnalysisResult,
): AnalysisDetail {
  const known = [...fingerprints.values()];
  const isNew = ({ firstSeenAt }: { firstSeenAt: Date }): boolean =>
    firstSeenAt.getTime() >= startedAt.getTime();
  return {
    evidence: verdict.evidence,
    notChecked: [...notChecked, ...verdict.notChecked],
    actionPlan,
    history: {
      previousAnalyses: histories.previousAnalyses,
      knownFingerprints: known.filter((one) => !isNew(one)).length,
      newFingerprints: known.filter(isNew).length,
      lastGood: histories.lastGood,
      firstBad: histories.firstBad,
    },
  };
}

/** The title and the file of a failure with a result are those of its test. */
function toJudgedPlace(
  { title }: AnalyzedFailure,
  { failure, file }: { failure: FailureToJudge | undefined; file: string | undefined },
): JudgedPlace {
  const { resultId = null, testId = null, line = null } = failure ?? {};
  return failure === undefined
    ? { resultId, testId, title, file: file ?? null, line }
    : { resultId, testId, title: null, file: null, line };
}

/** The readable patterns of failures, by fingerprint. */
export function collectFailurePatterns(failures: readonly ExecutionFailure[]): Map<string, string> {
  return new Map(failures.map(({ fingerprint, pattern = '' }) => [fingerprint, pattern]));
}

/** The fingerprints of verdicts as rows. `patterns` are by the fingerprint's text. */
export function buildFingerprintRows(
  failures: readonly AnalyzedFailure[],
  patterns: ReadonlyMap<string, string>,
): VerdictFingerprint[] {
  const rows = new Map<string, VerdictFingerprint>();
  for (const { fingerprint, classification, confidence, needsHuman } of failures) {
    const fingerprintId = parseFingerprintId(fingerprint);
    if (fingerprintId === null) continue;
    const key = `${fingerprint} ${classification}`;
    const known = rows.get(key);
    rows.set(key, {
      fingerprintId,
      classification,
      confidence: combineConfidences(classification, [confidence, known?.confidence ?? confidence]),
      needsHuman: needsHuman || known?.needsHuman === true,
      pattern: patterns.get(fingerprint) ?? '',
    });
  }
  return [...rows.values()];
}

/**
 * Combines the confidences of several verdicts of one class. The lowest one counts if it is unsure, because an unsure
 * verdict may be a real bug. For REAL_BUG the highest one counts, because no class is worse.
 */
function combineConfidences(
  classification: Classification,
  confidences: readonly number[],
): number {
  const least = Math.min(...confidences);
  return classification !== 'REAL_BUG' && !isSure(least) ? least : Math.max(...confidences);
}

/** One class for each fingerprint: that of the most severe label, which hides no failure. */
function pickMostSevereClasses(rows: readonly VerdictFingerprint[]): FingerprintClass[] {
  const classes = new Map<string, VerdictFingerprint>();
  for (const row of rows) {
    const known = classes.get(row.fingerprintId);
    if (known === undefined || computeSeverityRank(row) < computeSeverityRank(known))
      classes.set(row.fingerprintId, row);
  }
  return [...classes.values()];
}

function computeSeverityRank(row: VerdictFingerprint): number {
  return rankLabel(deriveLabel(row));
}
