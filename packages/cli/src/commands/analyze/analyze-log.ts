import type { AnyAnalysis } from '@svc/reports/judge/judged-here';
import { logFile, type LogFile, redactedLog } from './input/log-file.ts';
import { connect, type CommandContext } from '../../context/command-context.ts';
import { CommandError } from '../../errors/exit.ts';
import { serverMessage } from '../../errors/server-message.ts';
import { projectScope } from '../../asking/filter-flags.ts';
import { shellWord } from '../../errors/proposed-command.ts';
import type { Answer } from '../../terminal/answer.ts';
import { analysisAnswer, nothingAnswer } from './analysis-answer.ts';
import type { AnalyzeFlags } from './analyze.ts';
import { whyNothing } from './nothing-to-analyze.ts';

type LogFlags = AnalyzeFlags & { log: string };

/** Judges a log alone: on the server if there is a key, else on this machine. */
export async function analyzeLog(context: CommandContext, flags: LogFlags): Promise<Answer> {
  const { directory, settings } = context;
  const log = await logFile(flags.log, { directory, input: context.world.stdin });
  const isOffline = flags.offline === true || settings.apiKey === undefined;
  if (isOffline && (flags.project !== undefined || flags.allProjects === true)) {
    throw new CommandError(
      flags.offline === true
        ? '--offline asks no server, and projects are on it'
        : 'no API key, and projects are on the server',
      `judge it on this machine: svc analyze --log ${shellWord(flags.log)} --offline`,
      flags.offline === true ? 2 : 3,
    );
  }
  const why = flags.offline === true ? '' : ', because no API key is set';
  const place = isOffline
    ? `judged on this machine without history${why}`
    : `judged by ${settings.url}`;
  const analysis = isOffline
    ? await judgedLogHere(log, context)
    : await judgedLogThere(log, context, flags);
  // The job may have failed all the same.
  if (analysis === null) {
    return nothingAnswer(`no error found in ${log.name} (${place})`, { isGood: false });
  }
  return analysisAnswer({ analysis, subject: [log.name, place], command: 'svc analyze', flags });
}

async function judgedLogHere(
  { text }: LogFile,
  context: CommandContext,
): Promise<AnyAnalysis | null> {
  const { judgeLocally: judgedHere } = await import('@svc/reports/judge/judged-here');
  return judgedHere({ failures: [], log: redactedLog(text, context) }, context.now);
}

async function judgedLogThere(
  { text }: LogFile,
  context: CommandContext,
  flags: LogFlags,
): Promise<AnyAnalysis | null> {
  const {
    project,
    currentBranch: branch,
    currentCommit: commit,
  } = await projectScope(flags, context);
  const client = await connect(context);
  try {
    return await client.analyses.analyze.mutate({
      log: redactedLog(text, context),
      context: {
        ...(project === undefined ? {} : { project }),
        ...(branch === undefined ? {} : { branch }),
        ...(commit === undefined ? {} : { commit }),
      },
    });
  } catch (error) {
    if (whyNothing(error) !== null) return null;
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (error instanceof Error && (code === 'UNREACHABLE' || code === 'FORBIDDEN')) {
      throw new CommandError(
        serverMessage(error.message).said,
        `judge it on this machine: svc analyze --log ${shellWord(flags.log)} --offline`,
        code === 'UNREACHABLE' ? 4 : 3,
      );
    }
    throw error;
  }
}
