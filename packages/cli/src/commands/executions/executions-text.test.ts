import { expect, it } from 'vitest';
import { makeExecution } from '../../../test/samples/make-execution.ts';
import { plainLook } from '../../../test/samples/plain-look.ts';
import { ASCII_GLYPHS } from '../../terminal/glyphs.ts';
import { renderExecutionsMarkdown } from './executions-markdown.ts';
import { formatExecutions, type ExecutionList } from './executions-text.ts';

const totals = makeExecution().totals;

const failed = makeExecution({
  number: 812,
  status: 'failed',
  startedAt: '2026-11-21T09:16:00.000Z',
  durationMs: 171_000,
  totals: { ...totals, passed: 1198, failed: 2, timedOut: 1, flaky: 1 },
  git: {
    branch: 'fix-the-discount-of-carts',
    commit: '3f9c1abbb',
    message: 'fix(cart): keep the discount',
  },
});
const interrupted = makeExecution({
  number: 810,
  status: 'interrupted',
  startedAt: '2026-11-21T04:30:00.000Z',
  durationMs: 840,
  totals: { ...totals, tests: 611 },
  git: {},
});

function makeList(changes: Partial<ExecutionList> = {}): ExecutionList {
  return {
    items: [failed, makeExecution(), interrupted],
    project: 'web',
    takenFrom: undefined,
    branch: undefined,
    window: 'last 30 days',
    isFiltered: false,
    total: { count: 3, isAtLeast: false },
    moreCommand: 'svc executions --limit 100',
    serverUrl: 'http://localhost:4400',
    command: 'svc executions',
    nearProject: undefined,
    ...changes,
  };
}

function shown(list: ExecutionList, look = plainLook()): string {
  return `\n${formatExecutions(list, look).join('\n')}\n`;
}

it('shows how many failures are excused, if any is', () => {
  const items = [{ ...failed, excused: 2 }, makeExecution()];
  expect(shown(makeList({ items }), plainLook({ columns: 120 }))).toMatchInlineSnapshot(`
    "
    web · last 30 days

      #  STATUS    BRANCH                     COMMIT   TESTS  FAILED  EXCUSED  FLAKY      TIME  STARTED     TITLE
    812  ✗ failed  fix-the-discount-of-carts  3f9c1ab  1,204       3        2      1  2 m 51 s  14 min ago  fix(cart): keep…
    811  ✓ passed  main                       a07be55  1,204       –        –      –  2 m 48 s  30 min ago  feat: pay by in…
    2 of 3. More: svc executions --limit 100
    "
  `);
  expect(shown(makeList({ items }), plainLook({ columns: 40 }))).toContain('2 excused');
  expect(renderExecutionsMarkdown(makeList({ items }), new Date(0))).toContain('| excused |');
});

it('shows all columns at 120', () => {
  expect(shown(makeList(), plainLook({ columns: 120 }))).toMatchInlineSnapshot(`
    "
    web · last 30 days

      #  STATUS         BRANCH                     COMMIT   TESTS  FAILED  FLAKY      TIME  STARTED     TITLE
    812  ✗ failed       fix-the-discount-of-carts  3f9c1ab  1,204       3      1  2 m 51 s  14 min ago  fix(cart): keep the…
    811  ✓ passed       main                       a07be55  1,204       –      –  2 m 48 s  30 min ago  feat: pay by invoice
    810  ! interrupted  –                          –          611       –      –    840 ms  5 h ago     
    "
  `);
});

const local = makeExecution({ number: 809, git: { branch: 'main', dirty: true }, ci: {} });
const unlike = [
  makeExecution({ number: 812, ci: { provider: 'github' } }),
  makeExecution({ number: 811, ci: { runId: '7' }, partial: ['changed'] }),
  local,
];

it('names runs of one commit in a column of their own, and cuts the title at its end before other texts', () => {
  const items = ['unit', 'browser', null].map((name, index) =>
    makeExecution({
      name,
      number: 812 - index,
      project: 'checkout-web-and-more',
      git: {
        branch: 'refactor/a-very-long-branch-name',
        commit: 'a07be55',
        message: 'refactor(invoices): simplify the paging of the list of orders',
      },
    }),
  );
  const list = makeList({ items, project: undefined });
  expect(shown(list, plainLook({ columns: 160 }))).toMatchInlineSnapshot(`
    "
    all projects · last 30 days

      #  STATUS    PROJECT                BRANCH                            COMMIT   SUITE    TESTS  FAILED  FLAKY      TIME  STARTED     TITLE
    812  ✓ passed  checkout-web-and-more  refactor/a-very-long-branch-name  a07be55  unit     1,204       –      –  2 m 48 s  30 min ago  refactor(invoices): simpl…
    811  ✓ passed  checkout-web-and-more  refactor/a-very-long-branch-name  a07be55  browser  1,204       –      –  2 m 48 s  30 min ago  refactor(invoices): simpl…
    810  ✓ passed  checkout-web-and-more  refactor/a-very-long-branch-name  a07be55  –        1,204       –      –  2 m 48 s  30 min ago  refactor(invoices): simpl…
    "
  `);
  expect(shown(list, plainLook({ columns: 120 }))).toMatchInlineSnapshot(`
    "
    all projects · last 30 days

      #  STATUS    PROJECT            BRANCH                    COMMIT   SUITE    TESTS  FAILED  FLAKY      TIME  STARTED
    812  ✓ passed  checkout…and-more  refactor/a-v…branch-name  a07be55  unit     1,204       –      –  2 m 48 s  30 min ago
    811  ✓ passed  checkout…and-more  refactor/a-v…branch-name  a07be55  browser  1,204       –      –  2 m 48 s  30 min ago
    810  ✓ passed  checkout…and-more  refactor/a-v…branch-name  a07be55  –        1,204       –      –  2 m 48 s  30 min ago
    "
  `);
  expect(shown(list)).toMatchInlineSnapshot(`
    "
    all projects · last 30 days

      #  STATUS    PROJECT    BRANCH     COMMIT   SUITE    TESTS  FAILED  STARTED
    812  ✓ passed  chec…more  refa…name  a07be55  unit     1,204       –  30 min ago
    811  ✓ passed  chec…more  refa…name  a07be55  browser  1,204       –  30 min ago
    810  ✓ passed  chec…more  refa…name  a07be55  –        1,204       –  30 min ago
    "
  `);
  expect(shown(list, plainLook({ columns: 40 }))).toMatchInlineSnapshot(`
    "
    all projects · last 30 days

    812  ✓ passed  refact…h-name  30 min ago
         checkout-web-and-more · unit
    811  ✓ passed  refact…h-name  30 min ago
         checkout-web-and-more · browser
    810  ✓ passed  refact…h-name  30 min ago
         checkout-web-and-more · 1,204 tests
    "
  `);
});

it('marks local, partial and dirty runs in words where there is room, else with letters and a legend', () => {
  const list = makeList({ items: unlike });
  expect(shown(list, plainLook({ columns: 120 }))).toMatchInlineSnapshot(`
    "
    web · last 30 days

      #  STATUS    RUN           BRANCH  COMMIT   TESTS  FAILED  FLAKY      TIME  STARTED     TITLE
    812  ✓ passed                main    a07be55  1,204       –      –  2 m 48 s  30 min ago  feat: pay by invoice
    811  ✓ passed  partial       main    a07be55  1,204       –      –  2 m 48 s  30 min ago  feat: pay by invoice
    809  ✓ passed  local, dirty  main    –        1,204       –      –  2 m 48 s  30 min ago  
    "
  `);
  expect(shown(list)).toMatchInlineSnapshot(`
    "
    web · last 30 days

      #  STATUS    RUN  BRANCH  COMMIT   TESTS  FAILED  FLAKY      TIME  STARTED
    812  ✓ passed       main    a07be55  1,204       –      –  2 m 48 s  30 min ago
    811  ✓ passed  P    main    a07be55  1,204       –      –  2 m 48 s  30 min ago
    809  ✓ passed  LD   main    –        1,204       –      –  2 m 48 s  30 min ago
    L local · P partial: not every test could run · D dirty: uncommitted changes
    "
  `);
  expect(shown(list, plainLook({ columns: 40 }))).toMatchInlineSnapshot(`
    "
    web · last 30 days

    812  ✓ passed  main    30 min ago
         1,204 tests · 2 m 48 s
    811  ✓ passed  main    30 min ago
         partial · 1,204 tests · 2 m 48 s
    809  ✓ passed  main    30 min ago
         local, dirty · 1,204 tests
    "
  `);
  expect(formatExecutions(list, plainLook({ quiet: true })).at(-1)).toContain('809');
});

it('keeps the start of a marked run rather than its time', () => {
  const list = makeList({ items: unlike, project: undefined });
  expect(shown(list)).toMatchInlineSnapshot(`
    "
    all projects · last 30 days

      #  STATUS    RUN  PROJECT  BRANCH  COMMIT   TESTS  FAILED  FLAKY  STARTED
    812  ✓ passed       web      main    a07be55  1,204       –      –  30 min ago
    811  ✓ passed  P    web      main    a07be55  1,204       –      –  30 min ago
    809  ✓ passed  LD   web      main    –        1,204       –      –  30 min ago
    L local · P partial: not every test could run · D dirty: uncommitted changes
    "
  `);
});

it('marks them in Markdown too, and adds no column without them', () => {
  const now = new Date('2026-11-21T09:30:00.000Z');
  expect(renderExecutionsMarkdown(makeList({ items: unlike }), now)).toMatchInlineSnapshot(`
    "**web**, last 30 days

    | # | status | run | project | branch | commit | tests | failed | flaky | time | started |
    | --: | --- | --- | --- | --- | --- | --: | --: | --: | --: | --- |
    | [812](http://localhost:4400/executions/0193a1b2-0000-7000-8000-000000000001) | ✓ passed |  | web | main | a07be55 | 1,204 | 0 | 0 | 2 m 48 s | 30 min ago |
    | [811](http://localhost:4400/executions/0193a1b2-0000-7000-8000-000000000001) | ✓ passed | partial | web | main | a07be55 | 1,204 | 0 | 0 | 2 m 48 s | 30 min ago |
    | [809](http://localhost:4400/executions/0193a1b2-0000-7000-8000-000000000001) | ✓ passed | local, dirty | web | main |  | 1,204 | 0 | 0 | 2 m 48 s | 30 min ago |"
  `);
  const plain = makeList({ items: unlike.slice(0, 1) });
  expect(renderExecutionsMarkdown(plain, now)).not.toContain('run');
  expect(shown(plain)).not.toContain('RUN');
});

it('leaves out title, time and flaky tests before it cuts a branch below 24 columns', () => {
  expect(shown(makeList())).toMatchInlineSnapshot(`
    "
    web · last 30 days

      #  STATUS         BRANCH                    COMMIT   TESTS  FAILED  STARTED
    812  ✗ failed       fix-the-disc…nt-of-carts  3f9c1ab  1,204       3  14 min ago
    811  ✓ passed       main                      a07be55  1,204       –  30 min ago
    810  ! interrupted  –                         –          611       –  5 h ago
    "
  `);
});

const rerun = makeExecution({
  number: 813,
  attempt: 2,
  shards: { expected: 4, received: 1, carried: 3 },
  durationMs: 41_000,
});
const rerunWhole = makeExecution({ number: 814, attempt: 3 });
const withReruns = makeList({ items: [rerunWhole, rerun, makeExecution()] });

it('marks re-runs', () => {
  expect(shown(withReruns)).toMatchInlineSnapshot(`
    "
    web · last 30 days

      #  STATUS    RUN  BRANCH  COMMIT   TESTS  FAILED  FLAKY      TIME  STARTED
    814  ✓ passed  R    main    a07be55  1,204       –      –  2 m 48 s  30 min ago
    813  ✓ passed  R    main    a07be55  1,204       –      –    41.0 s  30 min ago
    811  ✓ passed       main    a07be55  1,204       –      –  2 m 48 s  30 min ago
    R re-run: its time covers only what ran again
    "
  `);
  expect(shown(withReruns, plainLook({ columns: 40 }))).toMatchInlineSnapshot(`
    "
    web · last 30 days

    814  ✓ passed  main    30 min ago
         re-run · 1,204 tests · 2 m 48 s
    813  ✓ passed  main    30 min ago
         re-run · 1,204 tests · 41.0 s
    811  ✓ passed  main    30 min ago
         1,204 tests · 2 m 48 s
    "
  `);
  expect(renderExecutionsMarkdown(withReruns, plainLook().now)).toMatchInlineSnapshot(`
    "**web**, last 30 days

    | # | status | run | project | branch | commit | tests | failed | flaky | time | started |
    | --: | --- | --- | --- | --- | --- | --: | --: | --: | --: | --- |
    | [814](http://localhost:4400/executions/0193a1b2-0000-7000-8000-000000000001) | ✓ passed | re-run | web | main | a07be55 | 1,204 | 0 | 0 | 2 m 48 s | 30 min ago |
    | [813](http://localhost:4400/executions/0193a1b2-0000-7000-8000-000000000001) | ✓ passed | re-run | web | main | a07be55 | 1,204 | 0 | 0 | 41.0 s | 30 min ago |
    | [811](http://localhost:4400/executions/0193a1b2-0000-7000-8000-000000000001) | ✓ passed |  | web | main | a07be55 | 1,204 | 0 | 0 | 2 m 48 s | 30 min ago |"
  `);
});

it('says why an execution without a failed test failed, and which frameworks ran', () => {
  const items = [
    makeExecution({ number: 37, status: 'failed', hasFileErrors: true, framework: 'jest' }),
    makeExecution({ number: 36, name: null, ci: { provider: 'github', workflow: 'browser' } }),
  ];
  expect(shown(makeList({ items }))).toMatchInlineSnapshot(`
    "
    web · last 30 days

     #  STATUS    RUN  BRANCH  COMMIT   SUITE           TESTS  FAILED  STARTED
    37  ✗ failed  F    main    a07be55  jest            1,204       –  30 min ago
    36  ✓ passed       main    a07be55  vitest browser  1,204       –  30 min ago
    2 of 3. More: svc executions --limit 100
    F file error: a file failed to load or to set up
    "
  `);
});

it('gives each row two lines at 40', () => {
  expect(shown(makeList(), plainLook({ columns: 40 }))).toMatchInlineSnapshot(`
    "
    web · last 30 days

    812  ✗ failed       fix-…rts  14 min ago
         1,204 tests · 3 failed · 1 flaky
    811  ✓ passed       main      30 min ago
         1,204 tests · 2 m 48 s
    810  ! interrupted  –         5 h ago
         611 tests · 840 ms
    "
  `);
});

it('drops optional columns, then others from the right, between 56 and 80', () => {
  expect(shown(makeList(), plainLook({ columns: 60 }))).toMatchInlineSnapshot(`
    "
    web · last 30 days

      #  STATUS         BRANCH            COMMIT   TESTS  FAILED
    812  ✗ failed       fix-the-…f-carts  3f9c1ab  1,204       3
    811  ✓ passed       main              a07be55  1,204       –
    810  ! interrupted  –                 –          611       –
    "
  `);
});

it('has a column for the project when all projects are listed, and none for the requested branch', () => {
  expect(shown(makeList({ project: undefined, branch: 'main' }))).toMatchInlineSnapshot(`
    "
    all projects · main · last 30 days

      #  STATUS         PROJECT  COMMIT   TESTS  FAILED  FLAKY      TIME  STARTED
    812  ✗ failed       web      3f9c1ab  1,204       3      1  2 m 51 s  14 min ago
    811  ✓ passed       web      a07be55  1,204       –      –  2 m 48 s  30 min ago
    810  ! interrupted  web      –          611       –      –    840 ms  5 h ago
    "
  `);
});

it('says how many more there are and the command that shows them', () => {
  const list = makeList({ takenFrom: 'this repository', total: { count: 57, isAtLeast: false } });
  expect(formatExecutions(list, plainLook()).at(-1)).toBe(
    '3 of 57. More: svc executions --limit 100',
  );
  const long = makeList({ total: { count: 100, isAtLeast: true } });
  expect(formatExecutions(long, plainLook()).at(-1)).toBe(
    '3 of more than 100. More: svc executions --limit 100',
  );
});

it('uses ASCII symbols if the locale is not UTF-8', () => {
  expect(shown(makeList(), plainLook({ glyphs: ASCII_GLYPHS }))).toMatchInlineSnapshot(`
    "
    web - last 30 days

      #  STATUS         BRANCH                    COMMIT   TESTS  FAILED  STARTED
    812  x failed       fix-the-dis...t-of-carts  3f9c1ab  1,204       3  14 min ago
    811  + passed       main                      a07be55  1,204       -  30 min ago
    810  ! interrupted  -                         -          611       -  5 h ago
    "
  `);
});

it('leaves out heading and hints with -q', () => {
  const list = makeList({ total: { count: 57, isAtLeast: false } });
  expect(formatExecutions(list, plainLook({ quiet: true }))).toHaveLength(4);
});

it('says how to send the first execution when there is none', () => {
  expect(shown(makeList({ items: [], takenFrom: 'this repository' }))).toMatchInlineSnapshot(`
    "
    web (this repository) · last 30 days

    No executions of web (last 30 days).
    Widen the search: svc executions --from 365d, or use --all-projects

    To send the first from a Vitest project:
      npm install --save-dev @svc/vitest-reporter
      in vitest.config.ts: test: { reporters: ['default', '@svc/vitest-reporter'] }
      SVC_URL=http://localhost:4400 SVC_API_KEY=svc_... npx vitest run
    "
  `);
});

it('says how to widen the question when nothing matches', () => {
  expect(shown(makeList({ items: [], isFiltered: true, branch: 'mian' }))).toMatchInlineSnapshot(`
    "
    web · mian · last 30 days

    No executions match.
    Widen the search: svc executions --from 90d, or use fewer flags
    "
  `);
});
