import type { SvcClient } from '@svc/client';
import type { Analysis } from '@svc/contract/analysis/analyses';
import type { FailureVerdict } from '@svc/contract/analysis/verdicts';
import type { Execution } from '@svc/contract/executions/executions';
import { CLASS_WORDS } from '../../analysis/fail-on.ts';
import { logFile, type LogFile } from '../../analysis/log-file.ts';
import { redactedLog } from '../../analysis/redacted-log.ts';
import { connect, type CommandContext } from '../../context/command-context.ts';
import { projectScope } from '../../flags/filter-flags.ts';
import { shellWord } from '../../flags/proposed-command.ts';
import type { Answer } from '../../output/answer.ts';
import {
  isNotFound,
  parseExecutionReference,
  resolveExecution,
  unknownExecution,
} from '../../references/execution-reference.ts';
import { shortCommit } from '../../views/executions/execution-columns.ts';
import { analysisAnswer, nothingAnswer } from './analysis-answer.ts';
import type { AnalyzeFlags } from './analyze.ts';
import { isNothingToAnalyze } from './nothing-to-analyze.ts';

/** Asks the server why an execution failed, with a log beside it if there is one. */
export async function analyzeExecution(
  context: CommandContext,
  typed: string | undefined,
  flags: AnalyzeFlags,
): Promise<Answer> {
  const command = typed === undefined ? 'svc analyze' : `svc analyze ${shellWord(typed)}`;
  // First: a wrong file needs no request.
  const log =
    flags.log === undefined
      ? undefined
      : await logFile(flags.log, { directory: context.directory, input: process.stdin });
  const found = await analyzedExecution(context, { typed, command, flags, log });
  const { client, taken, analysis } = found;
  if (analysis === null) {
    // No result has both outcomes: only the execution is asked for.
    const execution = await client.executions.get.query({ id: found.id, status: ['failed'] });
    return nothingAnswer(`#${execution.number} ${withoutFailures(execution)}`, {
      taken,
      isGood: execution.status === 'passed',
      problems:
        execution.status === 'failed' && flags.failOn?.includes('any') === true
          ? ['--fail-on any: the execution failed']
          : [],
    });
  }
  return analysisAnswer({
    analysis: await withFailures(client, analysis, flags),
    subject: [
      ...executionSubject(analysis),
      ...(log === undefined ? [] : [`with the log ${log.name}`]),
    ],
    taken,
    command,
    flags,
  });
}

/** How an execution ended in which nothing failed that could be judged. */
function withoutFailures({ status, shards }: Pick<Execution, 'status' | 'shards'>): string {
  if (status === 'passed') return 'has no failures';
  if (status === 'failed') {
    return 'failed without a failing test, file or run: its framework ended with an error status';
  }
  if (status === 'running') {
    return `is still running (${shards.received} of ${shards.expected} parts) and has no failures yet`;
  }
  return 'was interrupted and has no failures';
}

interface Asked {
  typed: string | undefined;
  /** Without flags, for proposed commands. */
  command: string;
  flags: Pick<AnalyzeFlags, 'project' | 'allProjects'>;
  log?: LogFile | undefined;
}

/** The execution that the words mean, and its analysis; null if it has no failure. */
export async function analyzedExecution(
  context: CommandContext,
  { typed = 'latest', command, flags, log }: Asked,
): Promise<{
  client: SvcClient;
  id: string;
  taken: string | undefined;
  analysis: Analysis | null;
}> {
  const reference = parseExecutionReference(typed);
  const scope = await projectScope(flags, context);
  const client = await connect(context);
  const { id, taken } = await resolveExecution(reference, {
    ...scope,
    command,
    list: async (query) => (await client.executions.list.query(query)).items,
  });
  const sent = log === undefined ? {} : { log: redactedLog(log.text, context) };
  const analysis = await client.analyses.analyze
    .mutate({ executionId: id, ...sent })
    .catch((error: unknown) => {
      if (isNothingToAnalyze(error)) return null;
      throw isNotFound(error) ? unknownExecution(id) : error;
    });
  return { client, id, taken, analysis };
}

/** `web #812`, `fix-cart 3f9c1ab`. */
export function executionSubject({ project, executionNumber, branch, commit }: Analysis): string[] {
  const place = [branch, shortCommit(commit ?? undefined)].filter((part) => part != null).join(' ');
  return [`${project ?? ''} #${executionNumber ?? ''}`.trim(), place].filter((text) => text !== '');
}

const LARGEST_PAGE = 100;

/**
 * An analysis has its most severe failures. The others are read for `--all`, and one of each class that `--fail-on`
 * names.
 */
async function withFailures(
  client: SvcClient,
  analysis: Analysis,
  { all, failOn = [] }: AnalyzeFlags,
): Promise<Analysis> {
  if (analysis.failureCount <= analysis.failures.length) return analysis;
  if (all === true) return { ...analysis, failures: await allFailures(client, analysis.id) };
  const known = new Set(analysis.failures.map(({ classification }) => classification));
  const failures = [...analysis.failures];
  for (const condition of new Set(failOn)) {
    if (condition === 'any' || known.has(CLASS_WORDS[condition])) continue;
    const classification = CLASS_WORDS[condition];
    const { items } = await client.analyses.failures.query({
      id: analysis.id,
      classification,
      limit: 1,
    });
    failures.push(...items);
  }
  return { ...analysis, failures };
}

/** Every failure of an analysis, the most severe first. */
export async function allFailures(client: SvcClient, id: string): Promise<FailureVerdict[]> {
  const failures: FailureVerdict[] = [];
  let cursor: string | null | undefined;
  do {
    const page: { items: FailureVerdict[]; nextCursor: string | null } =
      await client.analyses.failures.query({
        id,
        limit: LARGEST_PAGE,
        ...(cursor == null ? {} : { cursor }),
      });
    failures.push(...page.items);
    cursor = page.nextCursor;
  } while (cursor !== null);
  return failures;
}
