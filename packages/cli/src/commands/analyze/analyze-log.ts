import { hasErrorCode } from '../../errors/error-code.ts';
import type { AnyAnalysis } from '@svc/reports/judge/judged-here';
import { readLogFile, type LogFile, redactLog } from './input/log-file.ts';
import { connect, type Invocation } from '../../invocation/invocation.ts';
import { CommandError } from '../../errors/exit.ts';
import { splitServerMessage } from '../../errors/server-message.ts';
import { resolveProjectScope } from '../../asking/filter-flags.ts';
import { quoteShellWord } from '../../errors/proposed-command.ts';
import type { Answer } from '../../terminal/answer.ts';
import { buildAnalysisAnswer, buildNothingAnswer } from './analysis-answer.ts';
import type { AnalyzeFlags } from './analyze-flags.ts';
import { findNothingReason } from './nothing-to-analyze.ts';

type LogFlags = AnalyzeFlags & { log: string };

/** Judges a log alone: on the server if there is a key, else on this machine. */
export async function analyzeLog(invocation: Invocation, flags: LogFlags): Promise<Answer> {
  const { directory, settings } = invocation;
  const log = await readLogFile(flags.log, { directory, input: invocation.world.stdin });
  const isOffline = flags.offline === true || settings.credential === undefined;
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
    ? await judgeLogLocally(log, invocation)
    : await judgeLogOnServer(log, invocation, flags);
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
  invocation: Invocation,
): Promise<AnyAnalysis | null> {
  const { judgeLocally: judgedHere } = await import('@svc/reports/judge/judged-here');
  return judgedHere({ failures: [], log: redactLog(text, invocation) }, invocation.now);
}

async function judgeLogOnServer(
  { text }: LogFile,
  invocation: Invocation,
  flags: LogFlags,
): Promise<AnyAnalysis | null> {
  const {
    project,
    currentBranch: branch,
    currentCommit: commit,
  } = await resolveProjectScope(flags, invocation);
  const client = await connect(invocation);
  try {
    return await client.analyses.analyze.mutate({
      log: redactLog(text, invocation),
      context: {
        ...(project === undefined ? {} : { project }),
        ...(branch === undefined ? {} : { branch }),
        ...(commit === undefined ? {} : { commit }),
      },
    });
  } catch (error) {
    if (findNothingReason(error) !== null) return null;
    const isAway = hasErrorCode(error, 'UNREACHABLE');
    if (isAway || hasErrorCode(error, 'FORBIDDEN')) {
      throw new CommandError(
        splitServerMessage(error.message).said,
        `judge it on this machine: svc analyze --log ${quoteShellWord(flags.log)} --offline`,
        isAway ? 4 : 3,
      );
    }
    throw error;
  }
}
