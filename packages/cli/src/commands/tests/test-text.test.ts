import { expect, it } from 'vitest';
import {
  makeRun,
  makeTestDetail,
  makeTestSummary,
} from '../../../test/samples/make-test-detail.ts';
import { plainLook } from '../../../test/samples/plain-look.ts';
import { ASCII_GLYPHS } from '../../terminal/glyphs.ts';
import { formatTestChoices, type TestChoices } from './test-choices-text.ts';
import { renderTestChoicesMarkdown, renderTestMarkdown } from './test-markdown.ts';
import { formatSince, formatTest, type ShownTest } from './test-text.ts';

function makeShown(changes: Partial<ShownTest> = {}): ShownTest {
  const items = [
    makeRun(815),
    makeRun(814, { flaky: true, durationMs: 340 }),
    makeRun(813, { status: 'timedOut', branch: null, commit: null, environment: null }),
  ];
  return {
    test: makeTestDetail(),
    window: 'last 30 days',
    runs: { items, total: { count: 44, isAtLeast: false } },
    moreCommand: "svc test 'suggests as' --limit 44",
    ...changes,
  };
}

function shown(test: ShownTest, look = plainLook()): string {
  return `\n${formatTest(test, look).join('\n')}\n`;
}

it('shows state, figures, causes and last runs, at 80', () => {
  expect(shown(makeShown())).toMatchInlineSnapshot(`
    "
    ✓ passed  search › suggests as you type                       src/search.test.ts
    flaky on main since 3f9c1ab by Alan Ejemplo, 13 d ago, 8 of 30 runs (last good
      a07be55)
    flaky
    web · vitest · owner @example/search · #slow · first seen 2026-03-02
    id 0123456789abcdef0123456789abcdef

    last 30 days: 44 runs, 3 failed (6.8 %), 8 flaky (18.2 %)
    ✓✓±✓✓✗✓✓✓±✓✓✓✓✓±✓✓✓✓  oldest to newest
    p50 120 ms, p95 340 ms  ▄▄▄█▄▄▄▆▄

    why it failed
      11× AssertionError: expected <number> to be <number>
          last 2 h ago · fp2:6be1aa00aa00aa00aa00aa00aa00aa00

    last runs
      #  OUTCOME        TIME  BRANCH                   COMMIT   STARTED  ENVIRONMENT
    815  ✓ passed     118 ms  fix-the-dis…nt-of-carts  77e0a1c  1 h ago  ci
    814  ± flaky      340 ms  fix-the-dis…nt-of-carts  77e0a1c  2 h ago  ci
    813  ◷ timed out  118 ms  –                        –        3 h ago  
    3 of 44. More: svc test 'suggests as' --limit 44
    "
  `);
});

it('has room for the environment at 120', () => {
  expect(shown(makeShown(), plainLook({ columns: 120 }))).toMatchInlineSnapshot(`
    "
    ✓ passed  search › suggests as you type                                           src/search.test.ts
    flaky on main since 3f9c1ab by Alan Ejemplo, 13 d ago, 8 of 30 runs (last good a07be55)
    flaky
    web · vitest · owner @example/search · #slow · first seen 2026-03-02 · id 0123456789abcdef0123456789abcdef

    last 30 days: 44 runs, 3 failed (6.8 %), 8 flaky (18.2 %)
    ✓✓±✓✓✗✓✓✓±✓✓✓✓✓±✓✓✓✓  oldest to newest
    p50 120 ms, p95 340 ms  ▄▄▄█▄▄▄▆▄

    why it failed
      11× AssertionError: expected <number> to be <number>
          last 2 h ago · fp2:6be1aa00aa00aa00aa00aa00aa00aa00

    last runs
      #  OUTCOME        TIME  BRANCH                     COMMIT   STARTED  ENVIRONMENT
    815  ✓ passed     118 ms  fix-the-discount-of-carts  77e0a1c  1 h ago  ci
    814  ± flaky      340 ms  fix-the-discount-of-carts  77e0a1c  2 h ago  ci
    813  ◷ timed out  118 ms  –                          –        3 h ago  
    3 of 44. More: svc test 'suggests as' --limit 44
    "
  `);
});

it('fits into 40, in ASCII', () => {
  const look = plainLook({ columns: 40, glyphs: ASCII_GLYPHS });
  expect(shown(makeShown(), look)).toMatchInlineSnapshot(`
    "
    + passed  search > suggests as you type
      src/search.test.ts
    flaky on main since 3f9c1ab by Alan
      Ejemplo, 13 d ago, 8 of 30 runs (last
      good a07be55)
    flaky
    web - vitest - owner @example/search
    #slow - first seen 2026-03-02
    id 0123456789abcdef0123456789abcdef

    last 30 days: 44 runs, 3 failed (6.8 %)
    8 flaky (18.2 %)
    ++~++x+++~+++++~++++  oldest to newest
    p50 120 ms, p95 340 ms  ---#---+-

    why it failed
      11x AssertionError: expected <number>
          to be <number>
          last 2 h ago
          fp2:6be1aa00aa00aa00aa00aa00aa00aa00

    last runs
    815  + passed     118 ms  1 h ago
         fix-the-discount-of-carts - 77e0a1c
    814  ~ flaky      340 ms  2 h ago
         fix-the-discount-of-carts - 77e0a1c
    813  t timed out  118 ms  3 h ago
         
    3 of 44. More:
    svc test 'suggests as' --limit 44
    "
  `);
});

it('says that it passes again, although it still counts as broken', () => {
  const { since, ...test } = makeTestDetail();
  if (since === null) throw new Error('the sample is flaky');
  const goodAgain = { ...since.firstBad, commit: '13928bf1aabb', at: '2026-11-21T07:30:00.000Z' };
  const fixed = { ...since, kind: 'failing' as const, goodAgain, badRuns: 6, runs: 7 };
  expect(formatSince({ ...test, since: fixed }, plainLook())).toBe(
    'passes again on main since 13928bf, 2 h ago; failed since 3f9c1ab by Alan Ejemplo, 13 d ago, ' +
      '6 of 7 runs (last good a07be55)',
  );
  const never = { ...since, lastGood: null, isAtLeast: true, author: null };
  expect(formatSince({ ...test, since: never }, plainLook())).toBe(
    'flaky on main, already in 3f9c1ab, 13 d ago, 8 of 30 runs',
  );
});

it('says that it did not run in the window', () => {
  const test = makeTestDetail({
    state: 'healthy',
    lastSeenAt: null,
    lastStatus: null,
    owner: null,
    tags: [],
    runs: 0,
    failures: 0,
    flakyRuns: 0,
    recent: [],
    since: null,
    durations: { p50Ms: null, p95Ms: null, points: [] },
    fingerprints: [],
  });
  const runs = { items: [], total: { count: 0, isAtLeast: false } };
  expect(shown(makeShown({ test, runs }))).toMatchInlineSnapshot(`
    "
    ○ no runs  search › suggests as you type                      src/search.test.ts
    not flaky
    web · vitest · first seen 2026-03-02 · id 0123456789abcdef0123456789abcdef

    last 30 days: no runs
    "
  `);
});

it('prints a page to paste', () => {
  expect(`\n${renderTestMarkdown(makeShown(), plainLook().now)}\n`).toMatchInlineSnapshot(`
    "
    ### ✓ passed: search › suggests as you type

    src/search.test.ts · last 30 days: 44 runs, 3 failed (6.8 %), 8 flaky (18.2 %) · flaky on main since 3f9c1ab by Alan Ejemplo, 13 d ago, 8 of 30 runs (last good a07be55) · flaky · p50 120 ms, p95 340 ms · owner @&#8203;example/search

    ✓✓±✓✓✗✓✓✓±✓✓✓✓✓±✓✓✓✓

    - 11× \`AssertionError: expected <number> to be <number>\`

    | # | outcome | time | branch | commit | started |
    | --: | --- | --: | --- | --- | --- |
    | 815 | ✓ passed | 118 ms | fix-the-discount-of-carts | 77e0a1c | 1 h ago |
    | 814 | ± flaky | 340 ms | fix-the-discount-of-carts | 77e0a1c | 2 h ago |
    | 813 | ◷ timed out | 118 ms |  |  | 3 h ago |

    3 of 44. More: \`svc test 'suggests as' --limit 44\`
    "
  `);
});

const choices: TestChoices = {
  items: [
    makeTestSummary(),
    makeTestSummary({
      testId: 'fedcba9876543210fedcba9876543210',
      titlePath: ['search', 'in the address bar', 'suggests as you type with a long delay'],
      variant: 'chromium',
      state: 'healthy',
    }),
  ],
  total: { count: 2, isAtLeast: false },
  wanted: 'suggests as',
  moreCommand: "svc test 'suggests as' --limit 40",
};

it('lists the ids to choose from when several match, at 40', () => {
  const narrow = plainLook({ columns: 40 });
  expect(`\n${formatTestChoices(choices, narrow).join('\n')}\n`).toMatchInlineSnapshot(`
    "
    2 tests match 'suggests as'

    ✓ passed  search › suggests as you type
      src/search.test.ts
      01234567 · flaky
    ✓ passed  search › in the address bar
      › suggests as you type with a long
      delay [chromium]    src/search.test.ts
      fedcba98 · not flaky
    To see one: svc test <id>
    "
  `);
});

it('distinguishes tests by state, title, file and id, at 80', () => {
  expect(`\n${formatTestChoices(choices, plainLook()).join('\n')}\n`).toMatchInlineSnapshot(`
    "
    2 tests match 'suggests as'

    ✓ passed  search › suggests as you type                       src/search.test.ts
      01234567 · flaky
    ✓ passed  search › in the address bar › suggests as you type with a long delay
      [chromium]                                                  src/search.test.ts
      fedcba98 · not flaky
    To see one: svc test <id>
    "
  `);
  expect(`\n${renderTestChoicesMarkdown(choices)}\n`).toMatchInlineSnapshot(`
    "
    2 tests match 'suggests as'

    | id | last run | state | test | file |
    | --- | --- | --- | --- | --- |
    | \`01234567\` | ✓ passed | flaky | search › suggests as you type | src/search.test.ts |
    | \`fedcba98\` | ✓ passed | not flaky | search › in the address bar › suggests as you type with a long delay \\[chromium\\] | src/search.test.ts |
    "
  `);
});
