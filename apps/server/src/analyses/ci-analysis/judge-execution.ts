import { CLASSIFIER_VERSION } from '@svc/analysis/analyze/analyze';
import { readLog } from '@svc/analysis/log/read-log';
import type { Scope, TransactionScope } from '../../db/scope.ts';
import type { Deps } from '../../deps.ts';
import { buildBusyError } from '../../errors.ts';
import { rollUpExecution } from '../../rollups/index.ts';
import { analyzeExecution } from '../analyze-execution.ts';
import { tryLockAnalysis } from '../due-analyses/due-analyses.queries.ts';
import { findJudgedExecution, type JudgedExecution } from '../input/judged-execution.queries.ts';
import {
  findStoredAnalysis,
  readAnalysisId,
  readSentFacts,
} from '../stored-analysis/stored-analysis.queries.ts';
import { buildNothingToAnalyzeError } from './nothing-to-analyze.ts';

/** Facts that a request sent in addition to the execution's id. */
interface Sent {
  log: string | undefined;
  changedFiles: readonly string[] | undefined;
}

/**
 * Returns the id of the analysis of an execution: the stored one if the same input would be judged again, else a new
 * one. Null for an execution of another organization or none. While the execution is analysed elsewhere, the stored one
 * is returned, however old, unless something was sent with the request.
 * @throws SvcError BAD_REQUEST when there is nothing to analyze; SERVICE_UNAVAILABLE with Retry-After while the execution
 * is analysed elsewhere and there is no stored analysis, or something was sent.
 */
export async function judgeExecution(
  deps: Pick<Deps, 'clock' | 'random'>,
  scope: Scope,
  { executionId, ...sent }: Sent & { executionId: string },
): Promise<string | null> {
  const found = await findJudgedExecution(scope, executionId);
  if (found === null) return null;
  // The history of its failures is in the roll-ups.
  const isJudged = found.hasFailed || sent.log !== undefined;
  if (found.isRollUpDue && isJudged) await rollUpExecution(scope, executionId);
  return scope.transaction(async (scope) => {
    // A request that waits would hold a connection for uploads.
    if (!(await tryLockAnalysis(scope, executionId)))
      return requireStoredAnalysis(scope, found, sent);
    const execution = await findJudgedExecution(scope, executionId);
    return execution === null ? null : reuseOrAnalyze(deps, scope, { execution, ...sent });
  });
}

async function requireStoredAnalysis(
  scope: Scope,
  { id }: JudgedExecution,
  { log, changedFiles }: Sent,
): Promise<string> {
  const isSent = log !== undefined || changedFiles !== undefined;
  const stored = isSent ? null : await readAnalysisId(scope, id);
  if (stored === null) throw buildBusyError('it is analysing this execution already');
  return stored;
}

async function reuseOrAnalyze(
  deps: Pick<Deps, 'clock' | 'random'>,
  scope: TransactionScope,
  { execution, log, changedFiles }: Sent & { execution: JudgedExecution },
): Promise<string | null> {
  // Judging an execution without its expired errors would give a worse verdict than the stored one.
  const kept = execution.resultsExpired ? await readAnalysisId(scope, execution.id) : null;
  if (kept !== null) return kept;
  if (log === undefined && changedFiles === undefined) {
    const current = await findCurrentAnalysis(scope, execution);
    if (current !== null) return current;
  }
  const hasLog =
    log !== undefined || (await readSentFacts(scope, execution)).sent.log !== undefined;
  if (!execution.hasFailed && !(hasLog && ENDED_BADLY.includes(execution.status))) {
    throw buildNothingFailedError(execution);
  }
  const sent = { log: log === undefined ? undefined : readLog(log), changedFiles };
  const written = await analyzeExecution(deps, scope, { execution, sent });
  if (written !== null) return written.id;
  throw execution.resultsExpired
    ? buildNothingToAnalyzeError('retention deleted the errors of this execution')
    : buildNothingToAnalyzeError('the log has no line that looks like an error');
}

// Such as for a coverage threshold, or because the runner stopped.
const ENDED_BADLY: readonly string[] = ['failed', 'interrupted'];

function buildNothingFailedError({ status }: JudgedExecution) {
  return ENDED_BADLY.includes(status)
    ? buildNothingToAnalyzeError(
        `the execution is ${status}, and no test, file or error of the run says why`,
        'Send the log of its CI job as `log`.',
      )
    : buildNothingToAnalyzeError('nothing failed');
}

async function findCurrentAnalysis(
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
