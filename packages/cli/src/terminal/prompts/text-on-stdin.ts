import { text } from 'node:stream/consumers';
import type { Readable } from 'node:stream';
import { CommandError } from '../../errors/exit.ts';

/**
 * The whole text on stdin, without white space around it.
 * @throws CommandError for a terminal, and for nothing.
 */
export async function readStdinText(
  what: string,
  input: Readable & { isTTY?: boolean },
): Promise<string> {
  if (input.isTTY === true) {
    throw new CommandError(
      `stdin is a terminal, and ${what} was to be read from it`,
      `pipe ${what}: svc login … < file.txt`,
    );
  }
  const typed = (await text(input)).trim();
  if (typed !== '') return typed;
  throw new CommandError(
    `there is no text on stdin, but ${what} was expected`,
    'check the command that prints it',
  );
}
