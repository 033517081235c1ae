import { expect, it } from 'vitest';
import { makeAttentionItem } from '../../../test/samples/make-attention-item.ts';
import { makeSubject } from '../../../test/samples/make-subject.ts';
import { outcomesOf } from '../../../test/samples/outcomes-of.ts';
import { plainLook } from '../../../test/samples/plain-look.ts';
import { ASCII_GLYPHS } from '../../terminal/glyphs.ts';
import { renderAttentionMarkdown } from './attention-markdown.ts';
import { formatAttention, type ShownAttention } from './attention-text.ts';

const flaky = makeAttentionItem({
  kind: 'newly-flaky',
  title: 'search › suggests as you type became flaky',
  detail: '4 of its last 20 runs passed only on retry, the first on 17 November.',
  branch: null,
  tests: 1,
  executionId: null,
  executionNumber: null,
  fingerprint: null,
  classification: null,
  sinceCommit: null,
  since: null,
  recent: outcomesOf('ppfppfpff'),
});
const slower = makeAttentionItem({
  kind: 'slower',
  title: 'Executions take 32 s longer',
  detail: 'Median 3 m 20 s against 2 m 48 s; src/report.test.ts grew most.',
  branch: null,
  testIds: [],
  tests: 0,
  executionId: null,
  executionNumber: null,
  classification: null,
  sinceCommit: null,
  since: null,
  recent: [],
});

function makeShown(changes: Partial<ShownAttention> = {}): ShownAttention {
  return {
    ...makeSubject({ command: 'svc executions' }),
    items: [makeAttentionItem(), flaky, slower],
    count: 3,
    moreCommand: 'svc attention --limit 12',
    localProjects: [],
    idleDefaultBranches: [],
    hasExecutions: true,
    hasSpeaking: true,
    listCommand: 'svc executions --project web',
    ...changes,
  };
}

function shown(attention: ShownAttention, look = plainLook()): string {
  return `\n${formatAttention(attention, look).join('\n')}\n`;
}

it('shows no tick while nothing is known of a default branch', () => {
  const idleDefaultBranches = [{ project: 'web', branch: 'release/1' }];
  const text = shown(
    makeShown({ project: undefined, items: [], count: 0, idleDefaultBranches }),
    plainLook({ quiet: true }),
  );
  expect(text).toBe(
    '\nall projects: nothing else needs attention\n' +
      '! The default branch release/1 of web has had no whole CI run for 14 days:\n' +
      '  nothing is known of it.\n',
  );
  expect(shown(makeShown({ idleDefaultBranches }))).toContain('! The default branch release/1 has');
});

it('names the candidates of an unsure verdict', () => {
  const candidates = [
    { classification: 'REAL_BUG' as const, confidence: 0.49 },
    { classification: 'HEALABLE' as const, confidence: 0.47 },
  ];
  const item = makeAttentionItem({ classification: null, candidates });
  const asked = makeShown({ items: [item], count: 1 });
  for (const text of [shown(asked), renderAttentionMarkdown(asked, plainLook().now)]) {
    expect(text).toContain('unsure: real bug 49 %, healable 47 %');
  }
});

it('shows the most severe first, each with the next command, at 80', () => {
  expect(shown(makeShown())).toMatchInlineSnapshot(`
    "
    web · 3 items need attention

    ✗ main fails: AssertionError: expected 90 to be 100              broken 16 d ago
      Three tests in src/cart.test.ts fail since a07be55 with the same error.
      3 tests · on main · since a07be55 (#790) by Alan Ejemplo
      passed 40 times before · last seen in #812, 2 h ago · REAL_BUG · ✓✓✓✓✓✓✗✗✗
      svc executions show 790 --project web

    ± search › suggests as you type became flaky                             2 h ago
      4 of its last 20 runs passed only on retry, the first on 17 November.
      1 test · ✓✓±✓✓±✓±±
      svc test 01234567

    ◷ Executions take 32 s longer                                            2 h ago
      Median 3 m 20 s against 2 m 48 s; src/report.test.ts grew most.
    "
  `);
});

it('names projects when all are requested, and what the limit left out, at 120', () => {
  const all = makeShown({ project: undefined, count: 12 });
  expect(shown(all, plainLook({ columns: 120 }))).toMatchInlineSnapshot(`
    "
    all projects · 12 items need attention

    ✗ main fails: AssertionError: expected 90 to be 100                            web · broken 16 d ago
      Three tests in src/cart.test.ts fail since a07be55 with the same error.
      3 tests · on main · since a07be55 (#790) by Alan Ejemplo · passed 40 times before · last seen in #812, 2 h ago
      REAL_BUG · ✓✓✓✓✓✓✗✗✗
      svc executions show 790 --project web

    ± search › suggests as you type became flaky                                           web · 2 h ago
      4 of its last 20 runs passed only on retry, the first on 17 November.
      1 test · ✓✓±✓✓±✓±±
      svc test 01234567

    ◷ Executions take 32 s longer                                                          web · 2 h ago
      Median 3 m 20 s against 2 m 48 s; src/report.test.ts grew most.

    3 of 12. More: svc attention --limit 12
    "
  `);
});

it('fits into 40', () => {
  const look = plainLook({ columns: 40, glyphs: ASCII_GLYPHS });
  expect(shown(makeShown({ takenFrom: 'this repository' }), look)).toMatchInlineSnapshot(`
    "
    web (this repository)
    3 items need attention

    x main fails: AssertionError: expected
      90 to be 100           broken 16 d ago
      Three tests in src/cart.test.ts fail
      since a07be55 with the same error.
      3 tests - on main
      since a07be55 (#790) by Alan Ejemplo
      passed 40 times before
      last seen in #812, 2 h ago - REAL_BUG
      ++++++xxx
      svc executions show 790 --project web

    ~ search › suggests as you type became
      flaky                          2 h ago
      4 of its last 20 runs passed only on
      retry, the first on 17 November.
      1 test - ++~++~+~~
      svc test 01234567

    t Executions take 32 s longer    2 h ago
      Median 3 m 20 s against 2 m 48 s;
      src/report.test.ts grew most.
    "
  `);
});

it('reads well without an author, a commit and a known start', () => {
  const { since } = makeAttentionItem();
  if (since === null) throw new Error('the sample has a start');
  const told = (changes: Partial<typeof since>) =>
    shown(makeShown({ count: 1, items: [makeAttentionItem({ since: { ...since, ...changes } })] }))
      .split('\n')
      .slice(3, 6)
      .map((line) => line.trim());
  expect(told({ author: null })).toMatchInlineSnapshot(`
    [
      "✗ main fails: AssertionError: expected 90 to be 100              broken 16 d ago",
      "Three tests in src/cart.test.ts fail since a07be55 with the same error.",
      "3 tests · on main · since a07be55 (#790) · passed 40 times before",
    ]
  `);
  expect(told({ author: null, commit: null, before: null })).toMatchInlineSnapshot(`
    [
      "✗ main fails: AssertionError: expected 90 to be 100              broken 16 d ago",
      "Three tests in src/cart.test.ts fail since a07be55 with the same error.",
      "3 tests · on main · since #790 · last seen in #812, 2 h ago · REAL_BUG",
    ]
  `);
  // Not stored any more.
  expect(told({ author: null, executionId: null, number: null })).toMatchInlineSnapshot(`
    [
      "✗ main fails: AssertionError: expected 90 to be 100              broken 16 d ago",
      "Three tests in src/cart.test.ts fail since a07be55 with the same error.",
      "3 tests · on main · since a07be55 · passed 40 times before",
    ]
  `);
  expect(told({ isAtLeast: true, before: null, number: 812 })).toMatchInlineSnapshot(`
    [
      "✗ main fails: AssertionError: expected 90 to be 100   broken 16 d ago or earlier",
      "Three tests in src/cart.test.ts fail since a07be55 with the same error.",
      "3 tests · on main · already in a07be55 (#812) · REAL_BUG · ✓✓✓✓✓✓✗✗✗",
    ]
  `);
  expect(told({ author: 'A\u001b[31m' })).toMatchInlineSnapshot(`
    [
      "✗ main fails: AssertionError: expected 90 to be 100              broken 16 d ago",
      "Three tests in src/cart.test.ts fail since a07be55 with the same error.",
      "3 tests · on main · since a07be55 (#790) by A · passed 40 times before",
    ]
  `);
});

it('takes one line when nothing needs attention', () => {
  const none = { items: [], count: 0 };
  expect(shown(makeShown(none))).toMatchInlineSnapshot(`
    "
    ✓ web: nothing needs attention
    "
  `);
  expect(shown(makeShown({ ...none, project: 'wbe', hasExecutions: false }))).toContain(
    'No executions of wbe (last 30 days).',
  );
});

it('says so when no execution speaks for a branch', () => {
  const silent = makeShown({ items: [], count: 0, hasSpeaking: false });
  expect(shown(silent)).toMatchInlineSnapshot(`
    "
    web: cannot tell what needs attention: no finished, complete execution from CI
      without uncommitted changes in the last 14 days
    To see the executions: svc executions --project web
    "
  `);
  expect(renderAttentionMarkdown(silent, plainLook().now)).toMatchInlineSnapshot(
    `"**web**: cannot tell what needs attention: no finished, complete execution from CI without uncommitted changes in the last 14 days"`,
  );
});

it('prints a list to paste', () => {
  expect(`\n${renderAttentionMarkdown(makeShown(), plainLook().now)}\n`).toMatchInlineSnapshot(`
    "
    **web**: 3 items need attention

    - ✗ **main fails: AssertionError: expected 90 to be 100**  
      Three tests in src/cart.test.ts fail since a07be55 with the same error. · branch main · broken 16 d ago · since [a07be55](https://github.com/acme/web/commit/a07be551c9f2b34d5566778899aabbccddeeff00) (\\#&#8203;790) by Alan Ejemplo · passed 40 times before · last seen in \\#&#8203;812, 2 h ago · REAL\\_BUG · ✓✓✓✓✓✓✗✗✗ · \`svc executions show 790 --project web\`
    - ± **search › suggests as you type became flaky**  
      4 of its last 20 runs passed only on retry, the first on 17 November. · ✓✓±✓✓±✓±± · \`svc test 01234567\`
    - ◷ **Executions take 32 s longer**  
      Median 3 m 20 s against 2 m 48 s; src/report.test.ts grew most.
    "
  `);
});
