import { expect, it } from 'vitest';
import { parseStack } from './stack-frames.ts';

it('puts the frames of the repository first', () => {
  const stack = [
    'Error: expect(received).toEqual(expected)',
    '  at Proxy.toEqual (/work/web/node_modules/expect/build/index.js:2133:20)',
    '  at /work/web/e2e/cart.spec.ts:88:18',
    '  at readTotals (e2e/pages/cart.ts:41:9)',
    '  at node:internal/process/task_queues:95:5',
  ].join('\n');
  expect(parseStack(stack).map(({ text, isOwn }) => `${isOwn ? 'own' : 'other'} ${text}`)).toEqual([
    'own at /work/web/e2e/cart.spec.ts:88:18',
    'own at readTotals (e2e/pages/cart.ts:41:9)',
    'other at Proxy.toEqual (/work/web/node_modules/expect/build/index.js:2133:20)',
    'other at node:internal/process/task_queues:95:5',
  ]);
});

it('takes no part of a message for a frame, and not more than 200 of an endless recursion', () => {
  expect(parseStack('Error: a\nb at c\n<script>')).toEqual([]);
  expect(parseStack('  at f (a.ts:1:1)\n'.repeat(9_000))).toHaveLength(200);
});
