import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { RegExpParser, visitRegExpAST } from '@eslint-community/regexpp';
import { parseSync, Visitor } from 'oxc-parser';
import { describe, expect, it } from 'vitest';

// Texts come from other people. A pattern whose quantifiers all have a limit takes at most a constant number of steps
// from each character, so that its time grows with the text's length alone. The same holds for a pattern that is one
// repeated character: `\s+`, `^\w+$`.
const FOLDERS = ['analyze', 'classify', 'log', 'plan'];
const SOURCE = fileURLToPath(new URL('.', import.meta.url));
const MOST_REPEATS = 500;
const ONE_REPEATED = /^(?:\^(?:\\[dsw]|\[[^\]]{1,80}\])\+\$|(?:\\[dsw]|\[[^\]]{1,80}\])\+)$/i;

/** What a pattern repeats without a limit, or more often than is sensible. */
function unlimitedIn(pattern: string, flags: string): string[] {
  if (ONE_REPEATED.test(pattern)) return [];
  const found: string[] = [];
  const ast = new RegExpParser().parsePattern(pattern, 0, pattern.length, {
    unicode: flags.includes('u'),
    unicodeSets: flags.includes('v'),
  });
  visitRegExpAST(ast, {
    onQuantifierEnter: ({ max, raw }) => void (max > MOST_REPEATS && found.push(raw)),
  });
  return found;
}

function patternsIn(file: string): { pattern: string; flags: string }[] {
  const patterns: { pattern: string; flags: string }[] = [];
  const visitor = new Visitor({
    Literal: (node) => void ('regex' in node && patterns.push(node.regex)),
    NewExpression: (node) => {
      expect(node.callee, 'a pattern that this test cannot read').not.toMatchObject({
        name: 'RegExp',
      });
    },
  });
  visitor.visit(parseSync(file, readFileSync(file, 'utf8')).program);
  return patterns;
}

describe.each(FOLDERS)('the patterns of %s', (folder) => {
  const files = globSync(`${SOURCE}${folder}/**/*.ts`).filter((file) => !file.endsWith('.test.ts'));

  it.each(files.map((file) => file.slice(SOURCE.length)))('take linear time: %s', (file) => {
    const unlimited = patternsIn(SOURCE + file).flatMap(({ pattern, flags }) =>
      unlimitedIn(pattern, flags).map((part) => `${part} in /${pattern.slice(0, 80)}/`),
    );
    expect(unlimited).toEqual([]);
  });
});

it('finds quantifiers without a limit', () => {
  expect(unlimitedIn('(a+)+b', '')).toEqual(['(a+)+', 'a+']);
  expect(unlimitedIn('a{2,}|b{0,80}c?', '')).toEqual(['a{2,}']);
  expect(unlimitedIn(String.raw`\s+`, 'g')).toEqual([]);
  expect(unlimitedIn(String.raw`\d+ passed`, '')).toEqual([String.raw`\d+`]);
});
