import { expect, it } from 'vitest';
import { tokenizeJson } from './json-tokens.ts';
import { prettifyJson } from './pretty-json.ts';

it('indents JSON like JSON.stringify', () => {
  const value = { a: [1, { b: 'x, "y": {z}' }, []], c: {}, d: null, e: -1.5e3, f: ['\\'] };
  expect(prettifyJson(JSON.stringify(value))).toBe(JSON.stringify(value, null, 2));
});

it('leaves numbers as they were written', () => {
  expect(prettifyJson('{"id":12345678901234567890,"share":1.0}')).toBe(
    '{\n  "id": 12345678901234567890,\n  "share": 1.0\n}',
  );
});

it.each(['channel not found', '{"cut": "he', '', '<html>'])('knows that %j is no JSON', (text) => {
  expect(prettifyJson(text)).toBeNull();
});

it('does not indent JSON whose indentation would be huge', () => {
  const deep = 30_000;
  expect(prettifyJson('['.repeat(deep) + ']'.repeat(deep))).toBeNull();
});

it('colours keys, strings, numbers and words, and keeps the text', () => {
  const json = '{\n  "type": "test: 1",\n  "n": -1.5e3,\n  "ok": true,\n  "cut": "he';
  const tokens = tokenizeJson(json);
  expect(tokens.map(({ text }) => text).join('')).toBe(json);
  expect(tokens.filter(({ className }) => className !== null)).toEqual([
    { text: '"type"', className: 'tok-f' },
    { text: '"test: 1"', className: 'tok-s' },
    { text: '"n"', className: 'tok-f' },
    { text: '-1.5e3', className: 'tok-n' },
    { text: '"ok"', className: 'tok-f' },
    { text: 'true', className: 'tok-k' },
    { text: '"cut"', className: 'tok-f' },
  ]);
});
