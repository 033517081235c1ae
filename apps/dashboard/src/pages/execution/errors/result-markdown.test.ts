import type { ResultDetail } from '@svc/contract/executions/execution-view';
import type { FailureVerdict } from '@svc/contract/analysis/verdicts';
import { expect, it } from 'vitest';
import { renderResult } from './result-markdown.ts';

const EXECUTION = { number: 42, project: 'web', git: { branch: 'main', commit: '9be07d3aaaaaaa' } };
const DETAIL = {
  titlePath: ['cart', 'adds *up* for @octocat'],
  file: 'cart.test.ts',
  line: 8,
  status: 'failed',
  flaky: false,
  fingerprint: 'fp2:abc',
  attempts: [{ index: 1 }, { index: 2 }],
  attempt: {
    index: 2,
    errors: [{ message: '\u001b[31mExpected\u001b[39m ```1```', diff: '- 1\n+ 2' }],
  },
} as unknown as ResultDetail;

it('names test, place and execution, and fences the error', () => {
  expect(renderResult({ execution: EXECUTION, detail: DETAIL, url: 'http://svc/x' }))
    .toMatchInlineSnapshot(`
      "**cart › adds \\*up\\* for @&#8203;octocat** failed

      cart.test.ts:8 · [web \\#42, main, 9be07d3, attempt 2 of 2](http://svc/x)

      \`\`\`\`
      Expected \`\`\`1\`\`\`
      \`\`\`\`

      \`\`\`diff
      - 1
      + 2
      \`\`\`

      Fingerprint: \`fp2:abc\`
      "
    `);
});

it('has only characters that can be seen, in their order', () => {
  const hidden = '\u202eevil\u202c\u0007 \u001b[31mred\u001b[0m rate(x[5m])\u007f';
  const detail = {
    ...DETAIL,
    titlePath: [hidden],
    file: `${hidden}.ts`,
    attempt: { index: 1, errors: [{ message: hidden, diff: hidden, snippet: hidden }] },
  } as unknown as ResultDetail;
  const git = { branch: hidden };
  const text = renderResult({ execution: { ...EXECUTION, git }, detail, url: 'http://svc/x' });
  expect(text).not.toMatch(/[\u202a-\u202e]|(?!\n)\p{Cc}|\[31m/u);
  expect(text.match(/evil red rate\(x\\?\[5m\\?\]\)/g)).toHaveLength(6);
});

it('fits into an issue with its verdict, and says what is cut', () => {
  const long = 'x'.repeat(64 * 1_024);
  const detail = {
    ...DETAIL,
    attempt: { index: 1, errors: [{ message: long, diff: `\n${long}`, snippet: long }] },
  } as unknown as ResultDetail;
  const item = { weight: 1, text: '@a '.repeat(200), source: 'log', quote: long };
  const verdict = {
    ...VERDICT,
    evidence: Array.from({ length: 40 }, () => item),
  } as unknown as FailureVerdict;
  const asked = { execution: EXECUTION, url: 'http://svc/x', verdict };
  const text = renderResult({ ...asked, detail });
  expect(text.length).toBeLessThan(61_000);
  expect(text.match(/… \(cut\)/g)).toHaveLength(3);
  expect(text).toMatch(/… The rest is on the linked page\.\n$/);
  expect(renderResult({ ...asked, detail, verdict: VERDICT })).not.toContain('The rest');
});

const VERDICT = {
  classification: 'REAL_BUG',
  confidence: 0.9,
  runnerUp: { classification: 'INFRA', confidence: 0.1 },
  needsHuman: false,
  evidence: [],
  notChecked: [],
  actionPlan: {
    goal: 'a',
    steps: [],
    forbidden: [],
    doneWhen: [],
    changesVerdict: [],
    owner: null,
  },
  correctedBy: null,
} as unknown as FailureVerdict;
