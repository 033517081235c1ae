import type { Comparison } from '@svc/contract/executions/compare';
import { expect, it } from 'vitest';
import {
  makeCauses,
  makeComparedTest,
  makeComparison,
  makeSide,
} from '../../../test/samples/make-comparison.ts';
import { makeExecution } from '../../../test/samples/make-execution.ts';
import { plainLook } from '../../../test/samples/plain-look.ts';
import { ASCII_GLYPHS } from '../../terminal/glyphs.ts';
import { formatComparison } from './compare-text.ts';
import { renderShownComparison, type ShownComparison } from './shown-comparison.ts';

const failure = {
  head: makeSide({ status: 'failed' }),
  error: {
    message: 'expected 90 to be 100 // Object.is equality',
    stack: 'AssertionError: expected 90 to be 100 // Object.is equality\n    at src/cart.ts:41:9',
    diff: '- 100\n+ 90',
  },
  fingerprint: 'fp2:6be1aa00aa00aa00aa00aa00aa00aa00',
};
const exported = {
  base: makeSide({ durationMs: 1200 }),
  head: makeSide({ durationMs: 2900 }),
  durationDeltaMs: 1700,
  durationDeltaRate: 1700 / 1200,
};
const everything = makeComparison({
  regressions: [
    makeComparedTest(['cart', 'checkout', 'keeps the discount'], failure),
    makeComparedTest(['cart', 'totals', 'rounds half up'], { ...failure, line: 131 }),
  ],
  newTests: [
    makeComparedTest(['cart', 'splits the bill'], {
      base: null,
      head: makeSide({ status: 'failed' }),
      error: { message: 'TypeError: bill is undefined' },
      fingerprint: 'fp2:00',
    }),
    makeComparedTest(['cart', 'is empty at first'], { base: null }),
  ],
  newlyFlaky: [
    makeComparedTest(['search', 'suggests as you type'], {
      head: makeSide({ flaky: true }),
      retries: 1,
    }),
  ],
  stillFailing: [
    makeComparedTest(['search', 'waits for the index'], {
      base: makeSide({ status: 'timedOut' }),
      head: makeSide({ status: 'timedOut' }),
      error: { message: 'Test timed out in 5000ms.' },
    }),
  ],
  improvements: [
    makeComparedTest(['login', 'remembers the device'], { base: makeSide({ status: 'failed' }) }),
  ],
  performance: {
    slower: [{ ...makeComparedTest(['report', 'exports 10,000 rows']), ...exported }],
    faster: [],
  },
  notRun: Array.from({ length: 14 }, (_, index) => ({
    ...makeComparedTest(['admin', `test ${index}`], { file: 'src/admin.test.ts', head: null }),
    reason: 'file' as const,
  })),
  removedTests: [makeComparedTest(['cart', 'pays by cheque'], { head: null })],
});

function makeShown(
  comparison: Comparison,
  changes: Partial<ShownComparison> = {},
): ShownComparison {
  return {
    comparison,
    choiceNotes: { base: 'newest on branch main', head: 'latest on fix-cart, the current branch' },
    limit: 20,
    moreCommand: 'svc compare branch:main latest --limit 57',
    showCommand: 'svc executions show 815 --project web',
    ...changes,
  };
}

function shown(comparison: ShownComparison, look = plainLook()): string {
  return `\n${formatComparison(comparison, look).join('\n')}\n`;
}

it('shows what broke first, at 80', () => {
  expect(shown(makeShown(everything))).toMatchInlineSnapshot(`
    "
    base: newest on branch main · head: latest on fix-cart, the current branch
    base  web #811  main a07be55      ✓ passed  1,204 tests  2 m 48 s
    head  web #815  fix-cart 77e0a1c  ✗ failed  1,204 tests  3 m 20 s

    ✗ 1 file failed to load, 14 tests did not run, 2 regressions (1 cause), 1 new
      test fails, 1 newly flaky, 1 still failing, 1 improvement
    head took 32.0 s longer (+19 %)

    2 regressions (1 cause)
      ✗ expected 90 to be 100 · 2 tests in 1 file
        cart › checkout › keeps the discount                     src/cart.test.ts:88
        cart › totals › rounds half up                          src/cart.test.ts:131

    1 new failing test
      ✗ cart › splits the bill                                   src/cart.test.ts:88
        TypeError: bill is undefined

    1 newly flaky
      ± search › suggests as you type                            passed on attempt 2

    1 still failing
      ◷ search › waits for the index                             src/cart.test.ts:88
        Test timed out in 5000ms.

    1 improvement
      ✓ login › remembers the device

    1 slower
      report › exports 10,000 rows                            1.2 s → 2.9 s   +142 %

    ! 14 not run: src/admin.test.ts failed to load
    1 more new test
      cart › is empty at first
    1 test removed
      cart › pays by cheque

    Full errors: svc executions show 815 --project web
    "
  `);
});

it('has room for both ends at 120', () => {
  expect(shown(makeShown(everything), plainLook({ columns: 120 }))).toMatchInlineSnapshot(`
    "
    base: newest on branch main · head: latest on fix-cart, the current branch
    base  web #811  main a07be55      ✓ passed  1,204 tests  2 m 48 s
    head  web #815  fix-cart 77e0a1c  ✗ failed  1,204 tests  3 m 20 s

    ✗ 1 file failed to load, 14 tests did not run, 2 regressions (1 cause), 1 new test fails, 1 newly flaky, 1 still
      failing, 1 improvement
    head took 32.0 s longer (+19 %)

    2 regressions (1 cause)
      ✗ expected 90 to be 100 · 2 tests in 1 file
        cart › checkout › keeps the discount                                             src/cart.test.ts:88
        cart › totals › rounds half up                                                  src/cart.test.ts:131

    1 new failing test
      ✗ cart › splits the bill                                                         src/cart.test.ts:88
        TypeError: bill is undefined

    1 newly flaky
      ± search › suggests as you type                                                  passed on attempt 2

    1 still failing
      ◷ search › waits for the index                                                   src/cart.test.ts:88
        Test timed out in 5000ms.

    1 improvement
      ✓ login › remembers the device

    1 slower
      report › exports 10,000 rows                                                  1.2 s → 2.9 s   +142 %

    ! 14 not run: src/admin.test.ts failed to load
    1 more new test
      cart › is empty at first
    1 test removed
      cart › pays by cheque

    Full errors: svc executions show 815 --project web
    "
  `);
});

it('keeps titles whole at 40', () => {
  expect(shown(makeShown(everything), plainLook({ columns: 40 }))).toMatchInlineSnapshot(`
    "
    base: newest on branch main
    head: latest on fix-cart, the current
    branch
    base  web #811  main a07be55  ✓ passed
    1,204 tests  2 m 48 s
    head  web #815  fix-cart 77e0a1c
    ✗ failed  1,204 tests  3 m 20 s

    ✗ 1 file failed to load, 14 tests did
      not run, 2 regressions (1 cause), 1
      new test fails, 1 newly flaky, 1 still
      failing, 1 improvement
    head took 32.0 s longer (+19 %)

    2 regressions (1 cause)
      ✗ expected 90 to be 100
        2 tests in 1 file
        cart › checkout › keeps the discount
          src/cart.test.ts:88
        cart › totals › rounds half up
          src/cart.test.ts:131

    1 new failing test
      ✗ cart › splits the bill
        src/cart.test.ts:88
        TypeError: bill is undefined

    1 newly flaky
      ± search › suggests as you type
        passed on attempt 2

    1 still failing
      ◷ search › waits for the index
        src/cart.test.ts:88
        Test timed out in 5000ms.

    1 improvement
      ✓ login › remembers the device

    1 slower
      report › exports 10,000 rows
        1.2 s → 2.9 s   +142 %

    ! 14 not run: src/admin.test.ts failed
      to load
    1 more new test
      cart › is empty at first
    1 test removed
      cart › pays by cheque

    Full errors:
    svc executions show 815 --project web
    "
  `);
});

it('marks a side that was run locally, in part, or with uncommitted changes', () => {
  const git = { branch: 'fix-cart', commit: '77e0a1c5d', dirty: true };
  const head = makeExecution({ id: 'other', number: 815, git, ci: {}, partial: ['filter'] });
  const shownSides = shown(makeShown(makeComparison({ head })), plainLook({ columns: 100 }));
  expect(shownSides).toContain('✓ passed  1,204 tests  2 m 48 s\n');
  expect(shownSides).toContain('✓ passed  1,204 tests  2 m 48 s  local, partial, dirty\n');
  expect(renderShownComparison(makeShown(makeComparison({ head })))).toContain(
    '| 77e0a1c | ✓ passed (local, partial, dirty) | 1,204 |',
  );
});

it('reports that nothing broke, in ASCII too', () => {
  const head = makeExecution({ number: 815, git: { branch: 'fix-cart', commit: '77e0a1c5d' } });
  const choiceNotes = { base: undefined, head: undefined };
  const comparison = makeComparison({ head: { ...head, id: 'other' } });
  expect(shown(makeShown(comparison, { choiceNotes }))).toMatchInlineSnapshot(`
    "
    base  web #811  main a07be55      ✓ passed  1,204 tests  2 m 48 s
    head  web #815  fix-cart 77e0a1c  ✓ passed  1,204 tests  2 m 48 s

    ✓ no regressions
    "
  `);
  const ascii = plainLook({ glyphs: ASCII_GLYPHS });
  expect(shown(makeShown(comparison, { choiceNotes }), ascii)).toMatchInlineSnapshot(`
    "
    base  web #811  main a07be55      + passed  1,204 tests  2 m 48 s
    head  web #815  fix-cart 77e0a1c  + passed  1,204 tests  2 m 48 s

    + no regressions
    "
  `);
});

it('reports a comparison without regressions as flaky when a test became flaky', () => {
  const comparison = makeComparison({ newlyFlaky: everything.newlyFlaky, head: makeExecution() });
  expect(formatComparison(makeShown(comparison), plainLook({ quiet: true }))).toEqual([
    '± no regressions, 1 newly flaky',
    '',
    '1 newly flaky',
    '  ± search › suggests as you type                            passed on attempt 2',
  ]);
});

it.each<[string, Parameters<typeof makeComparison>[0], string]>([
  [
    'half of the tests are removed: no warning',
    { counts: { baseTests: 100, removedTests: 50 } },
    '✓ no regressions',
  ],
  [
    'more than half are removed',
    { counts: { baseTests: 1_600, removedTests: 1_500 } },
    "! 1,500 of the base's 1,600 tests did not run, no regressions in the others",
  ],
  [
    'most are removed, and others are new, as after a renamed folder',
    { counts: { baseTests: 1_600, removedTests: 1_500, newTests: 1_490 } },
    "! 1,500 of the base's 1,600 tests did not run, no regressions in the others, 1,490 new tests",
  ],
  [
    'a setup that failed kept some from running',
    { counts: { baseTests: 100, removedTests: 30, notRun: 30 } },
    "! 60 of the base's 100 tests did not run, no regressions in the others",
  ],
  [
    'the rest has a regression',
    { regressions: everything.regressions, counts: { baseTests: 100, removedTests: 80 } },
    "✗ 80 of the base's 100 tests did not run, 2 regressions (1 cause)",
  ],
  [
    'no test of the base ran',
    { counts: { baseTests: 1_600, removedTests: 1_600 } },
    "! none of the base's 1,600 tests ran",
  ],
  [
    'the only test of the base is gone',
    { counts: { baseTests: 1, removedTests: 1, newTests: 1 } },
    "! the base's only test did not run, 1 new test",
  ],
  [
    'the run stopped at its first failure',
    {
      counts: { notRun: 990, baseTests: 1_000, stillFailing: 1 },
      head: makeExecution({ partial: ['bail'] }),
    },
    "! 990 of the base's 1,000 tests did not run, no regressions in the others, 1 still failing",
  ],
  [
    'the head was filtered: no warning',
    {
      head: makeExecution({ partial: ['filter'] }),
      counts: { baseTests: 1_600, notRun: 1_590 },
    },
    '✓ no regressions',
  ],
])('warns first when most tests of the base did not run: %s', (_, changes, verdict) => {
  const passed = makeExecution({ id: 'other', number: 815 });
  const comparison = makeComparison({ head: passed, ...changes });
  const [first] = formatComparison(makeShown(comparison), plainLook({ quiet: true, columns: 120 }));
  expect(first).toBe(verdict);
  expect(renderShownComparison(makeShown(comparison)).split('\n')[0]).toBe(`### ${verdict}`);
});

it('ends each part at the limit, and only counts many added or removed tests', () => {
  const many = Array.from({ length: 6 }, (_, index) =>
    makeComparedTest(['cart', `test ${index}`], { head: null }),
  );
  const comparison = makeComparison({ regressions: everything.regressions, removedTests: many });
  const lines = formatComparison(makeShown(comparison, { limit: 1 }), plainLook()).slice(7);
  expect(lines).toMatchInlineSnapshot(`
    [
      "2 regressions (1 cause)",
      "  ✗ expected 90 to be 100 · 2 tests in 1 file",
      "    cart › checkout › keeps the discount                     src/cart.test.ts:88",
      "    cart › totals › rounds half up                          src/cart.test.ts:131",
      "",
      "6 tests removed (listed with --json --limit 6)",
      "",
      "Full errors: svc executions show 815 --project web",
    ]
  `);
});

it('counts what the answer does not name', () => {
  const comparison = makeComparison({
    regressions: everything.regressions,
    notRun: everything.notRun,
    counts: {
      regressions: 7_000,
      notRun: everything.notRun.length + 3,
      newTests: 4,
      errorsOmitted: 2,
    },
    causes: { regressions: { ...makeCauses(everything.regressions), total: 7_000 } },
  });
  const [cut, whole] = [2, 57].map((limit) =>
    formatComparison(makeShown(comparison, { limit }), plainLook()),
  );
  expect(cut).toContain('7,000 regressions');
  expect(cut).toContain('  and 6,999 more causes');
  expect(cut).toContain('! 3 more not run');
  expect(cut).toContain('4 new tests (the first 0 listed with --json)');
  expect(cut).toContain('! 2 errors left out, too long for one answer');
  // The server did not name more.
  expect(whole).toContain('  and 6,999 more causes');
});

it('gives the --limit that lists what it only counts', () => {
  const tests = Array.from({ length: 1_000 }, (_, index) => makeComparedTest([`test ${index}`]));
  const line = (newTests: number, limit = 20) => {
    const comparison = makeComparison({ newTests: tests, counts: { newTests } });
    return formatComparison(makeShown(comparison, { limit }), plainLook()).findLast(
      (text) => text !== '',
    );
  };
  expect(line(1_500)).toBe('1,500 new tests (listed with --json --limit 1500)');
  expect(line(1_000, 1_000)).toBe('1,000 new tests (listed with --json)');
  expect(line(9_000)).toBe('9,000 new tests (the first 5,000 listed with --json --limit 5000)');
});

it('says in Markdown that an error was left out', () => {
  const regressions = everything.regressions.map((test) => ({ ...test, error: null }));
  const comparison = makeComparison({ regressions, counts: { errorsOmitted: 2 } });
  const markdown = renderShownComparison(makeShown(comparison));
  expect(markdown).toContain('2 errors left out, too long for one answer.');
  expect(markdown).not.toContain('No error was reported');
});

it('prints folded blocks to paste', () => {
  expect(`\n${renderShownComparison(makeShown(everything))}\n`).toMatchInlineSnapshot(`
    "
    ### ✗ 1 file failed to load, 14 tests did not run, 2 regressions (1 cause), 1 new test fails, 1 newly flaky, 1 still failing, 1 improvement

    |  | execution | branch | commit | status | tests | time |
    | --- | --- | --- | --- | --- | --: | --: |
    | base | [web \\#811](http://localhost:4400/executions/0193a1b2-0000-7000-8000-000000000001) | main | a07be55 | ✓ passed | 1,204 | 2 m 48 s |
    | head | [web \\#815](http://localhost:4400/executions/0193a1b2-0000-7000-8000-000000000001) | fix-cart | 77e0a1c | ✗ failed | 1,204 | 3 m 20 s |

    **2 regressions (1 cause)**

    <details><summary>✗ <b>expected 90 to be 100</b> · 2 tests in 1 file</summary>

    \`\`\`
    AssertionError: expected 90 to be 100 // Object.is equality
        at src/cart.ts:41:9
    \`\`\`

    \`\`\`diff
    - 100
    + 90
    \`\`\`

    - cart › checkout › keeps the discount \`src/cart.test.ts:88\`
    - cart › totals › rounds half up \`src/cart.test.ts:131\`

    </details>

    **1 new failing test**

    <details><summary>✗ <b>cart › splits the bill</b> <code>src/cart.test.ts:88</code></summary>

    \`\`\`
    TypeError: bill is undefined
    \`\`\`

    </details>

    **1 newly flaky**

    - ± search › suggests as you type \`src/cart.test.ts:88\`, passed on attempt 2

    **1 still failing**

    <details><summary>✗ <b>search › waits for the index</b> <code>src/cart.test.ts:88</code></summary>

    \`\`\`
    Test timed out in 5000ms.
    \`\`\`

    </details>

    **1 improvement**

    - ✓ login › remembers the device \`src/cart.test.ts:88\`

    **1 slower, 0 faster**

    - report › exports 10,000 rows: 1.2 s → 2.9 s (+142 %)

    **Not in both**

    - 14 not run: src/admin.test.ts failed to load
    - 2 new tests
    - 1 removed test
    "
  `);
});

it('compares no times of an execution that carries parts, and says so', () => {
  const head = makeExecution({
    number: 815,
    attempt: 2,
    durationMs: 41_000,
    shards: { expected: 4, received: 1, carried: 3 },
  });
  const counts = { durationDeltaMs: null, durationDeltaRate: null };
  const comparison = makeComparison({ head, counts });
  const note = 'times not compared: the head carries 3 of 4 parts from an earlier attempt';
  expect(shown(makeShown(comparison))).toContain(`✓ no regressions\n${note}\n`);
  expect(renderShownComparison(makeShown(comparison))).toContain(`\n\n${note}`);
});

it('compares no times of different reporters, and says so', () => {
  const head = makeExecution({ reporter: { name: '@svc/cli', version: '0.1.0' } });
  const counts = { durationDeltaMs: null, durationDeltaRate: null };
  const comparison = makeComparison({ head, counts });
  const note = `times not compared: the base is from ${comparison.base.reporter.name}, the head from @svc/cli`;
  expect(shown(makeShown(comparison), plainLook({ columns: 120 }))).toContain(`\n${note}\n`);
});

it.each([
  [1.3, 1, 0, "the head's machine was 1.3 times slower; shown are tests that are slower beyond it"],
  [0.5, 0, 2, "the head's machine was 2.0 times faster; shown are tests that are faster beyond it"],
  [2, 1, 1, "the head's machine was 2.0 times slower; shown are tests that changed beyond it"],
  [1.31, 0, 0, "the head's machine was 1.3 times slower; no test changed beyond it"],
])('says what a machine with the factor %d explains', (machineFactor, slower, faster, note) => {
  const comparison = makeComparison({ counts: { machineFactor, slower, faster } });
  expect(shown(makeShown(comparison), plainLook({ columns: 120 }))).toContain(`\n${note}\n`);
  expect(renderShownComparison(makeShown(comparison))).toContain(`\n\n${note}`);
});

it.each([1.1, 0.9, 1, null])('says nothing of a machine with the factor %s', (machineFactor) => {
  const shownComparison = makeShown(makeComparison({ counts: { machineFactor } }));
  expect(shown(shownComparison)).not.toContain('machine');
  expect(renderShownComparison(shownComparison)).not.toContain('machine');
});

it('says which execution is the base when none of the base commit is there', () => {
  const git = { branch: 'fix-cart', baseBranch: 'main', baseCommit: '9f8e7d6'.padEnd(40, '0') };
  const ofChange = makeComparison({
    head: makeExecution({ number: 815, git }),
    baseChoice: 'base-commit-missing',
  });
  const lines = formatComparison(makeShown(ofChange), plainLook());
  expect(lines.slice(2, 6)).toEqual([
    'head  web #815  fix-cart      ✓ passed  1,204 tests  2 m 48 s',
    '! Base: #811 of main at a07be55, the newest before the head: this suite has no',
    '  earlier whole CI run of main at the base commit 9f8e7d6.',
    '',
  ]);
  expect(renderShownComparison(makeShown(ofChange)).split('\n')).toContain(
    String.raw`Base: \#&#8203;811 of main at a07be55, the newest before the head: this suite has no earlier whole CI run of main at the base commit 9f8e7d6.`,
  );
  const quiet = formatComparison(makeShown(ofChange), plainLook({ quiet: true }));
  expect(quiet.join()).not.toContain('9f8e7d6');
});

it('says that the base began after the head, above the verdict', () => {
  const later = makeComparison({ baseChoice: 'after-head' });
  const text = formatComparison(makeShown(later), plainLook({ columns: 200 })).join('\n');
  const note =
    'Base: #811 of main at a07be55, which began after the head: main has no earlier whole CI run. What broke or was fixed on main since then counts as a change.';
  expect(text).toContain(`\n! ${note}\n`);
  expect(renderShownComparison(makeShown(later))).toContain('which began after the head');
});

it('leads nobody to think that a failure with another error is an old one', () => {
  const failed = makeSide({ status: 'failed' });
  const still = (title: string, otherError: boolean) => ({
    ...makeComparedTest([title], { base: failed, head: failed }),
    otherError,
  });
  const two = makeShown(
    makeComparison({ stillFailing: [still('adds', false), still('pays', true)] }),
  );
  const verdict = '✗ no regressions, 2 still failing, 1 of them with another error';
  expect(formatComparison(two, plainLook({ columns: 100 })).join('\n')).toContain(verdict);
  expect(renderShownComparison(two)).toContain(verdict);
  const one = makeShown(makeComparison({ stillFailing: [still('pays', true)] }));
  expect(formatComparison(one, plainLook()).join('\n')).toContain(
    '1 still failing, with another error',
  );
});

it('gives no green tick to a head whose files failed to load', () => {
  const counts = { baseTests: 90, notRun: 15 };
  const verdict = (more: Partial<Comparison['summary']>) =>
    formatComparison(makeShown(makeComparison({ counts: { ...counts, ...more } })), plainLook())[4];
  expect(verdict({ brokenFiles: 1 })).toBe(
    '✗ 1 file failed to load, 15 tests did not run, no regressions in the others',
  );
  expect(verdict({ notRun: 0, brokenFiles: 2 })).toBe('✗ 2 files failed to load, no regressions');
  expect(verdict({})).toBe('! 15 tests did not run, no regressions in the others');
});
