import { settingNotes, settings } from '../settings.ts';

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
  'Usage: svc-server [demo]',
  '',
  'Starts the svc server with its dashboard. Ctrl-C stops it.',
  'With demo: a server with the invented history of a team, to look at.',
  'Keys, users, quotas and retention: svc-admin --help',
  '',
  'Environment variables:',
  ...Object.entries(settings.shape).flatMap(([name, schema]) => {
    const note = settingNotes.get(schema);
    return note === undefined ? [] : [`  ${name}`, ...wrapWords(note.description)];
  }),
];

/** Lines of at most 80 columns, with a hanging indent. The backticks of Markdown are removed. */
function wrapWords(text: string): string[] {
  return Array.from(
    text.replaceAll('`', '').matchAll(/(.{1,74})(?:\s|$)/g),
    ([, line = '']) => `      ${line}`,
  );
}

/** Removes control characters. */
function toPrintable(text: string): string {
  return text.replaceAll(/\p{Cc}/gu, '?');
}
