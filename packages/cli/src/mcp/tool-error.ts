import { SvcClientError } from '@svc/client';
import { CommandError } from '../errors/exit.ts';
import { failureOf } from '../errors/failure.ts';

/** An error in two lines: what was wrong, and what the model or its user can do. */
export function toolErrorText(error: unknown): string {
  const { problem, remedy } = failureOf(error);
  return `${withoutDashes(problem)}\n${doInstead(error, remedy)}`;
}

/** The command's own remedy is one for a shell, where an agent often has one. */
function doInstead(error: unknown, remedy: string): string {
  if (error instanceof SvcClientError) {
    const sentence = SENTENCES[error.code];
    return sentence ?? `Tell the user: ${remedy}.`;
  }
  if (!(error instanceof CommandError) || error.exitStatus !== 2)
    return `Tell the user: ${remedy}.`;
  return remedy.startsWith('svc ')
    ? `Call list_executions (project "*" for all projects) to see what there is. In a shell: ${remedy}`
    : `To do: ${withoutDashes(remedy)}.`;
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
  FORBIDDEN: 'Tell the user: this needs an API key with the scope "full".',
};
