import type { ActionPlan } from '@svc/contract/analysis/action-plan';
import type { Evidence } from '@svc/contract/analysis/verdicts';
import { expect, it } from 'vitest';
import { formatQuote, renderEvidence, renderPlan } from './verdict-markdown.ts';

const EVIDENCE = {
  kind: 'bug.frame',
  supports: 'REAL_BUG',
  weight: 1.5,
  text: 'It was thrown in product code',
  source: 'stack',
  quote: '\u001b[31mat rate(x[5m])\u001b[0m',
} satisfies Evidence;

it('names the source of each evidence, with its words as they are', () => {
  const evidence = [EVIDENCE, { ...EVIDENCE, source: 'history' as const, quote: '' }];
  expect(renderEvidence({ evidence, notChecked: [] }).split('\n').slice(2)).toEqual([
    '| for | +1.5 | It was thrown in product code | `at rate(x[5m])` (stack) |',
    '| for | +1.5 | It was thrown in product code | (history) |',
  ]);
  expect(formatQuote(EVIDENCE)).toBe('at rate(x[5m])');
});

it('says that a command is too long to show', () => {
  const step = { order: 1, action: 'retry', title: 'Run it', detail: '', file: null, line: null };
  const plan = { goal: 'It passes.', forbidden: [], doneWhen: [], changesVerdict: [], owner: null };
  const render = (command: string) =>
    renderPlan({ ...plan, steps: [{ ...step, command }] } as ActionPlan);
  expect(render('x'.repeat(1_001))).toBe(
    '**Plan:** It passes.\n\n1. **Run it** (retry)\n   Its command has 1,001 characters, too long to show here.',
  );
  expect(render('x'.repeat(1_000))).toContain('```sh');
});
