import type { AnyAnalysis } from '@svc/reports/judge/judged-here';
import { readLogFile, type LogFile, redactLog } from './input/log-file.ts';
import { connect, type CommandContext } from '../../context/command-context.ts';
import { CommandError } from '../../errors/exit.ts';
import { splitServerMessage } from '../../errors/server-message.ts';
import { resolveProjectScope } from '../../asking/filter-flags.ts';
import { quoteShellWord } from '../../errors/proposed-command.ts';
import type { Answer } from '../../terminal/answer.ts';
import { buildAnalysisAnswer, buildNothingAnswer } from './analysis-answer.ts';
import type { AnalyzeFlags } from './analyze.ts';
import { findNothingReason } from './nothing-to-analyze.ts';

type LogFlags = AnalyzeFlags & { log: string };

/** Judges a log alone: on the server if there is a key, else on this machine. */
export async function analyzeLog(context: CommandContext, flags: LogFlags): Promise<Answer> {
  const { directory, settings } = context;
  const log = await readLogFile(flags.log, { directory, input: context.world.stdin });
  const isOffline = flags.offline === true || settings.apiKey === undefined;
  if (isOffline && (flags.project !== undefined || flags.allProjects === true)) {
    throw new CommandError(
      flags.offline === true
        ? '--offline asks no server, and projects are on it'
        : 'no API key, and projects are on the server',
      `judge it on this machine: svc analyze --log ${quoteShellWord(flags.log)} --offline`,
      flags.offline === true ? 2 : 3,
    );
  }
  const why = flags.offline === true ? '' : ', because no API key is set';
  const place = isOffline
    ? `judged on this machine without history${why}`
    : `judged by ${settings.url}`;
  const analysis = isOffline
    ? await judgeLogLocally(log, context)
    : await judgeLogOnServer(log, context, flags);
  // The job may have failed all the same.
  if (analysis === null) {
    return buildNothingAnswer(`no error found in ${log.name} (${place})`, { isGood: false });
  }
  return buildAnalysisAnswer({
    analysis,
    subject: [log.name, place],
    command: 'svc analyze',
    flags,
  });
}

async function judgeLogLocally(
  { text }: LogFile,
  context: CommandContext,
): Promise<AnyAnalysis | null> {
  const { judgeLocally: judgedHere } = await import('@svc/reports/judge/judged-here');
  return judgedHere({ failures: [], log: redactLog(text, context) }, context.now);
}

async function judgeLogOnServer(
  { text }: LogFile,
  context: CommandContext,
  flags: LogFlags,
): Promise<AnyAnalysis | null> {
  const {
    project,
    currentBranch: branch,
    currentCommit: commit,
  } = await resolveProjectScope(flags, context);
  const client = await connect(context);
  try {
    return await client.analyses.analyze.mutate({
      log: redactLog(text, context),
      context: {
        ...(project === undefined ? {} : { project }),
        ...(branch === undefined ? {} : { branch }),
        ...(commit === undefined ? {} : { commit }),
      },
    });
  } catch (error) {
    if (findNothingReason(error) !== null) return null;
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (error instanceof Error && (code === 'UNREACHABLE' || code === 'FORBIDDEN')) {
      throw new CommandError(
        splitServerMessage(error.message).said,
        `judge it on this machine: svc analyze --log ${quoteShellWord(flags.log)} --offline`,
        code === 'UNREACHABLE' ? 4 : 3,
      );
    }
    throw error;
  }
}
