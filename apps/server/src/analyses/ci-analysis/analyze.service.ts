import { LOG_CHARACTERS, type Analysis, type AnalyzeInput } from '@svc/contract/analysis/analyses';
import { cleanText } from '@svc/contract/zod-free/text';
import type { RequestScope } from '../../db/scope.ts';
import type { Deps } from '../../deps.ts';
import { SvcError } from '../../errors.ts';
import { findExecutionOfRun } from '../input/judged-execution.queries.ts';
import { analyzeInline } from './analyze-inline.ts';
import { judgeExecution } from './judge-execution.ts';
import { buildNothingToAnalyzeError } from './nothing-to-analyze.ts';
import { readAnalysis } from './read-analysis.service.ts';

/**
 * Analyses an execution, or failures and a log that were sent inline, and stores the verdicts.
 * @throws SvcError BAD_REQUEST when there is nothing to analyze; NOT_FOUND for an execution of another organization or
 * none; PAYLOAD_TOO_LARGE for a log over 5 MB, and for changed files of more than 1,000,000 characters.
 */
export async function analyzeFailures(
  deps: Pick<Deps, 'clock' | 'random'>,
  scope: RequestScope,
  { executionId, ci, failures = [], log: sent, context = {} }: AnalyzeInput,
): Promise<Analysis> {
  if (sent !== undefined && sent.length > LOG_CHARACTERS) throw buildLogTooLongError(sent.length);
  const text = sent === undefined ? '' : cleanText(sent);
  const log = text.trim() === '' ? undefined : text;
  const changedFiles = cleanChangedFiles(context);
  if (executionId === undefined && ci === undefined) {
    if (failures.length === 0 && log === undefined)
      throw buildNothingToAnalyzeError('nothing failed');
    const id = await analyzeInline(deps, scope, { failures, log, changedFiles, context });
    if (id === null)
      throw buildNothingToAnalyzeError('the log has no line that looks like an error');
    return readAnalysis(scope, id);
  }
  const id = executionId?.toLowerCase() ?? (ci && (await findExecutionOfRun(scope, ci)));
  const analysisId =
    id == null ? null : await judgeExecution(deps, scope, { executionId: id, log, changedFiles });
  if (analysisId === null) throw buildExecutionNotFoundError({ executionId, ci });
  return readAnalysis(scope, analysisId);
}

function buildExecutionNotFoundError({
  executionId,
  ci,
}: Pick<AnalyzeInput, 'executionId' | 'ci'>): SvcError {
  const what =
    executionId === undefined
      ? `There is no execution of the CI run '${ci?.provider ?? ''} ${ci?.runId ?? ''}'.`
      : `There is no execution '${executionId}'.`;
  return new SvcError('NOT_FOUND', what);
}

// 10,000 paths of usual length. They are stored with the execution's analysis.
const CHANGED_FILES_CHARACTERS = 1_000_000;

function cleanChangedFiles({
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

function buildLogTooLongError(length: number): SvcError {
  return new SvcError(
    'PAYLOAD_TOO_LARGE',
    `The log has ${length} characters, and at most ${LOG_CHARACTERS} are read.`,
    { hint: 'Send the end of it, where the failure is.' },
  );
}
