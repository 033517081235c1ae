import { expect, it } from 'vitest';
import { runInProcess } from '../test/in-process.ts';
import { writeItem, writeLine } from './log.ts';

it.each([
  ['::error::owned', ': :error::owned'],
  ['\u0085 ::stop-commands::x', '\\x85 ::stop-commands::x'],
  ['a\n::error::owned', 'a ::error::owned'],
  ['a ##[stop-commands]b ##[error]c', 'a ## [stop-commands]b ## [error]c'],
  ['50 % of #[1]', '50 % of #[1]'],
])('writes %j as a line that GitHub does not obey', async (text, written) => {
  const { log } = await runInProcess({}, () => {
    writeLine(text);
    writeItem(text);
  });
  expect(log).toBe(`${written}\n- ${written.replace(/^: :/, '::')}\n`);
});
