import { expect, it } from 'vitest';
import { parseDiff, diffValues, type Diff } from './diff-lines.ts';

/** `-` and `+` before lines that differ, brackets around what is marked. */
function drawn({ lines }: Diff): string[] {
  const signs = { same: ' ', expected: '-', received: '+' };
  return lines.map(({ kind, text, marked }) =>
    marked === null
      ? `${signs[kind]}${text}`
      : `${signs[kind]}${text.slice(0, marked.from)}[${text.slice(marked.from, marked.to)}]${text.slice(marked.to)}`,
  );
}

it('reads a diff of a framework without its head and colours, and marks what differs', () => {
  const diff =
    '\u001b[32m- Expected  - 1\u001b[39m\n\u001b[31m+ Received  + 1\u001b[39m\n\n  {\n-   "tax": "16.63",\n+   "tax": "16.62",\n  }\n';
  expect(drawn(parseDiff(diff))).toEqual([
    ' {',
    '-  "tax": "16.6[3]",',
    '+  "tax": "16.6[2]",',
    ' }',
  ]);
});

it('compares two values line by line from both ends', () => {
  expect(drawn(diffValues('{\n  a: 1,\n  b: 2\n}', '{\n  a: 1,\n  b: 3\n}'))).toEqual([
    ' {',
    '   a: 1,',
    '-  b: [2]',
    '+  b: [3]',
    ' }',
  ]);
  expect(drawn(diffValues('yes', 'no'))).toEqual(['-yes', '+no']);
});

it('cuts many and long lines', () => {
  const { lines, leftOut } = parseDiff('- a\n'.repeat(1_000));
  expect([lines.length, leftOut]).toEqual([200, 800]);
  expect(diffValues('x'.repeat(60_000), 'y').lines[0]?.text).toHaveLength(1_000);
});
