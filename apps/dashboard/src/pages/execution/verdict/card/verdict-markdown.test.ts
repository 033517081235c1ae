import type { FailureVerdict } from '@svc/contract/analysis/verdicts';
import { expect, it } from 'vitest';
import { renderVerdict } from './verdict-markdown.ts';

const VERDICT: FailureVerdict = {
  resultId: null,
  testId: null,
  title: 'pays',
  file: 'cart.test.ts',
  line: 8,
  fingerprint: 'fp2:abc',
  classification: 'REAL_BUG',
  confidence: 0.87,
  runnerUp: { classification: 'HEALABLE', confidence: 0.08 },
  needsHuman: false,
  evidence: [
    {
      kind: 'bug.frame',
      supports: 'REAL_BUG',
      weight: 1.54,
      text: 'The error was thrown in product code',
      source: 'stack',
      quote: 'at *totalOf* (src/cart.ts:1)',
    },
    {
      kind: 'history',
      supports: 'KNOWN_FLAKE',
      weight: -0.81,
      text: 'It passed before',
      source: 'history',
      quote: '9 of 10 runs passed',
    },
  ],
  notChecked: ['There was no log.'],
  suggestion: 'Reproduce it',
  actionPlan: {
    goal: 'The product works again.',
    steps: [
      {
        order: 1,
        action: 'investigate',
        title: 'Reproduce it',
        detail: 'Expect the same error.',
        file: 'cart.test.ts',
        line: 8,
        command: 'npx vitest run cart.test.ts',
      },
    ],
    owner: '@cart',
    forbidden: ['Skip the test'],
    doneWhen: ['The unchanged test passes'],
    changesVerdict: ['It passes again: KNOWN_FLAKE'],
  },
  correctedBy: null,
};

it('has the class, the evidence for and against it, and the plan', () => {
  expect(renderVerdict(VERDICT).join('\n\n').replaceAll('\u00a0', ' ')).toMatchInlineSnapshot(`
    "**REAL\\_BUG** (87 % sure, next likely HEALABLE)

    Probably a real bug: the error was thrown in product code.

    | evidence | weight | what it means | seen |
    | --- | --: | --- | --- |
    | for | +1.5 | The error was thrown in product code | \`at *totalOf* (src/cart.ts:1)\` (stack) |
    | against | -0.8 | It passed before | \`9 of 10 runs passed\` (history) |

    Not checked: There was no log.

    **Plan:** The product works again.

    1. **Reproduce it** (investigate) \`cart.test.ts:8\`
       Expect the same error.

       \`\`\`sh
       npx vitest run cart.test.ts
       \`\`\`

    **Must not:**

    - Skip the test

    **Done when:**

    - [ ] The unchanged test passes

    **Would change the verdict:**

    - It passes again: KNOWN\\_FLAKE

    **Owner:** @&#8203;cart"
  `);
});

it('names who corrected the class', () => {
  const correctedBy = { classification: 'INFRA' as const, by: 'Ann', at: '2026-11-20T10:00:00Z' };
  const blocks = renderVerdict({ ...VERDICT, correctedBy });
  expect(blocks[0]).toBe(String.raw`**INFRA** (corrected by Ann, the classifier said REAL\_BUG)`);
  expect(blocks.at(-1)).toMatch(/^\*\*Plan for REAL\\_BUG:\*\* The product works again\./);
});
