import { constants } from 'node:os';
import { CommandError } from '../../../errors/exit.ts';
import { quoteShellWord } from '../../../errors/proposed-command.ts';
import type { World } from '../../../world.ts';

export interface CommandEnd {
  /** As a shell reports it: 128 and the signal's number for a command that a signal ended. */
  status: number;
  /** Undefined for a command that ended by itself. */
  signal: NodeJS.Signals | undefined;
}

/**
 * Runs a command with the stdin, stdout and stderr of svc, until it ends. Signals reach the command, which decides how to
 * end. A terminal sends Ctrl-C to svc and to the command, so svc does not pass it on: many programs end at once at a second
 * SIGINT, without saving anything. If svc has a terminal, a SIGINT that another program sends to svc alone does not reach
 * the command; SIGTERM does.
 * @throws CommandError for a command that cannot be started.
 */
export async function runCommand(
  words: readonly string[],
  env: NodeJS.ProcessEnv,
  world: World,
): Promise<CommandEnd> {
  const [program = ''] = words;
  const child = await world.start(words, env);
  const giveSignalsBack = takeSignals(world, (signal) => {
    const isSentByTerminal = signal === 'SIGINT' && hasTerminal(world);
    if (!isSentByTerminal) child.kill(signal);
  });
  try {
    return await new Promise<CommandEnd>((resolve, reject) => {
      child.on('error', (error) => reject(buildStartError(program, error)));
      child.on('close', (code, signal) => resolve(toCommandEnd(code, signal)));
    });
  } finally {
    giveSignalsBack();
  }
}

const FORWARDED: readonly NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** Replaces the listeners of svc, which would end it before the command. Returns a function that puts them back. */
function takeSignals({ events }: World, receive: (signal: NodeJS.Signals) => void): () => void {
  const before = FORWARDED.map((signal) => ({ signal, listeners: events.rawListeners(signal) }));
  for (const signal of FORWARDED) {
    events.removeAllListeners(signal);
    events.on(signal, receive);
  }
  return () => {
    for (const { signal, listeners } of before) {
      events.removeListener(signal, receive);
      for (const listener of listeners) events.on(signal, listener as NodeJS.SignalsListener);
    }
  };
}

function hasTerminal({ stdin, stdout, stderr }: World): boolean {
  return [stdin, stdout, stderr].some(({ isTTY }) => isTTY === true);
}

function toCommandEnd(code: number | null, signal: NodeJS.Signals | null): CommandEnd {
  if (signal === null) return { status: code ?? 1, signal: undefined };
  return { status: 128 + constants.signals[signal], signal };
}

function buildStartError(program: string, error: Error): CommandError {
  const code = 'code' in error ? error.code : undefined;
  const reason = code === 'ENOENT' ? 'there is no such command' : error.message;
  const name = quoteShellWord(program);
  if (code === 'EACCES') {
    return new CommandError(`cannot run ${name}: it is not executable`, `chmod +x ${name}`);
  }
  // A path is no name that npx knows.
  const remedy = /[\\/]/.test(program)
    ? 'correct the path, which is relative to the current folder'
    : `write the command as in a shell, such as npx ${name}`;
  return new CommandError(`cannot run ${name}: ${reason}`, remedy);
}
