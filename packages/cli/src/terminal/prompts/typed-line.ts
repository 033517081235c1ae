import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import type { Input, Output, World } from '../../world.ts';

interface Terminal extends Pick<World, 'events'> {
  input: Input;
  output: Output;
}

/** The line that a person types after `question`. Undefined if the input ends first. */
export function promptLine(question: string, terminal: Terminal): Promise<string | undefined> {
  return ask(question, terminal, terminal.output);
}

/** The same without showing what is typed. */
export async function promptPassword(
  question: string,
  terminal: Terminal,
): Promise<string | undefined> {
  // readline in terminal mode turns the terminal's own echo off, and echoes to its output.
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  terminal.output.write(question);
  const line = await ask('', terminal, silent);
  terminal.output.write('\n');
  return line;
}

async function ask(
  question: string,
  { input, events }: Terminal,
  output: NodeJS.WritableStream,
): Promise<string | undefined> {
  const lines = createInterface({ input, output, terminal: true, historySize: 0 });
  const ended = new Promise<undefined>((resolve) => lines.once('close', () => resolve(undefined)));
  // In terminal mode readline takes Ctrl-C from the terminal.
  lines.once('SIGINT', () => events.emit('SIGINT'));
  try {
    return await Promise.race([lines.question(question), ended]);
  } finally {
    lines.close();
  }
}
