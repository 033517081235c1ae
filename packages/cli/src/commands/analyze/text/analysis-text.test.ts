import pc from 'picocolors';
import { expect, it } from 'vitest';
import {
  makeAnalysis,
  makeShownAnalysis,
  makeVerdict,
} from '../../../../test/samples/make-analysis.ts';
import { plainLook } from '../../../../test/samples/plain-look.ts';
import { ASCII_GLYPHS } from '../../../terminal/glyphs.ts';
import { makeTerminalSafe } from '@svc/reporter-core/text/terminal-text';
import { renderAnalysisMarkdown } from './analysis-markdown.ts';
import { formatAnalysis, type ShownAnalysis } from './analysis-text.ts';
import { formatWeight } from '@svc/analysis/markdown/verdict-markdown';

const outage = makeVerdict({
  title: 'loads the page',
  file: 'e2e/page.spec.ts',
  line: null,
  fingerprint: 'fp2:00aa00aa00aa00aa00aa00aa00aa00aa',
  classification: 'INFRA',
  confidence: 0.65,
  runnerUp: { classification: 'REAL_BUG', confidence: 0.31 },
  needsHuman: true,
  evidence: [
    {
      kind: 'infra.refused',
      supports: 'INFRA',
      weight: 1.4,
      text: 'A service did not listen',
      source: 'message',
      quote: 'connect ECONNREFUSED 127.0.0.1:5432',
    },
  ],
  notChecked: ['The changed files are not known.'],
  correctedBy: { classification: 'INFRA', by: 'Ann', at: '2026-11-21T07:30:00.000Z' },
});
outage.actionPlan = {
  ...outage.actionPlan,
  goal: 'The pipeline gives the tests what they need.',
  steps: [
    {
      order: 1,
      action: 'fix-infra',
      title: 'Wait until the service listens before the tests start',
      detail: '',
      file: null,
      line: null,
      command: null,
    },
  ],
  owner: 'CI',
};

const analysis = makeAnalysis([makeVerdict(), ...Array.from({ length: 3 }, () => outage)], {
  failureCount: 4,
  notChecked: ['1 part has not arrived.', 'There was no log.'],
  summary:
    'Of 4 failures, 1 is a real bug and 3 are infrastructure failures. The most severe is probably a real bug (87 % sure): keeps the discount.',
});

function shown(changes: Partial<ShownAnalysis> = {}, look = plainLook()): string {
  return `\n${formatAnalysis(makeShownAnalysis(analysis, changes), look).join('\n')}\n`;
}

it('shows the verdict, and each cause with evidence and plan, at 80', () => {
  expect(shown({ choiceNote: 'latest on fix-cart, the current branch' })).toMatchInlineSnapshot(`
    "
    latest on fix-cart, the current branch:
    web #812  fix-cart 3f9c1ab  4 failures, 2 causes

    ✗ REAL_BUG  87 % sure
    Of 4 failures, 1 is a real bug and 3 are infrastructure failures. The most
    severe is probably a real bug (87 % sure): keeps the discount.
    ! 1 part has not arrived.

    ✗ keeps the discount                                         src/cart.test.ts:88
      REAL_BUG, 87 % sure · or HEALABLE 9 % · fp2:6be1aa00
      for
        +1.9  The product returned another value than expected: AssertionError:
              expected 90 to be 100 // Object.is equality
        +0.3  A few tests failed together: 3 tests failed
      against
        -0.6  The test was flaky before: 2 flaky runs of 154
      not checked  The changed files are not known. There was no log.
      plan         The product works again, and the unchanged test proves it.
        1. Reproduce it with the unchanged test                 src/cart.test.ts:88
           investigate: Expect the same error. If the test passes, the failure
           depends on more.
           npx vitest run src/cart.test.ts -t 'cart checkout keeps the discount'
        2. Fix the product at src/cart.ts:41
           fix-product: The test expects 100, and the product gives 90.
      must not     Change or weaken the assertion · Skip or quarantine the test
      done when    The unchanged test passes without retries
      changes if   The test passes again on this commit: KNOWN_FLAKE
      owner        @example/cart

    ! loads the page and 2 more tests                               e2e/page.spec.ts
      INFRA, 65 % sure · a person should look · or REAL_BUG 31 %
      Ann said INFRA 2 h ago · fp2:00aa00aa
      for
        +1.4  A service did not listen: connect ECONNREFUSED 127.0.0.1:5432
      not checked  The changed files are not known.
      plan         The pipeline gives the tests what they need.
        1. Wait until the service listens before the tests start
           fix-infra
      must not     Change or weaken the assertion · Skip or quarantine the test
      done when    The unchanged test passes without retries
      changes if   The test passes again on this commit: KNOWN_FLAKE
      owner        CI
    "
  `);
});

it('fits into 40', () => {
  const look = plainLook({ columns: 40, glyphs: ASCII_GLYPHS });
  expect(shown({}, look)).toMatchInlineSnapshot(`
    "
    web #812  fix-cart 3f9c1ab
    4 failures, 2 causes

    x REAL_BUG  87 % sure
    Of 4 failures, 1 is a real bug and 3 are
    infrastructure failures. The most severe
    is probably a real bug (87 % sure):
    keeps the discount.
    ! 1 part has not arrived.

    x keeps the discount
      src/cart.test.ts:88
      REAL_BUG, 87 % sure - or HEALABLE 9 %
      fp2:6be1aa00
      for
        +1.9  The product returned another
              value than expected:
              AssertionError: expected 90 to
              be 100 // Object.is equality
        +0.3  A few tests failed together: 3
              tests failed
      against
        -0.6  The test was flaky before: 2
              flaky runs of 154
      not checked  The changed files are not
        known. There was no log.
      plan  The product works again, and the
            unchanged test proves it.
        1. Reproduce it with the
           unchanged test
           src/cart.test.ts:88
           investigate: Expect the same
           error. If the test passes, the
           failure depends on more.
           npx vitest run src/cart.test.ts -t 'cart checkout keeps the discount'
        2. Fix the product at
           src/cart.ts:41
           fix-product: The test expects
           100, and the product gives 90.
      must not  Change or weaken the
                assertion - Skip or
                quarantine the test
      done when  The unchanged test passes
        without retries
      changes if  The test passes again on
        this commit: KNOWN_FLAKE
      owner  @example/cart

    ! loads the page and 2 more tests
      e2e/page.spec.ts
      INFRA, 65 % sure
      a person should look
      or REAL_BUG 31 %
      Ann said INFRA 2 h ago - fp2:00aa00aa
      for
        +1.4  A service did not listen:
              connect ECONNREFUSED
              127.0.0.1:5432
      not checked  The changed files are not
        known.
      plan  The pipeline gives the tests
            what they need.
        1. Wait until the service listens
           before the tests start
           fix-infra
      must not  Change or weaken the
                assertion - Skip or
                quarantine the test
      done when  The unchanged test passes
        without retries
      changes if  The test passes again on
        this commit: KNOWN_FLAKE
      owner  CI
    "
  `);
});

it('is no wider than a paragraph at 120, and says how to see the rest', () => {
  const one = makeShownAnalysis(analysis).items.slice(0, 1);
  expect(shown({ items: one, total: { count: 14, isAtLeast: false } }, plainLook({ columns: 120 })))
    .toMatchInlineSnapshot(`
      "
      web #812  fix-cart 3f9c1ab  4 failures, 14 causes

      ✗ REAL_BUG  87 % sure
      Of 4 failures, 1 is a real bug and 3 are infrastructure failures. The most severe is probably a real
      bug (87 % sure): keeps the discount.
      ! 1 part has not arrived.

      ✗ keeps the discount                                                             src/cart.test.ts:88
        REAL_BUG, 87 % sure · or HEALABLE 9 % · fp2:6be1aa00
        for
          +1.9  The product returned another value than expected: AssertionError: expected 90 to be 100 //
                Object.is equality
          +0.3  A few tests failed together: 3 tests failed
        against
          -0.6  The test was flaky before: 2 flaky runs of 154
        not checked  The changed files are not known. There was no log.
        plan         The product works again, and the unchanged test proves it.
          1. Reproduce it with the unchanged test                                     src/cart.test.ts:88
             investigate: Expect the same error. If the test passes, the failure depends on more.
             npx vitest run src/cart.test.ts -t 'cart checkout keeps the discount'
          2. Fix the product at src/cart.ts:41
             fix-product: The test expects 100, and the product gives 90.
        must not     Change or weaken the assertion · Skip or quarantine the test
        done when    The unchanged test passes without retries
        changes if   The test passes again on this commit: KNOWN_FLAKE
        owner        @example/cart

      1 of 14. More: svc analyze 812 --project web --all
      "
    `);
});

it('shows the evidence and the plan of the whole when no test failed', () => {
  const whole = makeShownAnalysis(makeAnalysis([], { failureCount: 0 }));
  const [first, , ...rest] = formatAnalysis(whole, plainLook());
  expect(first).toBe('web #812  fix-cart 3f9c1ab  failed outside its tests');
  expect(rest).toContain('for');
  expect(rest.join('\n')).toContain("\n     npx vitest run src/cart.test.ts -t 'cart");
});

it('says which class a person gave and which one the plan is for', () => {
  const correctedBy = {
    classification: 'KNOWN_FLAKE' as const,
    by: 'Ann',
    at: '2026-11-21T07:30:00.000Z',
  };
  const corrected = makeShownAnalysis(makeAnalysis([makeVerdict({ correctedBy })]));
  const lines = formatAnalysis(corrected, plainLook());
  const at = lines.findIndex((line) => line.startsWith('± keeps the discount'));
  expect(lines.slice(at + 1, at + 3)).toEqual([
    '  Ann said KNOWN_FLAKE 2 h ago · evidence and plan are for REAL_BUG, 87 % sure',
    '  fp2:6be1aa00',
  ]);
  expect(renderAnalysisMarkdown(corrected, plainLook().now)).toContain(
    '| ± KNOWN\\_FLAKE |  | keeps',
  );
});

const unsure = makeVerdict({
  title: 'ships',
  confidence: 0.49,
  runnerUp: { classification: 'HEALABLE', confidence: 0.47 },
  needsHuman: true,
});

it('calls an unsure verdict by its two candidates, and by no class', () => {
  const asked = makeShownAnalysis(makeAnalysis([unsure], { summary: 'Unsure.' }));
  const lines = formatAnalysis(asked, plainLook());
  expect(lines).toContain('? unsure: real bug 49 %, healable 47 %');
  const at = lines.findIndex((line) => line.startsWith('? ships'));
  expect(lines.slice(at + 1, at + 3)).toEqual([
    '  unsure: real bug 49 %, healable 47 % · fp2:6be1aa00',
    '  for real bug',
  ]);
  expect(lines.filter((line) => /REAL_BUG|HEALABLE/.test(line))).toEqual([]);
  const markdown = renderAnalysisMarkdown(asked, plainLook().now);
  expect(markdown).toContain('### ? unsure: real bug 49 %, healable 47 %: web');
  expect(markdown).toContain('| ? unsure | real bug 49 %, healable 47 % | ships |');
  expect(markdown).not.toMatch(/REAL|HEALABLE/);
});

it('says that a person decided an unsure verdict', () => {
  const correctedBy = {
    classification: 'REAL_BUG' as const,
    by: 'Ann',
    at: '2026-11-21T07:30:00.000Z',
  };
  const decided = makeShownAnalysis(makeAnalysis([{ ...unsure, correctedBy }]));
  const text = formatAnalysis(decided, plainLook({ columns: 120 })).join('\n');
  expect(text).toContain(
    '  evidence and plan are for a verdict that was unsure: real bug 49 %, healable 47 % · ',
  );
  expect(text).toContain('✗ ships');
  expect(text).toContain('  Ann said REAL_BUG 2 h ago\n');
  expect(text).toContain('\n  for real bug\n');
});

it('does not repeat the rules of a class', () => {
  const other = makeVerdict({ title: 'ships', fingerprint: 'fp2:77aa', testId: '7'.repeat(32) });
  const strict = { ...other.actionPlan, forbidden: ['Deploy'] };
  const third = makeVerdict({ title: 'pays', fingerprint: 'fp2:88aa', actionPlan: strict });
  const lines = formatAnalysis(
    makeShownAnalysis(makeAnalysis([makeVerdict(), other, third])),
    plainLook(),
  );
  const labels = lines.flatMap(
    (line) => /^ {2}(must not|as above) +(.*)$/.exec(line)?.slice(1) ?? [],
  );
  expect(labels).toEqual([
    'must not',
    'Change or weaken the assertion · Skip or quarantine the test',
    'as above',
    'must not · done when · changes if',
    'must not',
    'Deploy',
  ]);
});

it('says how many of the causes are shown if not all failures were read', () => {
  const outage = makeShownAnalysis(
    makeAnalysis([makeVerdict(), makeVerdict()], { failureCount: 12_000 }),
    { isPartial: true, total: { count: 7, isAtLeast: false } },
  );
  const lines = formatAnalysis(outage, plainLook());
  expect(lines[0]).toBe('web #812  fix-cart 3f9c1ab  12,000 failures');
  expect(lines.slice(-2)).toEqual([
    '1 of 7 causes, from the 2 most severe failures. More:',
    'svc analyze 812 --project web --all',
  ]);
});

it('shortens commits of the history', () => {
  const evidence = makeVerdict().evidence.map((one) => ({
    ...one,
    source: 'history' as const,
    quote: 'since a07be551c9f2b34d5566778899aabbccddeeff00',
  }));
  const shownLines = formatAnalysis(
    makeShownAnalysis(makeAnalysis([makeVerdict({ evidence })])),
    plainLook(),
  );
  expect(shownLines).toContain('    +0.3  A few tests failed together: since a07be55');
});

it.each([
  [1.92, '+1.9'],
  [-0.61, '-0.6'],
  [0, ' 0.0'],
])('shows the weight %d as %j', (weight, text) => {
  expect(formatWeight(weight)).toBe(text);
});

it('colours classes, and no text depends on it', () => {
  const colours = plainLook({ colors: pc.createColors(true) });
  const coloured = formatAnalysis(makeShownAnalysis(analysis), colours).join('\n');
  expect(coloured).toContain('\u001b[31m✗ REAL_BUG  87 % sure\u001b[39m');
  expect(coloured).toContain('\u001b[35m! loads the page and 2 more tests\u001b[39m');
  // oxlint-disable-next-line no-control-regex
  expect(`\n${coloured.replaceAll(/\u001b\[\d+m/g, '')}\n`).toBe(shown());
});

it('keeps commands whole, and shows none that nobody would copy', () => {
  const long = `npx vitest run src/cart.test.ts -t '${'very '.repeat(40)}long'`;
  const endless = `npx vitest run '${'x'.repeat(100_000)}'`;
  const verdict = makeVerdict();
  const steps = verdict.actionPlan.steps.map((step, at) => ({
    ...step,
    command: at === 0 ? long : endless,
  }));
  const planned = makeVerdict({ actionPlan: { ...verdict.actionPlan, steps } });
  const lines = formatAnalysis(
    makeShownAnalysis(makeAnalysis([planned])),
    plainLook({ columns: 40 }),
  );
  expect(lines).toContain(`       ${long}`);
  expect(lines).toContain('       (its command is in --json)');
});

it('shows hostile texts as texts, cut to a few lines', () => {
  const evil = `\u001b[2J\u001b]52;c;ZXZpbA==\u0007\u009b31m\u202e\u0008\rx ${'<b>@team|`y'.repeat(100_000)}`;
  const hostile = makeVerdict({
    title: evil,
    file: `f${evil.slice(0, 200)}`,
    suggestion: evil,
    evidence: outage.evidence.map((one) => ({ ...one, text: evil, quote: evil })),
    notChecked: [evil],
    actionPlan: {
      goal: evil,
      steps: outage.actionPlan.steps.map((step) => ({
        ...step,
        title: evil,
        detail: evil,
        command: evil,
      })),
      owner: evil,
      forbidden: [evil],
      doneWhen: [evil],
      changesVerdict: [evil],
    },
    correctedBy: { classification: 'INFRA', by: evil, at: '2026-11-21T07:30:00.000Z' },
  });
  const safe = makeTerminalSafe(
    makeShownAnalysis(makeAnalysis([hostile], { summary: evil, branch: evil })),
  );
  for (const columns of [40, 80, 120]) {
    const text = formatAnalysis(safe, plainLook({ columns })).join('\n');
    // oxlint-disable-next-line no-control-regex
    expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/);
    expect(text.length).toBeLessThan(10_000);
  }
  const markdown = renderAnalysisMarkdown(safe, plainLook().now);
  // oxlint-disable-next-line no-control-regex
  expect(markdown).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/);
  // Code shows everything as it is.
  const outsideCode = markdown.replaceAll(/(?<!\\)`[^`\n]*`/g, '');
  expect(outsideCode).not.toMatch(/<b>|@team/);
  expect(markdown.length).toBeLessThan(20_000);
});

it('prints causes, evidence and plan to paste', () => {
  const one = makeShownAnalysis(analysis).items.slice(0, 1);
  const list = makeShownAnalysis(analysis, { items: one });
  expect(`\n${renderAnalysisMarkdown(list, plainLook().now)}\n`).toMatchInlineSnapshot(`
    "
    ### ✗ REAL\\_BUG, 87 % sure: web \\#&#8203;812, fix-cart 3f9c1ab, 4 failures, 2 causes

    Of 4 failures, 1 is a real bug and 3 are infrastructure failures. The most severe is probably a real bug (87 % sure): keeps the discount.

    **Not known:** 1 part has not arrived.

    | class | sure | cause | place | first step |
    | --- | --: | --- | --- | --- |
    | ✗ REAL\\_BUG | 87 % | keeps the discount | \`src/cart.test.ts:88\` | Reproduce it with the unchanged test |

    <details><summary>✗ REAL_BUG: keeps the discount</summary>

    REAL\\_BUG, 87 % sure · or HEALABLE 9 % · fp2:6be1aa00

    | evidence | weight | what it means | seen |
    | --- | --: | --- | --- |
    | for | +1.9 | The product returned another value than expected | \`AssertionError: expected 90 to be 100 // Object.is equality\` (message) |
    | for | +0.3 | A few tests failed together | \`3 tests failed\` (execution) |
    | against | -0.6 | The test was flaky before | \`2 flaky runs of 154\` (history) |

    Not checked: The changed files are not known. There was no log.

    **Plan:** The product works again, and the unchanged test proves it.

    1. **Reproduce it with the unchanged test** (investigate) \`src/cart.test.ts:88\`
       Expect the same error. If the test passes, the failure depends on more.

       \`\`\`sh
       npx vitest run src/cart.test.ts -t 'cart checkout keeps the discount'
       \`\`\`
    2. **Fix the product at src/cart.ts:41** (fix-product)
       The test expects 100, and the product gives 90.

    **Must not:**

    - Change or weaken the assertion
    - Skip or quarantine the test

    **Done when:**

    - [ ] The unchanged test passes without retries

    **Would change the verdict:**

    - The test passes again on this commit: KNOWN\\_FLAKE

    **Owner:** @&#8203;example/cart

    </details>

    1 of 2. More: \`svc analyze 812 --project web --all\`
    "
  `);
});
