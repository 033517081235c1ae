import type { ResultDetail } from '@svc/contract/executions/execution-view';
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
