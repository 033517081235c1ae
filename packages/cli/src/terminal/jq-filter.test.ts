import { expect, it } from 'vitest';
import { filterWithJq } from './jq-filter.ts';

const DOCUMENT = JSON.stringify({
  items: [
    { number: 3, title: 'a "b"\nc' },
    { number: 4, title: '' },
  ],
});

it.each([
  ['.items[].number', '3\n4\n'],
  ['.items[0].title', 'a "b"\nc\n'],
  ['[.items[] | select(.number > 3)] | length', '1\n'],
  ['.items[1]', '{\n  "number": 4,\n  "title": ""\n}\n'],
  ['empty', ''],
  // A filter sees no variable of the shell.
  ['env.HOME, env.SVC_API_KEY', '/home/web_user\nnull\n'],
])('prints what jq makes of a document with %s', async (filter, text) => {
  expect(await filterWithJq(DOCUMENT, filter)).toBe(text);
});

it('moves no cursor of a terminal, whatever the document has', async () => {
  const document = JSON.stringify({ title: 'a\u001B[2Jb\tc\nd' });
  const text = await filterWithJq(document, '.title');
  expect(text).not.toContain('\u001B');
  expect(text.split('\n')).toHaveLength(3);
});

it.each([
  ['.items[', 'syntax error'],
  ['.items | nothing', 'nothing/0 is not defined'],
  ['.items.number', 'Cannot index array with string "number"'],
])('says in the words of jq what is wrong with %s', async (filter, words) => {
  await expect(filterWithJq(DOCUMENT, filter)).rejects.toThrow(
    `the filter of --jq does not work: ${words}`,
  );
});
