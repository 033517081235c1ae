import type { ComparedTest, Comparison } from '@svc/contract/executions/compare';
import { expect, it } from 'vitest';
import { NO_CAUSES } from '../causes/cause-groups.ts';
import { renderComparison } from './comparison-markdown.ts';

const SIDE = {
  project: 'web',
  number: 1,
  url: 'https://svc.test/executions/1',
  git: { branch: 'main' },
  ci: {},
  attempt: 1,
  status: 'failed',
  totals: { tests: 1_204 },
  durationMs: 185_000,
  partial: [],
  shards: { carried: 0 },
  reporter: { name: 'r' },
};

const HOSTILE = {
  titlePath: ['<img src=x onerror=alert(1)>', '[click](javascript:alert(1)) @acme/all'],
  variant: null,
  file: 'src/cart.test.ts',
  line: 8,
  fingerprint: null,
  error: { message: '\u001b[31m**bold**\u001b[0m\n```\nmore' },
} as ComparedTest;

it('escapes what uploads named, removes colours, and links to the page', () => {
  const comparison = {
    base: SIDE,
    head: { ...SIDE, number: 2 },
    baseChoice: 'named',
    summary: {
      baseTests: 9,
      regressions: 30,
      improvements: 0,
      stillFailing: 0,
      otherErrors: 0,
      newTests: 0,
      newFailing: 0,
      removedTests: 0,
      notRun: 0,
      brokenFiles: 0,
      newlyFlaky: 0,
      slower: 0,
      faster: 0,
      machineFactor: null,
      durationDeltaMs: 0,
      errorsOmitted: 0,
    },
    regressions: Array.from({ length: 30 }, () => HOSTILE),
    newTests: [],
    stillFailing: [],
    improvements: [],
    newlyFlaky: [],
    notRun: [],
    performance: { slower: [], faster: [] },
    causes: {
      regressions: { items: [], total: 30 },
      newFailing: NO_CAUSES,
      stillFailing: NO_CAUSES,
      improvements: NO_CAUSES,
    },
  } as unknown as Comparison;
  const url = 'https://svc.test/compare';
  expect(renderComparison(comparison, { limit: 1, more: `[all](${url})`, url }))
    .toMatchInlineSnapshot(`
    "### ✗ [30 regressions](https://svc.test/compare)

    |  | execution | branch | commit | status | tests | time |
    | --- | --- | --- | --- | --- | --: | --: |
    | base | [web \\#1](https://svc.test/executions/1) | main |  | ✗ failed (local) | 1,204 | 3 m 05 s |
    | head | [web \\#2](https://svc.test/executions/1) | main |  | ✗ failed (local) | 1,204 | 3 m 05 s |

    **30 regressions**

    <details><summary>✗ <b>&lt;img src=x onerror=alert(1)&gt; › [click](javascript:alert(1)) @&#8203;acme/all</b> <code>src/cart.test.ts:8</code></summary>

    \`\`\`\`
    **bold**
    \`\`\`
    more
    \`\`\`\`

    </details>

    and 29 more causes. More: [all](https://svc.test/compare)"
  `);
});
