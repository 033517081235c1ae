import pc from 'picocolors';
import { describe, expect, it } from 'vitest';
import {
  makeBlocking,
  makeExcused,
  makeGate,
  makeProblem,
  makeShownGate,
} from '../../../test/samples/make-gate.ts';
import { plainLook } from '../../../test/samples/plain-look.ts';
import { ASCII_GLYPHS } from '../../terminal/glyphs.ts';
import { formatGateCounts } from '@svc/analysis/gate/gate-words';
import type { ShownGate } from './gate-row-lines.ts';
import { formatGates, renderGatesMarkdown } from './gate-text.ts';

function shown(one: ShownGate, look = plainLook()): string {
  return `\n${formatGates([one], look).join('\n')}\n`;
}

const failing = makeShownGate({
  blocking: [
    makeBlocking(),
    makeBlocking({
      titlePath: ['report', 'imports'],
      fingerprint: `fp2:${'91c3bb00'.repeat(4)}`,
      why: 'The test is quarantined, but not for this failure: it has another fingerprint.',
      quarantineId: '0193a1b2-0000-7000-8000-0000a91c44de',
    }),
    makeProblem('mass-failure', '24 of 100 tests failed: from 20 %, excused failures block too.'),
  ],
  excused: [
    makeExcused(),
    makeExcused({
      titlePath: ['login', 'remembers the device'],
      fingerprint: `fp2:${'e15d7cf2'.repeat(4)}`,
      by: 'known-flake',
      reason: 'Known flake, with a confidence of 94 %.',
      quarantineId: null,
      owner: null,
      expiresAt: null,
    }),
  ],
  expiring: [
    {
      quarantineId: '0193a1b2-0000-7000-8000-0000a91c44de',
      testId: '3f9c1ab2'.repeat(4),
      title: 'suggests as you type',
      variant: null,
      expiresAt: '2026-11-24T09:30:00.000Z',
    },
  ],
});

const browser = (variant: string) => ({ title: 'pays', titlePath: ['pays'], variant });

describe('a gate that fails', () => {
  it('says which failures are in the base, too', () => {
    const base = {
      executionId: '0193a1b2-0000-7000-8000-000000000040',
      number: 40,
      branch: 'main',
    };
    const blocking = [
      makeBlocking(),
      makeBlocking({
        title: 'adds',
        titlePath: ['adds'],
        fingerprint: `fp2:${'91c3bb00'.repeat(4)}`,
        onBase: true,
      }),
    ];
    const gate = makeShownGate({ base, blocking, excused: [] });
    expect(shown(gate, plainLook({ columns: 80 }))).toMatchInlineSnapshot(`
      "
      ✗ gate fails  web #815  fix-cart 77e0abc
      2 failures block (1 new, 1 failed in #40 of main, too)
      ✗ blocks   cart › checkout › keeps the discount              src/cart.test.ts:88
        Nothing excuses this failure · fingerprint fp2:d04c6be1
      ✗ blocks   adds                                              src/cart.test.ts:88
        Nothing excuses this failure · failed in #40 of main, too
        fingerprint fp2:91c3bb00
      Full errors: svc executions show 815 --project web
      "
    `);
    const markdown = renderGatesMarkdown([gate]);
    expect(markdown).toContain(
      String.raw`2 failures block (1 new, 1 failed in \#&#8203;40 of main, too)`,
    );
    expect(markdown.match(/It failed in/g)).toHaveLength(1);
  });

  it('names a missing part beside what is in the base, too', () => {
    const base = { executionId: '', number: 40, branch: 'main' };
    const shard = makeProblem('missing-shards', '1 of 4 parts never arrived.');
    const [fresh, known] = [makeBlocking(), makeBlocking({ onBase: true })];
    const counts = [[shard, fresh, known], [shard, fresh], [shard, known], [shard]].map(
      (blocking) => formatGateCounts(makeGate({ base, blocking, excused: [] })),
    );
    expect(counts).toEqual([
      '3 problems block (1 new, 1 failed in #40 of main, too, 1 other)',
      '2 problems block (1 new, 1 other)',
      '2 problems block (1 failed in #40 of main, too, 1 other)',
      '1 problem blocks',
    ]);
  });

  it('counts a mass failure only where no failure blocks', () => {
    const mass = makeProblem('mass-failure', '24 of 100 tests failed.');
    const counts = [[mass, makeBlocking()], [mass]].map((blocking) =>
      formatGateCounts(makeGate({ blocking })),
    );
    expect(counts).toEqual(['1 failure blocks, 1 excused', '1 problem blocks, 1 excused']);
  });

  it('names the entry that may be why somebody expected another answer', () => {
    const relatedEntry = {
      quarantineId: '0193a1b2-0000-7000-8000-0000a91c44de',
      relation: 'other-test' as const,
    };
    const why =
      "Nothing excuses this failure. The quarantined test 'keeps the discount' in src/basket.test.ts did not run: this may be the same test, moved or renamed.";
    const gate = makeShownGate({ blocking: [makeBlocking({ why, relatedEntry })], excused: [] });
    expect(shown(gate, plainLook({ columns: 80 }))).toMatchInlineSnapshot(`
      "
      ✗ gate fails  web #815  fix-cart 77e0abc  1 failure blocks
      ✗ blocks   cart › checkout › keeps the discount              src/cart.test.ts:88
        Nothing excuses this failure. The quarantined test 'keeps the discount' in
        src/basket.test.ts did not run: this may be the same test, moved or renamed
        fingerprint fp2:d04c6be1 · quarantine entry a91c44de
      Full errors: svc executions show 815 --project web
      "
    `);
  });

  it('names every fingerprint that an entry must cover', () => {
    const fingerprints = ['a', 'b', 'c', 'd', 'e'].map((digit) => `fp2:${digit.repeat(32)}`);
    const [first = '', second = '', ...others] = fingerprints;
    const two = makeBlocking({ fingerprint: first, furtherFingerprints: [second] });
    const five = makeBlocking({ fingerprint: first, furtherFingerprints: [second, ...others] });
    const gate = makeShownGate({ blocking: [two, five], excused: [] });
    expect(shown(gate, plainLook({ columns: 80 }))).toMatchInlineSnapshot(`
      "
      ✗ gate fails  web #815  fix-cart 77e0abc  2 failures block
      ✗ blocks   cart › checkout › keeps the discount              src/cart.test.ts:88
        Nothing excuses this failure · fingerprints fp2:aaaaaaaa, fp2:bbbbbbbb
      ✗ blocks   cart › checkout › keeps the discount              src/cart.test.ts:88
        Nothing excuses this failure
        fingerprints fp2:aaaaaaaa, fp2:bbbbbbbb, fp2:cccccccc, fp2:dddddddd and 1 more
      Full errors: svc executions show 815 --project web
      "
    `);
  });

  it('promises no errors where nothing failed but the run', () => {
    const why =
      'No test ran, although tests ran on the base branch. The log of its job says why, such as a filter that matches no test.';
    const gate = makeShownGate({ blocking: [makeProblem('run-error', why)], excused: [] });
    expect(shown(gate, plainLook({ columns: 80 }))).toMatchInlineSnapshot(`
      "
      ✗ gate fails  web #815  fix-cart 77e0abc  1 problem blocks
      ✗ blocks   No test ran, although tests ran on the base branch. The log of its
        job says why, such as a filter that matches no test.
      Details: svc executions show 815 --project web
      "
    `);
  });

  it('shows what blocks, and what is excused and why, at 120 and 80 columns', () => {
    expect(shown(failing, plainLook({ columns: 120 }))).toMatchInlineSnapshot(`
      "
      ✗ gate fails  web #815  fix-cart 77e0abc  2 failures block, 2 excused
      ✗ blocks   24 of 100 tests failed: from 20 %, excused failures block too.
      ✗ blocks   cart › checkout › keeps the discount                                  src/cart.test.ts:88
        Nothing excuses this failure · fingerprint fp2:d04c6be1
      ✗ blocks   report › imports                                                      src/cart.test.ts:88
        The test is quarantined, but not for this failure: it has another fingerprint · fingerprint fp2:91c3bb00
        quarantine entry a91c44de
      ○ excused  search › suggests as you type                                       src/search.test.ts:12
        quarantined until 2026-12-04: https://github.com/acme/web/issues/1482 (team search)
      ○ excused  login › remembers the device                                        src/search.test.ts:12
        Known flake, with a confidence of 94 %.
      ! expires in 3 d: suggests as you type
      Full errors: svc executions show 815 --project web
      "
    `);
    expect(shown(failing)).toMatchInlineSnapshot(`
      "
      ✗ gate fails  web #815  fix-cart 77e0abc  2 failures block, 2 excused
      ✗ blocks   24 of 100 tests failed: from 20 %, excused failures block too.
      ✗ blocks   cart › checkout › keeps the discount              src/cart.test.ts:88
        Nothing excuses this failure · fingerprint fp2:d04c6be1
      ✗ blocks   report › imports                                  src/cart.test.ts:88
        The test is quarantined, but not for this failure: it has another fingerprint
        fingerprint fp2:91c3bb00 · quarantine entry a91c44de
      ○ excused  search › suggests as you type                   src/search.test.ts:12
        quarantined until 2026-12-04: https://github.com/acme/web/issues/1482 (team
        search)
      ○ excused  login › remembers the device                    src/search.test.ts:12
        Known flake, with a confidence of 94 %.
      ! expires in 3 d: suggests as you type
      Full errors: svc executions show 815 --project web
      "
    `);
  });

  it('fits into 40 columns', () => {
    expect(shown(failing, plainLook({ columns: 40 }))).toMatchInlineSnapshot(`
      "
      ✗ gate fails  web #815  fix-cart 77e0abc
      2 failures block, 2 excused
      ✗ blocks   24 of 100 tests failed:
        from 20 %, excused failures block too.
      ✗ blocks   cart › checkout › keeps the
        discount           src/cart.test.ts:88
        Nothing excuses this failure
        fingerprint fp2:d04c6be1
      ✗ blocks   report › imports
        src/cart.test.ts:88
        The test is quarantined, but not for
        this failure: it has another
        fingerprint · fingerprint fp2:91c3bb00
        quarantine entry a91c44de
      ○ excused  search › suggests as you type
        src/search.test.ts:12
        quarantined until 2026-12-04:
        https://github.com/acme/web/issues/1482
        (team search)
      ○ excused  login › remembers the device
        src/search.test.ts:12
        Known flake, with a confidence of 94
        %.
      ! expires in 3 d: suggests as you type
      Full errors:
      svc executions show 815 --project web
      "
    `);
  });

  it('tells failures of one title apart by their variant', () => {
    const answer = makeShownGate({
      blocking: [makeBlocking(browser('webkit'))],
      excused: [makeExcused(browser('chromium'))],
      expiring: [
        {
          quarantineId: '0193a1b2-0000-7000-8000-0000a91c44de',
          testId: '3f9c1ab2'.repeat(4),
          ...browser('chromium'),
          expiresAt: '2026-11-24T09:30:00.000Z',
        },
      ],
    });
    const text = shown(answer, plainLook({ columns: 80 }));
    const markdown = renderGatesMarkdown([answer]);
    expect(text).toContain('✗ blocks   pays [webkit] ');
    expect(text).toContain('○ excused  pays [chromium] ');
    expect(text).toContain('! expires in 3 d: pays [chromium]');
    expect(markdown).toContain(String.raw`**blocks** pays \[webkit\]`);
    expect(markdown).toContain(String.raw`excused pays \[chromium\]`);
  });

  it('is pasted as Markdown', () => {
    expect(`\n${renderGatesMarkdown([failing])}\n`).toMatchInlineSnapshot(`
      "
      ### ✗ gate fails: [web \\#815](http://localhost:4400/executions/0193a1b2-0000-7000-8000-000000000815)

      fix-cart 77e0abc · 2 failures block, 2 excused

      - ✗ **blocks** 24 of 100 tests failed: from 20 %, excused failures block too.
      - ✗ **blocks** cart › checkout › keeps the discount \`src/cart.test.ts:88\`: Nothing excuses this failure. \`fp2:d04c6be1\`
      - ✗ **blocks** report › imports \`src/cart.test.ts:88\`: The test is quarantined, but not for this failure: it has another fingerprint. \`fp2:91c3bb00\`
      - ○ excused search › suggests as you type \`src/search.test.ts:12\`: quarantined until 2026-12-04: https:&#8203;//github.com/acme/web/issues/1482 (team search)
      - ○ excused login › remembers the device \`src/search.test.ts:12\`: Known flake, with a confidence of 94 %.
      - ! the quarantine of suggests as you type ends on 2026-11-24
      "
    `);
  });
});

it('shows only the excused failures when it passes', () => {
  expect(shown(makeShownGate({ blocking: [] }))).toMatchInlineSnapshot(`
    "
    ✓ gate passes  web #815  fix-cart 77e0abc  1 failure excused
    ○ excused  search › suggests as you type                   src/search.test.ts:12
      quarantined until 2026-12-04: https://github.com/acme/web/issues/1482 (team
      search)
    "
  `);
  expect(shown(makeShownGate({ blocking: [], excused: [] }))).toBe(
    '\n✓ gate passes  web #815  fix-cart 77e0abc  no failures\n',
  );
});

it('says why it is undecided, and what is known so far', () => {
  const undecided = {
    reason: 'missing-shards',
    why: '2 of 4 parts have not arrived yet.',
  } as const;
  expect(shown(makeShownGate({ verdict: 'undecided', undecided, blocking: [] })))
    .toMatchInlineSnapshot(`
      "
      ◌ gate undecided  web #815  fix-cart 77e0abc  1 failure excused so far
      2 of 4 parts have not arrived yet.
      ○ excused  search › suggests as you type                   src/search.test.ts:12
        quarantined until 2026-12-04: https://github.com/acme/web/issues/1482 (team
        search)
      "
    `);
});

it('cuts long lists, and says how to see the rest', () => {
  const blocking = Array.from({ length: 57 }, (_, n) =>
    makeBlocking({ fingerprint: `fp2:${String(n).padStart(32, '0')}` }),
  );
  const text = shown({ ...makeShownGate({ blocking }), limit: 2 });
  expect(text).toContain(
    '✗ gate fails  web #815  fix-cart 77e0abc  57 failures block, 1 excused\n',
  );
  expect(text).toContain('\nand 55 more causes. More: svc gate 815 --project web --limit 57\n');
});

it('says how many failures the server lists where it lists fewer', () => {
  const one = { fingerprint: `fp2:${'a'.repeat(32)}` };
  const blocking = Array.from({ length: 57 }, () => makeBlocking(one));
  const made = makeShownGate({ blocking });
  const { gate } = made;
  const counts = { ...gate.counts, blocking: 1_500 };
  const cut = { ...made, gate: { ...gate, counts } };
  expect(shown({ ...cut, limit: 2 })).toContain('\nThe first 57 of 1,500: svc gate 815');
  const whole = shown({ ...cut, limit: 1_000 });
  expect(whole).toContain('\nThe first 57 of 1,500 are listed.\n');
  expect(whole).not.toContain('svc gate 815');
  expect(renderGatesMarkdown([{ ...cut, limit: 1_000 }])).toContain(
    '\n\nThe first 57 of 1,500 are listed.',
  );
});

it('separates several executions', () => {
  const two = [makeShownGate({ blocking: [] }), failing];
  const headers = formatGates(two, plainLook({ quiet: true })).filter((line) => /gate/.test(line));
  expect(headers).toHaveLength(2);
  expect(formatGates(two, plainLook())).toContain('');
});

it('uses ASCII where the locale is not UTF-8', () => {
  // oxlint-disable-next-line no-control-regex
  expect(shown(failing, plainLook({ glyphs: ASCII_GLYPHS }))).toMatch(/^[\u0000-\u007f]+$/);
});

it('colours the verdict and the marks', () => {
  const text = shown(failing, plainLook({ colors: pc.createColors(true) }));
  expect(text).toContain('\u001b[31m✗ blocks\u001b[39m   cart › checkout › keeps the discount');
  expect(text).toContain('\u001b[33m○ excused\u001b[39m  search › suggests as you type');
});
