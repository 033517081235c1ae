import { expect, it } from 'vitest';
import { renderErrors, renderOutsideError } from './error-markdown.ts';

it('removes escape sequences, and nothing that looks like one', () => {
  const message = '\u001b[31mrate(x[5m])\u001b[0m at max [20ms]\u202e';
  expect(renderErrors([{ message }])).toBe('```\nrate(x[5m]) at max [20ms]\n```');
});

it('leaves out frames of packages below own ones', () => {
  const frames = ['at add (src/cart.ts:3:7)', 'at run (/app/node_modules/chai/index.js:1:1)'];
  const stack = ['Error: no', ...frames.map((frame) => `    ${frame}`)].join('\n');
  expect(renderErrors([{ message: 'no', stack }])).toBe(
    '```\nError: no\n    at add (src/cart.ts:3:7)\n```',
  );
});

it('shows the stack of an error that was thrown only inside a package', () => {
  const stack = [
    'Error: no',
    '    at connect (/app/node_modules/pg/client.js:8:9)',
    '    at process.processTicks (node:internal/process/task_queues:105:5)',
  ].join('\n');
  expect(renderErrors([{ message: 'no', stack }])).toBe(`\`\`\`\n${stack}\n\`\`\``);
});

it('keeps the space before the first line of a diff', () => {
  expect(renderErrors([{ message: 'no', diff: '\n  {\n-   a: 1\n+   a: 2\n  }\n' }])).toContain(
    '```diff\n  {\n-   a: 1\n+   a: 2\n  }\n```',
  );
});

it.each([
  ['lines', Array.from({ length: 61 }, (_, at) => `line ${at}`).join('\n'), '… 1 more line'],
  ['characters', `a\n${'b'.repeat(12_000)}\nc`, '… 2 more lines'],
  ['characters of one line', 'b'.repeat(12_001), 'b… (cut)'],
])('says that it cuts a text with too many %s', (_, message, end) => {
  const text = renderErrors([{ message }]);
  expect(text.endsWith(`${end}\n\`\`\``)).toBe(true);
  expect(text.length).toBeLessThan(12_100);
});

it('keeps the name of a file in a summary on one line, and short', () => {
  const file = `a\n${'b'.repeat(5_000)}.ts`;
  const [summary = ''] = renderOutsideError({ file, error: { message: 'no' } }).split('\n');
  expect(summary).toBe(`<details><summary>✗ <code>a ${'b'.repeat(297)}…</code>: no</summary>`);
});
