import { expect, it } from 'vitest';
import { makeFlakyTest } from '../../../test/samples/make-flaky-test.ts';
import { makeSubject } from '../../../test/samples/make-subject.ts';
import { outcomesOf } from '../../../test/samples/outcomes-of.ts';
import { plainLook } from '../../../test/samples/plain-look.ts';
import { ASCII_GLYPHS } from '../../terminal/glyphs.ts';
import { renderFlakyMarkdown } from './flaky-markdown.ts';
import { formatFlakyTests, type FlakyList } from './flaky-text.ts';

const remembers = makeFlakyTest({
  titlePath: ['login', 'with a second factor', 'remembers the device for thirty days'],
  runs: 1730,
  flakyRuns: 3,
  flakinessRate: 3 / 1730,
  confidence: { low: 0.0006, high: 0.0051 },
  state: 'suspected',
  wastedMs: 12_000,
  impact: 900,
  score: 0.0007,
  recent: outcomesOf('ppppppppppppfppsptip'),
  lastFlakyAt: '2026-11-10T09:30:00.000Z',
});

function makeList(changes: Partial<FlakyList> = {}): FlakyList {
  return {
    ...makeSubject(),
    items: [makeFlakyTest(), remembers],
    total: { count: 2, isAtLeast: false },
    moreCommand: 'svc flaky --limit 100',
    sort: 'rate',
    minRuns: 5,
    impactCommand: 'svc flaky --sort impact',
    allRunsCommand: 'svc flaky --min-runs 1',
    hasExecutions: true,
    ...changes,
  };
}

function shown(list: FlakyList, look = plainLook()): string {
  return `\n${formatFlakyTests(list, look).join('\n')}\n`;
}

it('shows interval, waste and state if there is room', () => {
  expect(shown(makeList(), plainLook({ columns: 140 }))).toMatchInlineSnapshot(`
    "
    web · last 30 days · 2 flaky tests · sorted by rate

    ID          RATE        95 %  FLAKY RUNS  LAST 20 RUNS            WASTED  STATE      LAST FLAKY  TEST
    01234567  18.2 %  9.5–32.0 %     8 of 44  ✓✓±✓✓✗✓✓✓±✓✓✓✓✓±✓✓✓✓  4 m 10 s  flaky      2 h ago     search › suggests as you type
    01234567   0.2 %   0.1–0.5 %  3 of 1,730  ✓✓✓✓✓✓✓✓✓✓✓✓±✓✓○✓◷!✓    12.0 s  suspected  11 d ago    login › with a second…evice for thirty days
    rate = flaky runs / runs · what to fix first: svc flaky --sort impact
    "
  `);
  expect(shown(makeList(), plainLook({ columns: 120 }))).toMatchInlineSnapshot(`
    "
    web · last 30 days · 2 flaky tests · sorted by rate

    ID          RATE        95 %  FLAKY RUNS  LAST 20 RUNS            WASTED  STATE      TEST
    01234567  18.2 %  9.5–32.0 %     8 of 44  ✓✓±✓✓✗✓✓✓±✓✓✓✓✓±✓✓✓✓  4 m 10 s  flaky      search › suggests as you type
    01234567   0.2 %   0.1–0.5 %  3 of 1,730  ✓✓✓✓✓✓✓✓✓✓✓✓±✓✓○✓◷!✓    12.0 s  suspected  login › with a se…e for thirty days
    rate = flaky runs / runs · what to fix first: svc flaky --sort impact
    "
  `);
});

it('keeps rate, runs and title at 80', () => {
  expect(shown(makeList())).toMatchInlineSnapshot(`
    "
    web · last 30 days · 2 flaky tests · sorted by rate

    ID          RATE  FLAKY RUNS  LAST 20 RUNS          TEST
    01234567  18.2 %     8 of 44  ✓✓±✓✓✗✓✓✓±✓✓✓✓✓±✓✓✓✓  search › sugge…s as you type
    01234567   0.2 %  3 of 1,730  ✓✓✓✓✓✓✓✓✓✓✓✓±✓✓○✓◷!✓  login › with a…r thirty days
    rate = flaky runs / runs · what to fix first: svc flaky --sort impact
    "
  `);
});

it('gives each test two lines at 40', () => {
  expect(shown(makeList(), plainLook({ columns: 40 }))).toMatchInlineSnapshot(`
    "
    web · last 30 days · 2 flaky tests
    sorted by rate

    18.2 %  search › suggests as you type
            8 of 44 · ✓✓±✓✓✗✓✓✓±✓✓✓✓✓±✓✓✓✓
     0.2 %  login › with a s…for thirty days
            3 of 1,730
    rate = flaky runs / runs
    what to fix first:
    svc flaky --sort impact
    "
  `);
});

it('begins with the figure that it is sorted by', () => {
  expect(shown(makeList({ sort: 'impact' }))).toMatchInlineSnapshot(`
    "
    web · last 30 days · 2 flaky tests · sorted by impact

      A WEEK    RATE  FLAKY RUNS  LAST 20 RUNS          TEST
    1 m 01 s  18.2 %     8 of 44  ✓✓±✓✓✗✓✓✓±✓✓✓✓✓±✓✓✓✓  search › sugge…s as you type
      900 ms   0.2 %  3 of 1,730  ✓✓✓✓✓✓✓✓✓✓✓✓±✓✓○✓◷!✓  login › with a…r thirty days
    a week = expected time lost to failed attempts per week
    one test: svc test <id or part of the title>
    "
  `);
  expect(shown(makeList({ sort: 'score' }), plainLook({ columns: 40 }))).toMatchInlineSnapshot(`
    "
    web · last 30 days · 2 flaky tests
    sorted by score

    0.104  search › suggests as you type
           18.2 % · 8 of 44
    0.001  login › with a s… for thirty days
           0.2 % · 3 of 1,730
    score = how certainly a test is flaky;
    few runs lower it
    what to fix first:
    svc flaky --sort impact
    "
  `);
});

it('names projects when all are requested, uses ASCII symbols, and says how to see more', () => {
  const list = makeList({ project: undefined, total: { count: 100, isAtLeast: true } });
  expect(shown(list, plainLook({ glyphs: ASCII_GLYPHS }))).toMatchInlineSnapshot(`
    "
    all projects - last 30 days - more than 100 flaky tests - sorted by rate

      RATE  FLAKY RUNS  LAST 20 RUNS          PROJECT  TEST
    18.2 %     8 of 44  ++~++x+++~+++++~++++  web      search > suggests as you type
     0.2 %  3 of 1,730  ++++++++++++~++o+t!+  web      login > with ...r thirty days
    2 of more than 100. More: svc flaky --limit 100
    rate = flaky runs / runs - what to fix first: svc flaky --sort impact
    "
  `);
});

it('distinguishes no flaky tests from no runs', () => {
  expect(shown(makeList({ items: [] }))).toMatchInlineSnapshot(`
    "
    web · last 30 days

    ✓ No flaky tests with at least 5 runs.
    With fewer runs: svc flaky --min-runs 1
    "
  `);
  const narrowed = makeList({ items: [], isFiltered: true, minRuns: 1 });
  expect(shown(narrowed)).toMatchInlineSnapshot(`
    "
    web · last 30 days

    ✓ No flaky test matches.
    "
  `);
  expect(shown(makeList({ items: [], hasExecutions: false }))).toMatchInlineSnapshot(`
    "
    web · last 30 days

    No executions of web (last 30 days).
    Widen the search: svc flaky --from 365d, or use --all-projects

    To send the first from a Vitest project:
      npm install --save-dev @svc/vitest-reporter
      in vitest.config.ts: test: { reporters: ['default', '@svc/vitest-reporter'] }
      SVC_URL=http://localhost:4400 SVC_API_KEY=svc_... npx vitest run
    "
  `);
});

it('points to the nearest project', () => {
  const list = makeList({ items: [], project: 'wbe', hasExecutions: false, nearProject: 'web' });
  expect(formatFlakyTests(list, plainLook({ quiet: true }))).toEqual([
    'No executions of wbe.',
    'Did you mean: svc flaky --project web',
  ]);
});

it('prints a table to paste', () => {
  expect(`\n${renderFlakyMarkdown(makeList())}\n`).toMatchInlineSnapshot(`
    "
    **web**, last 30 days, 2 flaky tests, sorted by rate

    | rate | 95 % | flaky runs | last runs | wasted | state | id | test | file |
    | --: | --- | --- | --- | --: | --- | --- | --- | --- |
    | 18.2 % | 9.5–32.0 % | 8 of 44 | ✓✓±✓✓✗✓✓✓±✓✓✓✓✓±✓✓✓✓ | 4 m 10 s | flaky | \`01234567\` | search › suggests as you type | src/search.test.ts |
    | 0.2 % | 0.1–0.5 % | 3 of 1,730 | ✓✓✓✓✓✓✓✓✓✓✓✓±✓✓○✓◷!✓ | 12.0 s | suspected | \`01234567\` | login › with a second factor › remembers the device for thirty days | src/search.test.ts |

    rate = flaky runs / runs
    "
  `);
});

it('names the project of each test if all are asked for, in Markdown and where there is little room', () => {
  const all = makeList({ project: undefined });
  expect(renderFlakyMarkdown(all)).toContain('| project |');
  expect(renderFlakyMarkdown(makeList())).not.toContain('| project |');
  const [first, ...others] = all.items;
  if (first === undefined) throw new Error('the sample has items');
  const items = [{ ...first, flakyRuns: 12_345, runs: 1_234_567 }, ...others];
  expect(shown({ ...all, items }, plainLook({ columns: 80 }))).toContain('PROJECT');
});
