import { renderShownComparison } from './compare/shown-comparison.ts';
import type { ComparedTest } from '@svc/contract/executions/compare';
import { expect, it } from 'vitest';
import { makeComparedTest, makeComparison, makeSide } from '../../test/samples/make-comparison.ts';
import { makeBlocking, makeGate, makeProblem } from '../../test/samples/make-gate.ts';
import { plainLook } from '../../test/samples/plain-look.ts';
import { formatComparison } from './compare/compare-text.ts';
import { formatGates, renderGatesMarkdown } from './gate/gate-text.ts';

const REFUSED = {
  error: { message: 'connect ECONNREFUSED 10.0.25.138:5432' },
  fingerprint: `fp2:${'22cd98c3'.repeat(4)}`,
  classification: 'INFRA' as const,
};
const BUG = {
  error: { message: 'TypeError: cart is undefined' },
  fingerprint: `fp2:${'6be1aa00'.repeat(4)}`,
  classification: 'REAL_BUG' as const,
};
const PATTERNS: Record<string, string> = {
  [REFUSED.fingerprint]: 'connect ECONNREFUSED <host>',
  [BUG.fingerprint]: BUG.error.message,
};

function failing(
  name: string,
  {
    count,
    before = 'passed',
    ...failure
  }: { count: number; before?: 'passed' | 'failed' } & Partial<ComparedTest>,
): ComparedTest[] {
  return Array.from({ length: count }, (_, n) =>
    makeComparedTest([name, `case ${n}`], {
      ...failure,
      file: `src/${name}/${Math.floor(n / 7)}.test.ts`,
      base: makeSide({ status: before }),
      head: makeSide({ status: 'failed' }),
    }),
  );
}

function shown(lists: Parameters<typeof makeComparison>[0]) {
  const made = makeComparison(lists);
  const causes = Object.values(made.causes).flatMap(({ items }) => items);
  for (const cause of causes) cause.pattern = PATTERNS[cause.fingerprint ?? ''] ?? cause.pattern;
  return {
    comparison: made,
    choiceNotes: { base: undefined, head: undefined },
    limit: 20,
    moreCommand: 'svc compare branch:main latest --limit 1500',
    showCommand: 'svc executions show 815 --project web',
  };
}

function compared(lists: Parameters<typeof makeComparison>[0], columns = 80): string {
  return `\n${formatComparison(shown(lists), plainLook({ columns })).slice(3).join('\n')}\n`;
}

const THREE_NEW = {
  regressions: failing('cart', { count: 3, ...BUG }),
  stillFailing: failing('orders', { count: 1_500, before: 'failed', ...REFUSED }),
};

it('says 434 regressions of one cause in one entry', () => {
  const lists = { regressions: failing('orders', { count: 434, ...REFUSED }) };
  expect(compared(lists)).toMatchInlineSnapshot(`
    "
    ✗ 434 regressions (1 cause)
    head took 32.0 s longer (+19 %)

    434 regressions (1 cause)
      ✗ connect ECONNREFUSED <host> · 434 tests in 62 files · INFRA 96 %
        orders › case 0                                      src/orders/0.test.ts:88
        orders › case 1                                      src/orders/0.test.ts:88
        orders › case 2                                      src/orders/0.test.ts:88
        orders › case 3                                      src/orders/0.test.ts:88
        orders › case 4                                      src/orders/0.test.ts:88
        and 429 more tests
      More: svc compare branch:main latest --limit 1500

    Full errors: svc executions show 815 --project web
    "
  `);
  expect(`\n${renderShownComparison(shown(lists)).split('\n').slice(6).join('\n')}\n`)
    .toMatchInlineSnapshot(`
      "

      **434 regressions (1 cause)**

      <details><summary>✗ <b>connect ECONNREFUSED &lt;host&gt;</b> · 434 tests in 62 files · INFRA 96 %</summary>

      \`\`\`
      connect ECONNREFUSED 10.0.25.138:5432
      \`\`\`

      - orders › case 0 \`src/orders/0.test.ts:88\`
      - orders › case 1 \`src/orders/0.test.ts:88\`
      - orders › case 2 \`src/orders/0.test.ts:88\`
      - orders › case 3 \`src/orders/0.test.ts:88\`
      - orders › case 4 \`src/orders/0.test.ts:88\`
      - and 429 more tests

      </details>

      More: \`svc compare branch:main latest --limit 1500\`
      "
    `);
});

it('says two causes in two entries', () => {
  const lists = {
    regressions: [
      ...failing('orders', { count: 400, ...REFUSED }),
      ...failing('cart', { count: 34, ...BUG }),
    ],
  };
  expect(compared(lists)).toMatchInlineSnapshot(`
    "
    ✗ 434 regressions (2 causes)
    head took 32.0 s longer (+19 %)

    434 regressions (2 causes)
      ✗ connect ECONNREFUSED <host> · 400 tests in 58 files · INFRA 96 %
        orders › case 0                                      src/orders/0.test.ts:88
        orders › case 1                                      src/orders/0.test.ts:88
        orders › case 2                                      src/orders/0.test.ts:88
        orders › case 3                                      src/orders/0.test.ts:88
        orders › case 4                                      src/orders/0.test.ts:88
        and 395 more tests
      ✗ TypeError: cart is undefined · 34 tests in 5 files · REAL_BUG 96 %
        cart › case 0                                          src/cart/0.test.ts:88
        cart › case 1                                          src/cart/0.test.ts:88
        cart › case 2                                          src/cart/0.test.ts:88
        cart › case 3                                          src/cart/0.test.ts:88
        cart › case 4                                          src/cart/0.test.ts:88
        and 29 more tests
      More: svc compare branch:main latest --limit 1500

    Full errors: svc executions show 815 --project web
    "
  `);
});

it('says three new failures before 1,500 known ones', () => {
  expect(compared(THREE_NEW)).toMatchInlineSnapshot(`
    "
    ✗ 3 regressions (1 cause), 1,500 still failing (1 cause)
    head took 32.0 s longer (+19 %)

    3 regressions (1 cause)
      ✗ TypeError: cart is undefined · 3 tests in 1 file · REAL_BUG 96 %
        cart › case 0                                          src/cart/0.test.ts:88
        cart › case 1                                          src/cart/0.test.ts:88
        cart › case 2                                          src/cart/0.test.ts:88

    1,500 still failing (1 cause)
      ✗ connect ECONNREFUSED <host> · 1,500 tests in 215 files · INFRA 96 %
        orders › case 0                                      src/orders/0.test.ts:88
        orders › case 1                                      src/orders/0.test.ts:88
        orders › case 2                                      src/orders/0.test.ts:88
        orders › case 3                                      src/orders/0.test.ts:88
        orders › case 4                                      src/orders/0.test.ts:88
        and 1,495 more tests
      More: svc compare branch:main latest --limit 1500

    Full errors: svc executions show 815 --project web
    "
  `);
  expect(`\n${renderShownComparison(shown(THREE_NEW)).split('\n').slice(6).join('\n')}\n`)
    .toMatchInlineSnapshot(`
      "

      **3 regressions (1 cause)**

      <details><summary>✗ <b>TypeError: cart is undefined</b> · 3 tests in 1 file · REAL_BUG 96 %</summary>

      \`\`\`
      TypeError: cart is undefined
      \`\`\`

      - cart › case 0 \`src/cart/0.test.ts:88\`
      - cart › case 1 \`src/cart/0.test.ts:88\`
      - cart › case 2 \`src/cart/0.test.ts:88\`

      </details>

      **1,500 still failing (1 cause)**

      <details><summary>✗ <b>connect ECONNREFUSED &lt;host&gt;</b> · 1,500 tests in 215 files · INFRA 96 %</summary>

      \`\`\`
      connect ECONNREFUSED 10.0.25.138:5432
      \`\`\`

      - orders › case 0 \`src/orders/0.test.ts:88\`
      - orders › case 1 \`src/orders/0.test.ts:88\`
      - orders › case 2 \`src/orders/0.test.ts:88\`
      - orders › case 3 \`src/orders/0.test.ts:88\`
      - orders › case 4 \`src/orders/0.test.ts:88\`
      - and 1,495 more tests

      </details>

      More: \`svc compare branch:main latest --limit 1500\`
      "
    `);
});

it('groups what was fixed by the failure that is gone', () => {
  const improvements = failing('orders', { count: 436, ...REFUSED }).map((test) => ({
    ...test,
    error: null,
    fingerprint: null,
    base: makeSide({ status: 'failed' }),
    head: makeSide(),
    baseFingerprint: REFUSED.fingerprint,
  }));
  expect(compared({ improvements })).toMatchInlineSnapshot(`
    "
    ✓ no regressions, 436 improvements (1 cause)
    head took 32.0 s longer (+19 %)

    436 improvements (1 cause)
      ✓ connect ECONNREFUSED <host> · 436 tests in 63 files · INFRA 96 %
        orders › case 0                                      src/orders/0.test.ts:88
        orders › case 1                                      src/orders/0.test.ts:88
        orders › case 2                                      src/orders/0.test.ts:88
        orders › case 3                                      src/orders/0.test.ts:88
        orders › case 4                                      src/orders/0.test.ts:88
        and 431 more tests
      More: svc compare branch:main latest --limit 1500
    "
  `);
});

it('stays short with 5,000 causes of 5,000 characters', () => {
  const regressions = Array.from({ length: 5_000 }, (_, n) =>
    makeComparedTest([`case ${n}`, 'x'.repeat(5_000)], {
      ...BUG,
      fingerprint: `fp2:${String(n).padStart(32, '0')}`,
      file: `src/${'y'.repeat(5_000)}.test.ts`,
      head: makeSide({ status: 'failed' }),
    }),
  );
  const text = compared({ regressions });
  expect(text.includes('\n  and 4,980 more causes. More: svc compare ')).toBe(true);
  expect(text.length).toBeLessThan(25_000);
});

function gate() {
  const known = Array.from({ length: 997 }, (_, n) =>
    makeBlocking({
      titlePath: ['orders', `case ${n}`],
      file: `src/orders/${Math.floor(n / 7)}.test.ts`,
      fingerprint: REFUSED.fingerprint,
      onBase: true,
    }),
  );
  const added = Array.from({ length: 3 }, (_, n) =>
    makeBlocking({ titlePath: ['cart', `case ${n}`], fingerprint: BUG.fingerprint }),
  );
  const all = makeGate({
    blocking: [
      makeProblem(
        'mass-failure',
        '1,503 of 7,503 tests failed: from 20 %, excused failures block too.',
      ),
      ...added,
      ...known,
    ],
    excused: [],
    base: { executionId: '0193a1b2-0000-7000-8000-000000000040', number: 40, branch: 'main' },
    counts: { failures: 1_503, excused: 0, blocking: 1_504, blockingOnBase: 1_500 },
  });
  for (const cause of all.causes.blocking.items) {
    cause.pattern = PATTERNS[cause.fingerprint ?? ''] ?? null;
    if (cause.onBase > 0) {
      Object.assign(cause, { tests: 1_500, failures: 1_500, onBase: 1_500, files: 215 });
      Object.assign(cause, { classification: 'INFRA', confidence: 0.96 });
    }
  }
  return {
    gate: all,
    place: 'fix-cart 77e0abc',
    choiceNote: undefined,
    limit: 20,
    moreCommand: 'svc gate 815 --project web --limit 1000',
    showCommand: 'svc executions show 815 --project web',
  };
}

it('leads with the three failures that the base does not have', () => {
  expect(`\n${formatGates([gate()], plainLook()).join('\n')}\n`).toMatchInlineSnapshot(`
    "
    ✗ gate fails  web #815  fix-cart 77e0abc
    1,503 failures block (3 new, 1,500 failed in #40 of main, too)
    ✗ blocks   TypeError: cart is undefined · 3 tests in 1 file
      fingerprint fp2:6be1aa00
      cart › case 0                                              src/cart.test.ts:88
      cart › case 1                                              src/cart.test.ts:88
      cart › case 2                                              src/cart.test.ts:88
    ✗ blocks   1,503 of 7,503 tests failed: from 20 %, excused failures block too.
    ✗ blocks   connect ECONNREFUSED <host> · 1,500 tests in 215 files · INFRA 96 %
      all failed in #40 of main, too · fingerprint fp2:22cd98c3
      orders › case 0                                        src/orders/0.test.ts:88
      orders › case 1                                        src/orders/0.test.ts:88
      orders › case 2                                        src/orders/0.test.ts:88
      orders › case 3                                        src/orders/0.test.ts:88
      orders › case 4                                        src/orders/0.test.ts:88
      and 1,495 more tests
    The first 1,001 of 1,504: svc gate 815 --project web --limit 1000
    Full errors: svc executions show 815 --project web
    "
  `);
  expect(`\n${renderGatesMarkdown([gate()])}\n`).toMatchInlineSnapshot(`
    "
    ### ✗ gate fails: [web \\#815](http://localhost:4400/executions/0193a1b2-0000-7000-8000-000000000815)

    fix-cart 77e0abc · 1,503 failures block (3 new, 1,500 failed in \\#&#8203;40 of main, too)

    - ✗ **blocks** TypeError: cart is undefined · 3 tests in 1 file
      - cart › case 0 \`src/cart.test.ts:88\`
      - cart › case 1 \`src/cart.test.ts:88\`
      - cart › case 2 \`src/cart.test.ts:88\`
    - ✗ **blocks** 1,503 of 7,503 tests failed: from 20 %, excused failures block too.
    - ✗ **blocks** connect ECONNREFUSED &lt;host&gt; · 1,500 tests in 215 files · INFRA 96 % · all failed in \\#&#8203;40 of main, too
      - orders › case 0 \`src/orders/0.test.ts:88\`
      - orders › case 1 \`src/orders/0.test.ts:88\`
      - orders › case 2 \`src/orders/0.test.ts:88\`
      - orders › case 3 \`src/orders/0.test.ts:88\`
      - orders › case 4 \`src/orders/0.test.ts:88\`
      - and 1,495 more tests

    The first 1,001 of 1,504: \`svc gate 815 --project web --limit 1000\`
    "
  `);
});
