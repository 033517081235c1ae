import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseSync, Visitor } from 'oxc-parser';
import { describe, expect, it, vi } from 'vitest';
import { slowPartsOf, type Pattern } from '../test/check-pattern.ts';

// Folders of code that reads foreign texts: messages, stacks, logs and reports.
const FOLDERS = ['.', '../../formats/src'].map((folder) =>
  fileURLToPath(new URL(folder, import.meta.url)),
);

function literalsIn(file: string): Pattern[] {
  const found: Pattern[] = [];
  const visitor = new Visitor({
    Literal: (node) => {
      if ('regex' in node) found.push({ source: node.regex.pattern, flags: node.regex.flags });
    },
  });
  visitor.visit(parseSync(file, readFileSync(file, 'utf8')).program);
  return found;
}

/** The patterns that a module puts together while it is loaded. */
async function constructedIn(file: string): Promise<Pattern[]> {
  if (!readFileSync(file, 'utf8').includes('new RegExp(')) return [];
  const found: Pattern[] = [];
  vi.resetModules();
  vi.stubGlobal(
    'RegExp',
    new Proxy(RegExp, {
      construct: (target, args: [string | RegExp, string?]) => {
        const pattern = new target(...args);
        found.push(pattern);
        return pattern;
      },
    }),
  );
  try {
    await import(file);
  } finally {
    vi.unstubAllGlobals();
  }
  return found;
}

describe.each(FOLDERS)('the patterns of %s', (folder) => {
  const files = globSync('**/*.ts', { cwd: folder, exclude: ['**/*.test.ts'] });

  it.each(files)(
    'take linear time: %s',
    async (file) => {
      const place = `${folder.replace(/\/$/, '')}/${file}`;
      const patterns = [...literalsIn(place), ...(await constructedIn(place))];
      const slow = patterns.flatMap((pattern) =>
        slowPartsOf(pattern).map((part) => `${part} in /${pattern.source.slice(0, 80)}/`),
      );
      expect(slow).toEqual([]);
    },
    120_000,
  );
});

it.each([
  ['(a+)+b', ''],
  ['^(?:a{1,30}){1,30}b', ''],
  ['(?:ab?|b{1,20}a?){1,40}c', ''],
  ['a{0,300}a{0,300}b', ''],
  [String.raw`^\s{0,300}x?\s{0,300}y`, ''],
  [String.raw`\d+ passed`, ''],
  ['a{2,900}b', ''],
  [String.raw`^[^\S\n]*at`, 'm'],
])('finds a slow pattern: %s', (source, flags) => {
  expect(slowPartsOf({ source, flags })).not.toEqual([]);
});

it.each([
  [String.raw`\s+`, 'g'],
  ['a{0,80}|b{0,80}c?', ''],
  [String.raw`^(?:\w{1,60}\.){0,20}\w{1,60}$`, ''],
  [String.raw`[^\n]{0,80}ENOSPC[^\n]{0,80}`, ''],
])('finds none in %s', (source, flags) => {
  expect(slowPartsOf({ source, flags })).toEqual([]);
});
