import { CLASSIFIER_VERSION } from '@svc/analysis/analyze';
import { readLog } from '@svc/analysis/read-log';
import { LOG_CHARACTERS, type Analysis, type AnalyzeInput } from '@svc/contract/analysis/analyses';
import { cleanText } from '@svc/contract/text';
import type { RequestScope, Scope, TransactionScope } from '../../db/scope.ts';
import type { Deps } from '../../deps.ts';
import { SvcError } from '../../errors.ts';
import { rollUpExecution } from '../../rollups/roll-up.ts';
import { lockAnalysis } from '../../verdicts/due-analyses.queries.ts';
import { analyzeExecution } from '../../verdicts/analyze-execution.ts';
import {
  executionOfRun,
  findJudgedExecution,
  type JudgedExecution,
} from '../../verdicts/judged-execution.queries.ts';
import { findStoredAnalysis, newestAnalysisId } from '../../verdicts/stored-analysis.queries.ts';
import { analyzeInline } from './analyze-inline.ts';
import { openAnalysis } from './read-analysis.service.ts';

/**
 * Analyses an execution, or failures and a log that were sent inline, and stores the verdicts.
 * @throws SvcError BAD_REQUEST when nothing failed; NOT_FOUND for an execution of another organization or none;
 * PAYLOAD_TOO_LARGE for a log over 5 MB.
 */
export async function analyzeFailures(
  deps: Pick<Deps, 'clock' | 'random'>,
  scope: RequestScope,
  { executionId, ci, failures, log: sent, context = {} }: AnalyzeInput,
): Promise<Analysis> {
  if (sent !== undefined && sent.length > LOG_CHARACTERS) throw tooLongLog(sent.length);
  const text = sent === undefined ? '' : cleanText(sent);
  const log = text.trim() === '' ? undefined : text;
  const changedFiles = changedFilesOf(context);
  if (executionId === undefined && ci === undefined) {
    if ((failures ?? []).length === 0 && log === undefined) throw nothingToAnalyze();
    const id = await analyzeInline(deps, scope, {
      failures: failures ?? [],
      log,
      changedFiles,
      context,
    });
    if (id === null) throw nothingToAnalyze();
    return openAnalysis(scope, id);
  }
  const id = executionId?.toLowerCase() ?? (ci && (await executionOfRun(scope, ci)));
  const found = id == null ? null : await readExecution(scope, id);
  if (found === null) throw notFound({ executionId, ci });
  const analysisId = await scope.transaction(async (scope) => {
    await lockAnalysis(scope, found.id);
    const execution = await findJudgedExecution(scope, found.id);
    return execution === null ? null : analysisIdOf(deps, scope, { execution, log, changedFiles });
  });
  // It was deleted meanwhile, or retention deleted the only error.
  if (analysisId === null) throw nothingToAnalyze();
  return openAnalysis(scope, analysisId);
}

/** Rolls up the execution's newest results first, because its history is in the roll-ups. */
async function readExecution(scope: Scope, id: string): Promise<JudgedExecution | null> {
  const execution = await findJudgedExecution(scope, id);
  if (execution?.isRollUpDue === true && execution.hasFailed) await rollUpExecution(scope, id);
  return execution;
}

/** The stored analysis if the same input would be judged again, else a new one. */
async function analysisIdOf(
  deps: Pick<Deps, 'clock' | 'random'>,
  scope: TransactionScope,
  {
    execution,
    log,
    changedFiles,
  }: {
    execution: JudgedExecution;
    log: string | undefined;
    changedFiles: readonly string[] | undefined;
  },
): Promise<string | null> {
  if (!execution.hasFailed) throw nothingToAnalyze();
  // Without its errors, an execution would get a worse verdict than it has.
  const kept = execution.resultsExpired ? await newestAnalysisId(scope, execution.id) : null;
  if (kept !== null) return kept;
  if (log === undefined && changedFiles === undefined) {
    const current = await currentAnalysis(scope, execution);
    if (current !== null) return current;
  }
  const sent = { log: log === undefined ? undefined : readLog(log), changedFiles };
  const written = await analyzeExecution(deps, scope, { execution, sent });
  return written?.id ?? null;
}

async function currentAnalysis(
  scope: Scope,
  { id: executionId, revision, updatedAt, isRollUpDue }: JudgedExecution,
): Promise<string | null> {
  const stored = await findStoredAnalysis(scope, { executionId, classifier: CLASSIFIER_VERSION });
  const isCurrent =
    stored !== null &&
    !isRollUpDue &&
    !stored.hasNewerFeedback &&
    stored.revision === revision &&
    stored.updatedAt === updatedAt;
  return isCurrent ? stored.id : null;
}

function notFound({ executionId, ci }: Pick<AnalyzeInput, 'executionId' | 'ci'>): SvcError {
  const what =
    executionId === undefined
      ? `There is no execution of the CI run '${ci?.provider ?? ''} ${ci?.runId ?? ''}'.`
      : `There is no execution '${executionId}'.`;
  return new SvcError('NOT_FOUND', what);
}

function nothingToAnalyze(): SvcError {
  return new SvcError('BAD_REQUEST', 'There is nothing to analyze: nothing failed.');
}

// 10,000 paths of usual length. They are stored with the execution's analysis.
const CHANGED_FILES_CHARACTERS = 1_000_000;

function changedFilesOf({
  changedFiles,
}: NonNullable<AnalyzeInput['context']>): string[] | undefined {
  const length = changedFiles?.reduce((sum, file) => sum + file.length, 0) ?? 0;
  if (length <= CHANGED_FILES_CHARACTERS) return changedFiles?.map(cleanText);
  throw new SvcError(
    'PAYLOAD_TOO_LARGE',
    `The changed files have ${length} characters, and at most ${CHANGED_FILES_CHARACTERS} are read.`,
    { hint: 'Send the files that belong to the product and its tests.' },
  );
}

function tooLongLog(length: number): SvcError {
  return new SvcError(
    'PAYLOAD_TOO_LARGE',
    `The log has ${length} characters, and at most ${LOG_CHARACTERS} are read.`,
    { hint: 'Send the end of it, where the failure is.' },
  );
}
