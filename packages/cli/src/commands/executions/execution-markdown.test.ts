import { expect, it } from 'vitest';
import { makeDetail, makeResult } from '../../../test/samples/make-execution.ts';
import { renderExecutionMarkdown } from './execution-markdown.ts';

function makeFailing(name: string, fingerprint: string | null) {
  return {
    ...makeResult({
      titlePath: [name],
      line: 7,
      status: 'failed',
      attempts: [{ status: 'failed', durationMs: 1, errors: [{ message: `no ${name}` }] }],
    }),
    fingerprint,
  };
}

it('folds each error once, with the failures that have it, and links the CI run', () => {
  const results = [
    makeFailing('a', 'fp2:1'),
    makeFailing('b', null),
    makeFailing('c', 'fp2:1'),
    makeFailing('d', null),
  ];
  const execution = makeDetail({ results, files: [] });
  const shown = { execution, taken: undefined, limit: 20, moreCommand: 'svc executions show 12' };
  expect(`\n${renderExecutionMarkdown(shown)}\n`).toMatchInlineSnapshot(`
    "
    ### ✗ failed: [shop \\#12](http://localhost:4400/executions/0193a1b2-0000-7000-8000-000000000001)

    fix-cart 77e0a1c · vitest 5.1.1 · 2.3 s · 2026-11-20 10:00:00 UTC · [CI run](https://github.com/example/shop/actions/runs/4711)

    6 tests: 3 passed (1 flaky), 1 failed, 1 timed out, 1 skipped

    <details><summary>✗ a (src/cart.test.ts:7)</summary>

    \`\`\`
    no a
    \`\`\`

    </details>

    - ✗ c (src/cart.test.ts:7): same error

    <details><summary>✗ b (src/cart.test.ts:7)</summary>

    \`\`\`
    no b
    \`\`\`

    </details>

    <details><summary>✗ d (src/cart.test.ts:7)</summary>

    \`\`\`
    no d
    \`\`\`

    </details>
    "
  `);
});
