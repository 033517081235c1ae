import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { quoteShellWord } from './proposed-command.ts';

it('leaves plain words alone', () => {
  expect(quoteShellWord('feature/login-2.x')).toBe('feature/login-2.x');
});

it.each(["it's", '$(touch x)', 'a b', '`id`', '', ';', '#812'])(
  'passes %j through a shell unchanged',
  (word) => {
    const shown = execFileSync('sh', ['-c', `printf %s ${quoteShellWord(word)}`], {
      encoding: 'utf8',
    });
    expect(shown).toBe(word);
  },
);
