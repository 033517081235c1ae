import { shortenText } from '@svc/contract/zod-free/shorten-text';

// CSI and OSC sequences, and single escapes. A line in a list has no colours.
// oxlint-disable-next-line no-control-regex
const ANSI = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|.)?/g;
const READ_CHARACTERS = 4_000;
const MOST_CHARACTERS = 300;

/** The first line of a message that says something, without ANSI codes, cut after 300 characters. */
export function cutMessageLine(message: string): string {
  const plain = message.slice(0, READ_CHARACTERS).replaceAll(ANSI, '');
  const line =
    plain
      .split('\n')
      .find((text) => text.trim() !== '')
      ?.trim() ?? '';
  return shortenText(line, MOST_CHARACTERS);
}
