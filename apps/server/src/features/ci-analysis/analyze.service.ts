import { CLASSIFIER_VERSION } from '@svc/analysis/analyze';
import { LOG_CHARACTERS, type Analysis, type AnalyzeInput } from '@svc/contract/analysis/analyses';
import { cleanText } from '@svc/contract/text';
import type { RequestScope, Scope } from '../../db/scope.ts';
import type { Deps } from '../../deps.ts';
import { SvcError } from '../../errors.ts';
import { rollUpExecution } from '../../rollups/roll-up.ts';
import { analyzeExecution } from '../../verdicts/analyze-execution.ts';
import {
  executionOfRun,
  findJudgedExecution,
  type JudgedExecution,
} from '../../verdicts/judged-execution.queries.ts';
import { newestFeedbackId } from '../../verdicts/labels.queries.ts';
import { findStoredAnalysis } from '../../verdicts/stored-analysis.queries.ts';
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
  if (executionId === undefined && ci === undefined) {
    if ((failures ?? []).length === 0 && log === undefined) throw nothingToAnalyze();
    const id = await analyzeInline(deps, scope, { failures: failures ?? [], log, context });
    if (id === null) throw nothingToAnalyze();
    return openAnalysis(scope, id);
  }
  const id = executionId?.toLowerCase() ?? (ci && (await executionOfRun(scope, ci)));
  const execution = id == null ? null : await readExecution(scope, id);
  if (execution === null) throw notFound({ executionId, ci });
  if (!execution.hasFailed) throw nothingToAnalyze();
  const current = log === undefined ? await currentAnalysis(scope, execution) : null;
  if (current !== null) return openAnalysis(scope, current);
  const written = await analyzeExecution(deps, scope, { execution, log });
  // It was deleted meanwhile, or retention deleted the only error.
  if (written === null) throw nothingToAnalyze();
  return openAnalysis(scope, written.id);
}

/** Rolls up the execution's newest results first, because its history is in the roll-ups. */
async function readExecution(scope: Scope, id: string): Promise<JudgedExecution | null> {
  const execution = await findJudgedExecution(scope, id);
  if (execution?.isRollUpDue !== true || !execution.hasFailed) return execution;
  await rollUpExecution(scope, id);
  return findJudgedExecution(scope, id);
}

/** The stored analysis if the same input would be judged again. */
async function currentAnalysis(
  scope: Scope,
  { id: executionId, revision, updatedAt, isRollUpDue }: JudgedExecution,
): Promise<string | null> {
  const stored = await findStoredAnalysis(scope, { executionId, classifier: CLASSIFIER_VERSION });
  const isCurrent =
    stored !== null &&
    !isRollUpDue &&
    stored.revision === revision &&
    stored.updatedAt === updatedAt &&
    stored.feedbackId === (await newestFeedbackId(scope));
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

function tooLongLog(length: number): SvcError {
  return new SvcError(
    'PAYLOAD_TOO_LARGE',
    `The log has ${length} characters, and at most ${LOG_CHARACTERS} are read.`,
    { hint: 'Send the end of it, where the failure is.' },
  );
}
