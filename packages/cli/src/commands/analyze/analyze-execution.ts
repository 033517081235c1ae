import { isNotFound } from '../../errors/error-code.ts';
import type { SvcClient } from '@svc/client';
import type { Analysis } from '@svc/contract/analysis/analyses';
import type { FailureVerdict } from '@svc/contract/analysis/verdicts';
import { findConditionLabel, isConditionMet } from './met-conditions.ts';
import { readLogFile, type LogFile, redactLog } from './input/log-file.ts';
import { listAllFailures } from './input/read-failures.ts';
import { createLookUps } from '../../asking/known-projects.ts';
import { connect, type Invocation } from '../../invocation/invocation.ts';
import { resolveProjectScope } from '../../asking/filter-flags.ts';
import { quoteShellWord } from '../../errors/proposed-command.ts';
import type { Answer } from '../../terminal/answer.ts';
import {
  parseExecutionReference,
  resolveExecution,
  buildUnknownExecutionError,
} from '../../asking/execution-reference.ts';
import { buildAnalysisAnswer, buildNothingAnswer } from './analysis-answer.ts';
import type { AnalyzeFlags } from './analyze-flags.ts';
import { findNothingReason, withoutFailures } from './nothing-to-analyze.ts';
import { shortenCommit } from '../../wording/short-ids.ts';

/** Asks the server why an execution failed, with a log beside it if there is one. */
export async function analyzeExecution(
  invocation: Invocation,
  typed: string | undefined,
  flags: AnalyzeFlags,
): Promise<Answer> {
  const command = typed === undefined ? 'svc analyze' : `svc analyze ${quoteShellWord(typed)}`;
  // First: a wrong file needs no request.
  const log =
    flags.log === undefined
      ? undefined
      : await readLogFile(flags.log, {
          directory: invocation.directory,
          input: invocation.world.stdin,
        });
  const found = await readExecutionAnalysis(invocation, { typed, command, flags, log });
  const { client, choiceNote, analysis } = found;
  if (analysis === null) {
    // No result has both outcomes: only the execution is asked for.
    const execution = await client.executions.get.query({ id: found.id, status: ['failed'] });
    return buildNothingAnswer(withoutFailures(execution, { why: found.why, log: log?.name }), {
      choiceNote,
      isGood: execution.status === 'passed',
      problems:
        execution.status === 'failed' && flags.failOn?.includes('any') === true
          ? ['--fail-on any: the execution failed']
          : [],
    });
  }
  const isCut = analysis.failureCount > analysis.failures.length;
  const isPartial = isCut && flags.all !== true;
  return buildAnalysisAnswer({
    analysis:
      isCut && !isPartial
        ? { ...analysis, failures: await listAllFailures(client, analysis.id) }
        : analysis,
    isPartial,
    beyond: isPartial ? await listFurtherFailures(client, analysis, flags) : [],
    subject: [
      ...formatExecutionSubject(analysis),
      ...(log === undefined ? [] : [`with the log ${log.name}`]),
    ],
    choiceNote,
    command,
    flags,
  });
}

interface Asked {
  typed: string | undefined;
  /** Without flags, for proposed commands. */
  command: string;
  flags: Pick<AnalyzeFlags, 'project' | 'allProjects'>;
  log?: LogFile | undefined;
}

/** The execution that the words mean, and its analysis; null if it has no failure. */
export async function readExecutionAnalysis(
  invocation: Invocation,
  { typed = 'latest', command, flags, log }: Asked,
): Promise<{
  client: SvcClient;
  id: string;
  choiceNote: string | undefined;
  analysis: Analysis | null;
  /** Why there is no analysis, in the words of the server. */
  why: string;
}> {
  const reference = parseExecutionReference(typed);
  const scope = await resolveProjectScope(flags, invocation);
  const client = await connect(invocation);
  const { id, choiceNote } = await resolveExecution(reference, {
    ...scope,
    command,
    ...createLookUps(client, invocation),
  });
  const sent = log === undefined ? {} : { log: redactLog(log.text, invocation) };
  const found = { client, id, choiceNote };
  try {
    const analysis = await client.analyses.analyze.mutate({ executionId: id, ...sent });
    return { ...found, analysis, why: '' };
  } catch (error) {
    const why = findNothingReason(error);
    if (why !== null) return { ...found, analysis: null, why };
    throw isNotFound(error) ? buildUnknownExecutionError(id) : error;
  }
}

/** `web #812`, `fix-cart 3f9c1ab`. */
export function formatExecutionSubject({
  project,
  executionNumber,
  branch,
  commit,
}: Analysis): string[] {
  const place = [branch, shortenCommit(commit ?? undefined)]
    .filter((part) => part != null)
    .join(' ');
  return [`${project ?? ''} #${executionNumber ?? ''}`.trim(), place].filter((text) => text !== '');
}

/** The failures that are not listed, if `--fail-on` names a label that no listed one meets. At most 10,000. */
async function listFurtherFailures(
  client: SvcClient,
  { id, failures }: Analysis,
  { failOn = [] }: AnalyzeFlags,
): Promise<FailureVerdict[]> {
  const isOpen = failOn.some((condition) => {
    const label = findConditionLabel(condition);
    return label !== undefined && !failures.some((one) => isConditionMet(label, one));
  });
  if (!isOpen) return [];
  // In the same order.
  return (await listAllFailures(client, id)).slice(failures.length);
}
