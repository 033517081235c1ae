import { SvcClientError } from '@svc/client';
import { CommandError } from '../../errors/exit.ts';
import { toFailure } from '../../errors/failure.ts';
import { formatToolAnswer } from './tool-answer.ts';

/**
 * An error as text: what the model or its user can do, in sentences of svc, then the problem in one line of JSON. A
 * problem and its remedy may hold the name of a project or the text of a server.
 */
export function formatToolError(error: unknown): string {
  const { problem, remedy } = toFailure(error);
  const isCommand = remedy.startsWith('svc ');
  const sentence = chooseAdvice(error, isCommand);
  return formatToolAnswer({
    facts: ['This did not work: `problem` says why.', sentence ?? REMEDY_IN_DATA],
    data: {
      problem: withoutDashes(problem),
      // A command may hold a name from outside, and an agent with a shell would run it.
      remedy: sentence === undefined ? toModelRemedy(error, remedy) : undefined,
    },
  });
}

const REMEDY_IN_DATA = 'What helps is in `remedy`. If you cannot do it, tell the user.';

/** Undefined if the remedy of the command applies. */
function chooseAdvice(error: unknown, isCommand: boolean): string | undefined {
  const sentence = error instanceof SvcClientError ? SENTENCES[error.code] : undefined;
  if (sentence !== undefined || !isCommand) return sentence;
  return 'Call list_executions (project "*" for all projects) to see what there is.';
}

/** Wrong usage is the model's, whose tools have parameters. Everything else is for the user, who has the command. */
function toModelRemedy(error: unknown, remedy: string): string {
  return error instanceof CommandError && error.exitStatus === 2 ? withoutDashes(remedy) : remedy;
}

/** The flags of the command are parameters of the tools. */
function withoutDashes(text: string): string {
  return text.replaceAll(/(?<=^|[ '])--(?=[a-z])/g, '');
}

const SENTENCES: Partial<Record<SvcClientError['code'], string>> = {
  BAD_REQUEST: 'Change the named parameter and call the tool again.',
  NOT_FOUND: 'Call list_executions to see what there is.',
  PAYLOAD_TOO_LARGE: 'Ask for less: a smaller limit, or a shorter time.',
  RATE_LIMITED: 'Wait a minute, then call the tool again.',
  SERVICE_UNAVAILABLE: 'Wait a moment, then call the tool again.',
  UNAUTHORIZED:
    'Tell the user: set SVC_API_KEY in the environment of this MCP server to a valid key.',
};
