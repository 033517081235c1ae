import { hasErrorCode } from '../errors/error-code.ts';
import type { RequestTrace } from '@svc/client';
import {
  isReadByRunner,
  removeRunnerCommandsFromJson,
  withoutRunnerCommands,
} from '@svc/reporter-core/text/runner-commands';
import type { Answer } from './answer.ts';
import { CommandError } from '../errors/exit.ts';
import type { Failure } from '../errors/failure.ts';
import type { World } from '../world.ts';
import type { Activity } from './activity.ts';

export interface PrintFlags {
  json?: boolean | undefined;
  jq?: string | undefined;
  markdown?: boolean | undefined;
  quiet?: boolean | undefined;
  verbose?: boolean | undefined;
  color: boolean;
}

/** The only writer to stdout and stderr. Answers go to stdout, everything else to stderr. */
export interface Printer {
  answer: (answer: Answer, now: Date) => Promise<void>;
  warn: (text: string) => void;
  /** Lines that a person needs while the command runs, on stderr, also with `-q`. They are safe for a terminal. */
  note: (lines: readonly string[]) => void;
  trace: (trace: RequestTrace) => void;
  activity: Activity;
}

export async function makePrinter(flags: PrintFlags, world: World): Promise<Printer> {
  const { env, platform, stderr } = world;
  const [{ makeActivity }, { chooseGlyphs }, { toTerminalLine: terminalLine }] = await Promise.all([
    import('./activity.ts'),
    import('./glyphs.ts'),
    import('@svc/reporter-core/text/terminal-text'),
  ]);
  // Request traces and an overwritten line would garble each other.
  const isTalking = flags.quiet !== true && flags.verbose !== true;
  const isLive = stderr.isTTY === true && isTalking && env['TERM'] !== 'dumb';
  const activity = makeActivity({
    write: isLive ? (text) => void stderr.write(text) : undefined,
    frames: chooseGlyphs(env, platform).spinner,
  });
  return {
    answer: (answer, now) => printAnswer(answer, { flags, world, now }),
    warn: (text) => {
      if (flags.quiet !== true) write(world, 'stderr', `svc: ${terminalLine(text)}\n`);
    },
    note: (lines) => {
      const writeLines = async () =>
        write(world, 'stderr', lines.map((line) => `${line}\n`).join(''));
      // The spinner may be on the line.
      void activity.pausedDuring(writeLines);
    },
    trace: (trace) => {
      if (flags.verbose === true) write(world, 'stderr', `${terminalLine(formatTrace(trace))}\n`);
    },
    activity,
  };
}

/** Prints the problem, what to do, and where to read more, a line each. */
export function printFailure(world: World, { problem, remedy, explanation }: Failure): void {
  const more = explanation === undefined ? '' : `see: ${explanation}\n`;
  write(world, 'stderr', `svc: ${problem}\ntry: ${remedy}\n${more}`);
}

/** For `-v`, if svc itself is at fault. */
export function printStack(world: World, error: unknown): void {
  if (error instanceof Error) write(world, 'stderr', `${error.stack ?? error.message}\n`);
}

/** Writes text for people. A CI runner obeys no line of it. */
function write(world: World, name: 'stdout' | 'stderr', text: string): void {
  world[name].write(isReadByRunner(world.env) ? withoutRunnerCommands(text) : text);
}

/**
 * A reader that closes the pipe early (`svc executions | head -1`) is not an error. What svc does ends as usual: an
 * upload whose messages nobody reads is still complete, and `--fail-on` still decides the exit status. A full disk is
 * one: a script would read half an answer. Returns a function that waits until stdout has everything.
 * @throws CommandError from that function if stdout cannot be written.
 */
export function watchOutput({ stdout, stderr }: World): () => Promise<void> {
  let failure: Error | undefined;
  stdout.on('error', (error) => {
    if (!isNobodyReading(error)) failure ??= error;
  });
  // There is no place left for a message.
  stderr.on('error', () => undefined);
  return async () => {
    // Node reports the failure of a write after the write.
    await new Promise<void>((resolve) => stdout.write('', () => resolve()));
    if (failure === undefined) return;
    throw new CommandError(
      `cannot write the answer to stdout: ${failure.message}`,
      'repeat the command, and write its output to another place',
      4,
    );
  };
}

export function isNobodyReading(error: unknown): boolean {
  return hasErrorCode(error, 'EPIPE');
}

interface Printing {
  flags: PrintFlags;
  world: World;
  now: Date;
}

async function printAnswer(answer: Answer, printing: Printing): Promise<void> {
  const { flags, world, now } = printing;
  const { stdout } = world;
  if (flags.json === true) {
    const { toTerminalJson: terminalJson } = await import('@svc/reporter-core/text/terminal-text');
    const json = terminalJson(answer.data);
    if (flags.jq !== undefined) {
      const { filterWithJq } = await import('./jq-filter.ts');
      write(world, 'stdout', await filterWithJq(json, flags.jq));
      return;
    }
    stdout.write(`${isReadByRunner(world.env) ? removeRunnerCommandsFromJson(json) : json}\n`);
    return;
  }
  if (flags.markdown === true && answer.markdown !== undefined) {
    write(world, 'stdout', `${answer.markdown(now)}\n`);
    return;
  }
  if (answer.exact !== undefined) {
    stdout.write(answer.exact);
    return;
  }
  const name = answer.isForStderr === true ? 'stderr' : 'stdout';
  const lines = answer.text(await makeLook(name, printing));
  write(world, name, lines.map((line) => `${line.trimEnd()}\n`).join(''));
}

async function makeLook(name: 'stdout' | 'stderr', { flags, world, now }: Printing) {
  const [{ lookFor }, links] = await Promise.all([import('./look.ts'), world.showsLinks(name)]);
  return lookFor({
    env: world.env,
    platform: world.platform,
    stream: world[name],
    noColor: !flags.color,
    quiet: flags.quiet === true,
    links,
    now,
  });
}

function formatTrace({
  method,
  path,
  status,
  durationMs,
  requestId,
  attempt,
}: RequestTrace): string {
  const again = attempt > 1 ? `, attempt ${attempt}` : '';
  const id = requestId === undefined ? '' : `, request ${requestId}`;
  return `${method} ${path} ${status ?? 'no answer'} in ${durationMs} ms${again}${id}`;
}
