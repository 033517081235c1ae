import { EventEmitter } from 'node:events';
import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { promptLine, promptPassword } from './typed-line.ts';

/** Streams that behave like a terminal in raw mode: readline echoes what is typed. */
function makeTerminal() {
  const input = new PassThrough();
  const output = new PassThrough();
  const isRaw: boolean[] = [];
  const setRawMode = (raw: boolean) => void isRaw.push(raw);
  const terminal = {
    input: Object.assign(input, { isTTY: true, setRawMode }),
    output,
    events: new EventEmitter(),
  };
  return { terminal, input, isRaw, shown: () => String(output.read() ?? '') };
}

it('shows a line while it is typed', async () => {
  const { terminal, input, shown } = makeTerminal();
  const line = promptLine('Address: ', terminal);
  input.write('ada@example.com\r');
  expect(await line).toBe('ada@example.com');
  expect(shown()).toContain('ada@example.com');
});

it('shows nothing of a password, and lets a person correct it', async () => {
  const { terminal, input, isRaw, shown } = makeTerminal();
  const line = promptPassword('Password: ', terminal);
  input.write('secreX\u007ft\r');
  expect(await line).toBe('secret');
  expect(shown()).toBe('Password: \n');
  expect(isRaw).toEqual([true, false]);
});

it('gives nothing when the input ends', async () => {
  const { terminal, input } = makeTerminal();
  const line = promptPassword('Password: ', terminal);
  input.end();
  expect(await line).toBeUndefined();
});
