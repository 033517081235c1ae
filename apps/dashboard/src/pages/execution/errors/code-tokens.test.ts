import { expect, it } from 'vitest';
import { tokenizeCode } from './code-tokens.ts';

it('colours keywords, strings and numbers, and loses nothing', () => {
  const code = "const total = await read('a\\'b', 42) // \"it\"";
  const tokens = tokenizeCode(code);
  expect(tokens.map(({ text }) => text).join('')).toBe(code);
  expect(
    tokens.flatMap(({ text, className }) => (className === null ? [] : [`${className} ${text}`])),
  ).toEqual(['tok-k const', 'tok-k await', "tok-s 'a\\'b'", 'tok-n 42', 'tok-s "it"']);
});
