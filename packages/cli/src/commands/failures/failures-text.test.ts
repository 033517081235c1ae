import pc from 'picocolors';
import { expect, it } from 'vitest';
import { makeFailureGroup } from '../../../test/samples/make-failure-group.ts';
import { makeSubject } from '../../../test/samples/make-subject.ts';
import { plainLook } from '../../../test/samples/plain-look.ts';
import { ASCII_GLYPHS } from '../../terminal/glyphs.ts';
import { renderFailuresMarkdown } from './failures-markdown.ts';
import { formatFailures, type FailureList } from './failures-text.ts';

const over = makeFailureGroup({
  fingerprint: 'fp2:00aa00aa00aa00aa00aa00aa00aa00aa',
  pattern: 'TimeoutError: locator.click: Timeout <duration> exceeded',
  count: 1,
  tests: 1,
  executions: 1,
  branches: [],
  phase: 'over',
  gone: {
    at: '2026-11-02T09:30:00.000Z',
    executionId: '0193a1b2-0000-7000-8000-000000000009',
    number: 815,
    project: 'web',
    branch: 'main',
  },
  firstSeenAt: '2026-10-30T09:30:00.000Z',
  lastSeenAt: '2026-10-31T09:30:00.000Z',
  perDay: [1, 0],
  classification: null,
  example: { ...makeFailureGroup().example, message: null, line: null, title: 'opens the menu' },
});
const ongoing = makeFailureGroup({
  phase: 'ongoing',
  example: {
    ...makeFailureGroup().example,
    message: `Error: ${'the same word and '.repeat(20)}the end\nsecond line`,
    title: 'says all that there is to say about the discount of carts and their owners',
  },
});

it('names the candidates of an unsure verdict', () => {
  const candidates = [
    { classification: 'REAL_BUG' as const, confidence: 0.49 },
    { classification: 'HEALABLE' as const, confidence: 0.47 },
  ];
  const list = makeList({ items: [makeFailureGroup({ classification: null, candidates })] });
  const look = plainLook();
  for (const text of [
    formatFailures(list, look).join('\n'),
    renderFailuresMarkdown(list, look.now),
  ]) {
    expect(text.replaceAll(/\s+/g, ' ')).toContain('unsure: real bug 49 %, healable 47 %');
  }
});

function makeList(changes: Partial<FailureList> = {}): FailureList {
  return {
    ...makeSubject({ command: 'svc failures' }),
    items: [makeFailureGroup(), ongoing, over],
    total: { count: 3, isAtLeast: false },
    moreCommand: 'svc failures --limit 100',
    sort: 'count',
    hasExecutions: true,
    ...changes,
  };
}

function shown(list: FailureList, look = plainLook()): string {
  return `\n${formatFailures(list, look).join('\n')}\n`;
}

it('shows each cause with its tests and its days, at 80', () => {
  expect(shown(makeList())).toMatchInlineSnapshot(`
    "
    web · last 30 days · 3 causes of failures · the most frequent first

    ✗ AssertionError: expected 90 to be 100 // Object.is equality
      keeps the discount and 2 other tests                       src/cart.test.ts:88
      new, since 2 d ago · 12 failures in 5 executions · on fix-cart, main
      svc test 01234567 · ▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▂▅█ · REAL_BUG

    ✗ Error: the same word and the same word and the same word and the same wor…e
      word and the same word and the same word and the same word and the end
      says all that there is to say about the discount of carts and their owners
        and 2 other tests                                        src/cart.test.ts:88
      ongoing, last seen in #812, 14 min ago · 12 failures in 5 executions
      on fix-cart, main · svc test 01234567 · ▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▂▅█
      REAL_BUG

    ✓ TimeoutError: locator.click: Timeout <duration> exceeded
      opens the menu                                                src/cart.test.ts
      resolved 19 d ago in #815 on main; last seen in #812, 21 d ago
      1 failure in 1 execution · svc test 01234567 · █▁
    "
  `);
});

it('shows more on a line at 120', () => {
  expect(shown(makeList({ total: { count: 14, isAtLeast: false } }), plainLook({ columns: 120 })))
    .toMatchInlineSnapshot(`
      "
      web · last 30 days · 14 causes of failures · the most frequent first

      ✗ AssertionError: expected 90 to be 100 // Object.is equality
        keeps the discount and 2 other tests                                             src/cart.test.ts:88
        new, since 2 d ago · 12 failures in 5 executions · on fix-cart, main · svc test 01234567
        ▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▂▅█ · REAL_BUG

      ✗ Error: the same word and the same word and the same word and the same word and t…the same word and the same word and
        the same word and the same word and the end
        says all that there is to say about the discount of carts and their owners and 2 other tests
          src/cart.test.ts:88
        ongoing, last seen in #812, 14 min ago · 12 failures in 5 executions · on fix-cart, main · svc test 01234567
        ▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▂▅█ · REAL_BUG

      ✓ TimeoutError: locator.click: Timeout <duration> exceeded
        opens the menu                                                                      src/cart.test.ts
        resolved 19 d ago in #815 on main; last seen in #812, 21 d ago · 1 failure in 1 execution · svc test 01234567 · █▁

      3 of 14. More: svc failures --limit 100
      "
    `);
});

it('fits into 40', () => {
  const look = plainLook({ columns: 40, glyphs: ASCII_GLYPHS });
  expect(shown(makeList({ sort: 'newest', branch: 'main' }), look)).toMatchInlineSnapshot(`
    "
    web - main - last 30 days
    3 causes of failures - the newest first

    x AssertionError: expected 90 to be
      100 // Object.is equality
      keeps the discount and 2 other tests
        src/cart.test.ts:88
      new, since 2 d ago
      12 failures in 5 executions
      on fix-cart, main - svc test 01234567
      ___________________________.=#
      REAL_BUG

    x Error: the same word and the sam...d
      and the same word and the end
      says all that there is to say about
        the discount of carts and their
        owners and 2 other tests
        src/cart.test.ts:88
      ongoing, last seen in #812, 14 min ago
      12 failures in 5 executions
      on fix-cart, main - svc test 01234567
      ___________________________.=#
      REAL_BUG

    + TimeoutError: locator.click: Timeout
      <duration> exceeded
      opens the menu        src/cart.test.ts
      resolved 19 d ago in #815 on main;
      last seen in #812, 21 d ago
      1 failure in 1 execution
      svc test 01234567 - #_
    "
  `);
});

it('says which branches alone have it, and that nothing ran again', () => {
  const only = makeFailureGroup({
    onlyOn: ['feat/x', 'feat/y'],
    branches: ['feat/y', 'feat/x'],
  });
  const quiet = { ...over, gone: null };
  const lines = formatFailures(makeList({ items: [only, quiet] }), plainLook()).join('\n');
  expect(lines).toContain('only on feat/x, feat/y');
  expect(lines).toContain('over, not run again; last seen in #812, 21 d ago');
});

it('says in a friendly line that nothing failed', () => {
  expect(shown(makeList({ items: [] }))).toMatchInlineSnapshot(`
    "
    web · last 30 days

    ✓ No failures.
    "
  `);
  expect(
    formatFailures(makeList({ items: [], isFiltered: true }), plainLook({ quiet: true })),
  ).toEqual(['✓ No failure matches.']);
  const nothing = makeList({ items: [], hasExecutions: false, isFiltered: true });
  expect(formatFailures(nothing, plainLook({ quiet: true }))).toEqual([
    'No executions match.',
    'Widen the search: svc failures --from 90d, or use fewer flags',
  ]);
});

it('prints a table to paste', () => {
  const markdown = renderFailuresMarkdown(makeList(), plainLook().now);
  expect(`\n${markdown}\n`).toMatchInlineSnapshot(`
    "
    **web**, last 30 days, 3 causes of failures, the most frequent first

    | count | phase | cause | test | id | branches | label |
    | --: | --- | --- | --- | --- | --- | --- |
    | 12 | new, since 2 d ago | \`AssertionError: expected 90 to be 100 // Object.is equality\` | keeps the discount and 2 other tests | \`01234567\` | on fix-cart, main | REAL_BUG |
    | 12 | ongoing, last seen in \\#&#8203;812, 14 min ago | \`Error: the same word and the same word and the same word and the same word and t…the same word and the same word and the same word and the same word and the end\` | says all that there is to say about the discount of carts and their owners and 2 other tests | \`01234567\` | on fix-cart, main | REAL_BUG |
    | 1 | resolved 19 d ago in \\#&#8203;815 on main; last seen in \\#&#8203;812, 21 d ago | \`TimeoutError: locator.click: Timeout <duration> exceeded\` | opens the menu | \`01234567\` |  |  |
    "
  `);
});

it('shows what was not run again as neither passed nor failed', () => {
  const look = { ...plainLook(), colors: pc.createColors(true) };
  const signs = [over, { ...over, gone: null }, ongoing].map((group) => {
    const [, , line = ''] = formatFailures(makeList({ items: [group] }), look);
    return line;
  });
  expect(signs).toEqual([
    expect.stringContaining('\u001b[32m✓ TimeoutError'),
    expect.stringContaining('\u001b[1m– TimeoutError'),
    expect.stringContaining('\u001b[31m✗ Error'),
  ]);
});

it('says that a branch still has what others had too', () => {
  const list = makeList({ items: [makeFailureGroup({ onlyOn: ['fix-cart'] })] });
  const look = plainLook();
  for (const text of [
    formatFailures(list, look).join('\n'),
    renderFailuresMarkdown(list, look.now),
  ]) {
    expect(text).toContain('still on fix-cart');
    expect(text).not.toContain('only on');
  }
});

it('names the project of each cause if all are asked for, and of each execution if it has several', () => {
  const inBoth = makeFailureGroup({
    ...over,
    projects: 2,
    gone: over.gone && { ...over.gone, project: 'mobile' },
  });
  const list = makeList({ project: undefined, items: [makeFailureGroup(), inBoth] });
  const look = plainLook({ columns: 120 });
  for (const text of [
    formatFailures(list, look).join('\n'),
    renderFailuresMarkdown(list, look.now),
  ]) {
    expect(text).toContain('project web');
    expect(text).toContain('in 2 projects');
    expect(text.replaceAll('\\#&#8203;', '#')).toContain(
      'in #815 of mobile on main; last seen in #812 of web, 21 d ago',
    );
  }
  expect(formatFailures(makeList(), look).join('\n')).not.toMatch(/project web|of web/);
});
