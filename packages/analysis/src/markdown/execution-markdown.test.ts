import type { ExecutionDetail, Result } from '@svc/contract/executions/executions';
import { expect, it } from 'vitest';
import { renderExecution } from './execution-markdown.ts';

const TOTALS = {
  tests: 0,
  passed: 0,
  failed: 0,
  skipped: 0,
  flaky: 0,
  timedOut: 0,
  interrupted: 0,
};

function makeFailing(name: string, fingerprint: string | null): Result {
  const errors = [{ message: `no ${name}` }];
  const attempts = [{ status: 'failed', durationMs: 1, errors }];
  const place = { titlePath: [name], variant: null, file: 'src/cart.test.ts', line: 7 };
  const failing = { testId: name, status: 'failed', classification: null, fingerprint, attempts };
  return { ...place, ...failing } as unknown as Result;
}

function makeExecution(changes: Partial<ExecutionDetail>): ExecutionDetail {
  return {
    project: 'shop',
    number: 12,
    url: 'http://localhost:4400/executions/12',
    status: 'failed',
    git: { branch: 'fix-cart', commit: '77e0a1c'.padEnd(40, '0') },
    ci: { url: 'https://github.com/example/shop/actions/runs/4711' },
    framework: 'vitest',
    frameworkVersion: '5.1.1',
    durationMs: 2_300,
    startedAt: '2026-11-20T10:00:00.000Z',
    attempt: 1,
    shards: { expected: 1, received: 1, carried: 0 },
    totals: { ...TOTALS, tests: 6, passed: 3, flaky: 1, failed: 3 },
    excused: 0,
    partial: [],
    legs: [],
    files: [],
    errors: [],
    results: [],
    resultsExpiredAt: null,
    ...changes,
  } as unknown as ExecutionDetail;
}

it('folds each cause once, with the tests that it has, and links the CI run', () => {
  const results = [
    makeFailing('a', 'fp2:1'),
    makeFailing('b', null),
    makeFailing('c', 'fp2:1'),
    makeFailing('d', null),
  ];
  const text = renderExecution(makeExecution({ results }), { limit: 20, more: '`svc`' });
  expect(`\n${text}\n`).toMatchInlineSnapshot(`
    "
    ### ✗ failed: [shop \\#12](http://localhost:4400/executions/12)

    fix-cart 77e0a1c · vitest 5.1.1 · 2.3 s · 2026-11-20 10:00:00 UTC · [CI run](https://github.com/example/shop/actions/runs/4711)

    6 tests: 3 passed (1 flaky), 3 failed

    <details><summary>✗ <b>no a</b> · 2 tests in 1 file</summary>

    \`\`\`
    no a
    \`\`\`

    - a \`src/cart.test.ts:7\`
    - c \`src/cart.test.ts:7\`

    </details>

    <details><summary>✗ <b>b</b> <code>src/cart.test.ts:7</code></summary>

    \`\`\`
    no b
    \`\`\`

    </details>

    <details><summary>✗ <b>d</b> <code>src/cart.test.ts:7</code></summary>

    \`\`\`
    no d
    \`\`\`

    </details>
    "
  `);
});

it('cuts the list of causes, and says where all of them are', () => {
  const results = ['a', 'b', 'c'].map((name) => makeFailing(name, `fp2:${name}`));
  const text = renderExecution(makeExecution({ results }), { limit: 1, more: '`svc`' });
  expect(text.split('<details>')).toHaveLength(2);
  expect(text).toContain('\n\nand 2 more causes. More: `svc`');
});

it('says where all tests of a cause are, if it shows only some of them', () => {
  const results = Array.from({ length: 30 }, (_, at) => makeFailing(`test ${at}`, 'fp2:same'));
  const text = renderExecution(makeExecution({ results }), { limit: 20, more: '`svc`' });
  expect(text.match(/^- test /gm)).toHaveLength(5);
  expect(text.slice(text.lastIndexOf('\n- '))).toBe(
    '\n- and 25 more tests\n\n</details>\n\nMore: `svc`',
  );
  const whole = renderExecution(makeExecution({ results }), { limit: 30, more: '`svc`' });
  expect(whole).not.toContain('more');
});

it.each([
  [6, 2, ['test 0 in leg 0; leg 1', 'test 4 in leg 0; leg 1', 'and 1 more test']],
  [
    2,
    5,
    ['test 0 in leg 0; leg 1; leg 2; leg 3; leg 4', 'test 1 in leg 0; leg 1; leg 2; leg 3; leg 4'],
  ],
])('counts %i tests that fail in %i legs once each', (tests, legs, lines) => {
  const names = Array.from({ length: legs }, (_, leg) => `leg ${leg}`);
  const results = names.flatMap((leg) =>
    Array.from({ length: tests }, (_, at) => {
      const result = makeFailing(`test ${at}`, 'fp2:same');
      // Each leg reports its own output, so that the results are not equal.
      return {
        ...result,
        part: { leg },
        attempts: result.attempts.map((attempt) => ({ ...attempt, stdout: leg })),
      } as Result;
    }),
  );
  const execution = makeExecution({ results, legs: names });
  const text = renderExecution(execution, { limit: 5, more: '`svc`' });
  const shown = [...text.matchAll(/^- (.*?)(?: `.*)?$/gm)].map(([, line]) => line);
  expect(shown).toHaveLength(Math.min(tests, 6));
  expect(shown).toEqual(expect.arrayContaining(lines));
});
