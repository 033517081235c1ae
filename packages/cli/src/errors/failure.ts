import { isUntrusted, SvcClientError } from '@svc/client';
import { CommandError, type ExitStatus } from './exit.ts';
import { toTerminalLine } from '@svc/reporter-core/text/terminal-text';
import { locateExplanation, type ExplainedMessage } from '@svc/contract/zod-free/troubleshooting';
import { splitServerMessage } from './server-message.ts';
import { toFlagName } from './proposed-command.ts';

/** The message for stderr, and the exit status. */
export interface Failure {
  problem: string;
  remedy: string;
  /** Where the documentation explains the problem. */
  explanation?: string | undefined;
  exitStatus: ExitStatus;
}

/**
 * Converts an error to its message and exit status, safe for a terminal. `main` loads this module only after an
 * error, because it needs the client's error type. `args` are the typed words, whose command's help is proposed.
 */
export function toFailure(error: unknown, args: readonly string[] = []): Failure {
  const { problem, remedy, exitStatus } =
    findRejectedFlag(error, args) ?? toRawFailure(error, guessCommand(args));
  const explanation = findExplanation(error);
  return {
    // Both may contain the name of a branch or a project from a server or a repository.
    problem: toTerminalLine(problem),
    remedy: toTerminalLine(remedy),
    ...(explanation === undefined ? {} : { explanation: toTerminalLine(explanation) }),
    exitStatus,
  };
}

/** The place in the documentation for what other words on the command line cannot correct. */
function findExplanation(error: unknown): string | undefined {
  if (!(error instanceof SvcClientError)) return undefined;
  const message = isUnknownProcedure(error) ? OLDER_SERVER.problem : EXPLAINED[error.code];
  const isThere = error.code !== 'NOT_SVC' && error.code !== 'SERVICE_UNAVAILABLE';
  return message && locateExplanation(message, isThere ? error.server : undefined);
}

const EXPLAINED: Partial<Record<SvcClientError['code'], ExplainedMessage>> = {
  UNREACHABLE: 'cannot be reached',
  NOT_SVC: 'Something answered (…), but it is not an svc server',
  UNAUTHORIZED: 'rejected the API key (401)',
  RATE_LIMITED: 'rate limit reached',
  PROXY_LIMIT: 'refused … as too large (413)',
  SERVICE_UNAVAILABLE: 'The server is not available',
  INTERNAL_SERVER_ERROR: 'Something went wrong on the server',
};

/** A rejected key that was typed. */
function findRejectedFlag(error: unknown, args: readonly string[]): Failure | undefined {
  if (!(error instanceof SvcClientError) || error.code !== 'UNAUTHORIZED') return undefined;
  if (!args.some((word) => /^--api-key(?:=|$)/.test(word))) return undefined;
  const remedy = 'pass a valid key to --api-key, or better in SVC_API_KEY, then run svc doctor';
  return { ...toClientFailure(error, 'svc'), remedy };
}

/** The first word that is not a flag. Enough for a hint, although it may be a flag's value. */
function guessCommand(args: readonly string[]): string {
  const [word, verb] = args.filter((arg) => /^[a-z]+$/.test(arg));
  if (word === undefined) return 'svc';
  return NOUNS.includes(word) && verb !== undefined ? `svc ${word} ${verb}` : `svc ${word}`;
}

// The commands whose verbs have parameters that the server may refuse. Without a verb, they list what there is.
const NOUNS = ['webhooks', 'quarantine'];

/** `svc webhooks` for `svc webhooks create`. */
function findListCommand(command: string): string | undefined {
  const noun = NOUNS.find((one) => command.split(' ')[1] === one);
  return noun && `svc ${noun}`;
}

function toRawFailure(error: unknown, command: string): Failure {
  if (error instanceof SvcClientError) return toClientFailure(error, command);
  if (error instanceof CommandError) {
    return { problem: error.message, remedy: error.remedy, exitStatus: error.exitStatus };
  }
  const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  const problem = `svc itself failed: ${message}`;
  return {
    problem,
    remedy: 'repeat the command with -v, and report the stack trace',
    exitStatus: 4,
  };
}

function toClientFailure(error: SvcClientError, command: string): Failure {
  if (isUnknownProcedure(error)) return OLDER_SERVER;
  const [detail] = error.code === 'BAD_REQUEST' ? error.details : [];
  const message =
    detail === undefined ? error.message : `${toFlagName(detail.path)}: ${detail.message}`;
  // The remedy says when to try again.
  const withoutTime = message.replace(/ Try again in [\w ]+\.?$/, '');
  const { said } = splitServerMessage(withoutTime);
  const problem = HINTED.has(error.code) ? said : withoutTime.replace(/\.$/, '');
  return { problem, ...PROSPECTS[error.code](error, command) };
}

// Codes whose remedy is the hint of the server, or replaces it.
const HINTED = new Set<SvcClientError['code']>(['FORBIDDEN', 'INTERNAL_SERVER_ERROR']);

/** tRPC's own error for a procedure that the server does not have. */
function isUnknownProcedure({ code, message }: SvcClientError): boolean {
  return code === 'NOT_FOUND' && message.startsWith('No procedure found on path');
}

const OLDER_SERVER = {
  problem: 'this server is older than svc, and cannot answer that',
  remedy: 'update the server; svc doctor shows both versions',
  exitStatus: 4,
} as const satisfies Failure;

type Prospect = (error: SvcClientError, command: string) => Omit<Failure, 'problem'>;

/** The remedy and the exit status for every error code. The contract's codes appear only up to here. */
const PROSPECTS: Record<SvcClientError['code'], Prospect> = {
  BAD_REQUEST: (_, command) => ({ remedy: `${command} --help`, exitStatus: 2 }),
  NOT_FOUND: (_, command) => ({
    remedy: findListCommand(command) ?? 'svc executions',
    exitStatus: 2,
  }),
  CONFLICT: (_, command) => ({
    remedy: findListCommand(command) ?? 'svc doctor',
    exitStatus: 2,
  }),
  PAYLOAD_TOO_LARGE: () => ({
    remedy: 'narrow the request, for example with --limit or --from',
    exitStatus: 2,
  }),
  PROXY_LIMIT: () => ({
    remedy: "raise the proxy's limit for request bodies, for nginx: client_max_body_size",
    exitStatus: 4,
  }),
  UNAUTHORIZED: () => ({
    remedy: 'set SVC_API_KEY to a valid key, then run svc doctor',
    exitStatus: 3,
  }),
  FORBIDDEN: ({ message }) => ({
    remedy: splitServerMessage(message).hint ?? 'use a key or an account with this permission',
    exitStatus: 3,
  }),
  RATE_LIMITED: ({ retryAfterSeconds }) => ({
    remedy:
      retryAfterSeconds === undefined
        ? 'repeat the command in a minute'
        : `repeat the command in ${retryAfterSeconds} s`,
    exitStatus: 4,
  }),
  UNSUPPORTED_MEDIA_TYPE: describeBrokenServer,
  UNPROCESSABLE_CONTENT: describeBrokenServer,
  INTERNAL_SERVER_ERROR: describeBrokenServer,
  SERVICE_UNAVAILABLE: () => ({
    remedy: 'repeat the command in a moment, or run svc doctor for details',
    exitStatus: 4,
  }),
  UNREACHABLE: ({ message }) => ({
    remedy: isUntrusted(message)
      ? TRUST_ISSUER
      : 'start the server, or set its address with --url or SVC_URL; for details, run svc doctor',
    exitStatus: 4,
  }),
  NOT_SVC: () => ({
    remedy: 'set the address of the server with --url or SVC_URL; for details, run svc doctor',
    exitStatus: 4,
  }),
  ABORTED: () => ({ remedy: 'repeat the command', exitStatus: 130 }),
};

/** The cure for a certificate of a private issuer. */
export const TRUST_ISSUER =
  'set NODE_EXTRA_CA_CERTS to the file with the certificate of its issuer';

function describeBrokenServer({ requestId }: SvcClientError): Omit<Failure, 'problem'> {
  const where =
    requestId === undefined
      ? "look into the server's log"
      : `look for request ${requestId} in the server's log`;
  return { remedy: `run svc doctor, or ${where}`, exitStatus: 4 };
}
