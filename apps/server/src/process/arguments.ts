/** The output of the command instead of starting the server, and its exit status. */
export interface Reply {
  lines: string[];
  exitCode: 0 | 2;
}

/** The reply to the command's arguments; null to start. Settings are environment variables, not arguments. */
export function replyTo(args: readonly string[], version: string): Reply | null {
  const [first] = args;
  if (first === undefined) return null;
  if (first === '--help' || first === '-h') return { lines: HELP, exitCode: 0 };
  if (first === '--version' || first === '-V') return { lines: [version], exitCode: 0 };
  const lines = [
    `svc-server: unexpected argument '${toPrintable(first)}'`,
    'try: svc-server --help',
  ];
  return { lines, exitCode: 2 };
}

const HELP = [
  'Usage: svc-server',
  '',
  'Starts the svc server with its dashboard. Ctrl-C stops it.',
  '',
  'Environment variables:',
  '  PORT, HOST     where it listens (default: 4400, 127.0.0.1)',
  '  SVC_DATA_DIR   folder of the embedded Postgres and of attached files',
  '                 (default: ./.svc)',
  '  DATABASE_URL   a Postgres of yours, instead of the embedded one',
  '  SVC_BASE_URL   what its links begin with (default: http://localhost:4400)',
  '',
  'All of them: docs/operate/configuration.md in the repository of svc.',
  'Keys, users, quotas and retention: svc-admin --help',
];

/** Removes control characters. */
function toPrintable(text: string): string {
  return text.replaceAll(/\p{Cc}/gu, '?');
}
