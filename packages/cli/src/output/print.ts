import { writeSync } from 'node:fs';
import type { RequestTrace } from '@svc/client';
import type { Answer } from './answer.ts';
import type { Failure } from '../errors/failure.ts';
import type { Activity } from './activity.ts';

export interface PrintFlags {
  json?: boolean | undefined;
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

export async function makePrinter(flags: PrintFlags): Promise<Printer> {
  const [{ makeActivity }, { glyphsFor }, { terminalLine }] = await Promise.all([
    import('./activity.ts'),
    import('../format/glyphs.ts'),
    import('@svc/reporter-core/text/terminal-text'),
  ]);
  // Request traces and an overwritten line would garble each other.
  const isTalking = flags.quiet !== true && flags.verbose !== true;
  const isLive = process.stderr.isTTY && isTalking && process.env['TERM'] !== 'dumb';
  const activity = makeActivity({
    write: isLive ? (text) => process.stderr.write(text) : undefined,
    frames: glyphsFor(process.env, process.platform).spinner,
  });
  return {
    answer: (answer, now) => printAnswer(answer, flags, now),
    warn: (text) => {
      if (flags.quiet !== true) process.stderr.write(`svc: ${terminalLine(text)}\n`);
    },
    note: (lines) => {
      const write = async () => process.stderr.write(lines.map((line) => `${line}\n`).join(''));
      // The spinner may be on the line.
      void activity.pausedDuring(write);
    },
    trace: (trace) => {
      if (flags.verbose === true) process.stderr.write(`${terminalLine(traceText(trace))}\n`);
    },
    activity,
  };
}

/** Prints two lines: the problem, and what to do. */
export function printFailure({ problem, remedy }: Failure): void {
  process.stderr.write(`svc: ${problem}\ntry: ${remedy}\n`);
}

/** For `-v`, if svc itself is at fault. */
export function printStack(error: unknown): void {
  if (error instanceof Error) process.stderr.write(`${error.stack ?? error.message}\n`);
}

export function printText(text: string): void {
  process.stdout.write(text);
}

/**
 * Prints one short line without `process.stdout`, whose initialization takes longer than everything else in `svc
 * --version`.
 */
export function printAtOnce(line: string): void {
  try {
    writeSync(1, `${line}\n`);
  } catch (error) {
    if (!isNobodyReading(error)) throw error;
  }
}

/** After an interruption: a spinner may have hidden the cursor, and `^C` is on its line. */
export function clearInterruptedLine(): void {
  if (process.stderr.isTTY) process.stderr.write('\r\u001b[K\u001b[?25h');
}

/**
 * A reader that closes the pipe early (`svc executions | head -1`) is not an error. What svc does ends as usual: an
 * upload whose messages nobody reads is still complete, and `--fail-on` still decides the exit status.
 */
export function writeQuietlyWhenNobodyReads(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error) => {
      if (!isNobodyReading(error)) throw error;
    });
  }
}

function isNobodyReading(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EPIPE';
}

async function printAnswer(answer: Answer, flags: PrintFlags, now: Date): Promise<void> {
  if (flags.json === true) {
    const { terminalJson } = await import('@svc/reporter-core/text/terminal-text');
    printText(`${terminalJson(answer.data)}\n`);
    return;
  }
  if (flags.markdown === true && answer.markdown !== undefined) {
    printText(`${answer.markdown(now)}\n`);
    return;
  }
  if (answer.exact !== undefined) {
    printText(answer.exact);
    return;
  }
  const name = answer.isForStderr === true ? 'stderr' : 'stdout';
  const lines = answer.text(await lookOf(name, flags, now));
  process[name].write(lines.map((line) => `${line.trimEnd()}\n`).join(''));
}

async function lookOf(name: 'stdout' | 'stderr', flags: PrintFlags, now: Date) {
  const [{ lookFor }, { default: supportsHyperlinks }] = await Promise.all([
    import('../format/look.ts'),
    import('supports-hyperlinks'),
  ]);
  return lookFor({
    env: process.env,
    platform: process.platform,
    stream: process[name],
    noColor: !flags.color,
    quiet: flags.quiet === true,
    links: supportsHyperlinks[name],
    now,
  });
}

function traceText({ method, path, status, durationMs, requestId, attempt }: RequestTrace): string {
  const again = attempt > 1 ? `, attempt ${attempt}` : '';
  const id = requestId === undefined ? '' : `, request ${requestId}`;
  return `${method} ${path} ${status ?? 'no answer'} in ${durationMs} ms${again}${id}`;
}
