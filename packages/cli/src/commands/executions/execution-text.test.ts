import { expect, it } from 'vitest';
import { makeDetail, makeExecution, makeResult } from '../../../test/samples/make-execution.ts';
import { plainLook } from '../../../test/samples/plain-look.ts';
import { formatTotalsFacts } from '@svc/analysis/executions/execution-words';
import { formatExecution, type ShownExecution } from './execution-text.ts';

function makeShown(changes: Partial<ShownExecution> = {}): ShownExecution {
  return {
    execution: makeDetail(),
    choiceNote: undefined,
    limit: 20,
    moreCommand: 'svc executions show 12 --limit 57',
    ...changes,
  };
}

function shown(execution: ShownExecution, look = plainLook()): string {
  return `\n${formatExecution(execution, look).join('\n')}\n`;
}

it('shows failures first and in full at 80', () => {
  expect(shown(makeShown())).toMatchInlineSnapshot(`
    "
    ✗ failed  shop #12  fix-cart 77e0a1c  vitest 5.1.1  2.3 s  23 h ago
    6 tests: 3 passed (1 flaky), 1 failed, 1 timed out, 1 skipped
    ! 1 file failed outside tests (import or hook)
    2026-11-20 10:00:00 UTC · unit · fix(cart): keep the discount · pull request 12
    github ci/test · environment ci · node 24.21.0
    http://localhost:4400/executions/0193a1b2-0000-7000-8000-000000000001
    CI run https://github.com/example/shop/actions/runs/4711

    ✗ cart › checkout › keeps the discount                       src/cart.test.ts:21
      2 attempts, all failed after 31 ms · owner @example/cart
      attempt 1
        AssertionError: expected 90 to be 100 // Object.is equality
          - 100
          + 90
          at applyDiscount (src/cart.ts:41:9)
      attempt 2
        Error: checkout failed
          at src/cart.ts:50:11
          caused by TypeError: price is undefined
        stdout
          total 90

    ◷ search › waits for the index                             src/search.test.ts:19
      timed out after 5.0 s
      Test timed out in 5000ms.

    ✗ src/broken.test.ts                                        failed outside tests
      Error: Cannot find module './missing.js'
        at src/broken.test.ts:1:1

    ± search › suggests as you type        passed on attempt 2  src/search.test.ts:3
    "
  `);
});

it('keeps titles whole at 40', () => {
  expect(shown(makeShown(), plainLook({ columns: 40 }))).toMatchInlineSnapshot(`
    "
    ✗ failed  shop #12  fix-cart 77e0a1c
    vitest 5.1.1  2.3 s  23 h ago
    6 tests: 3 passed (1 flaky), 1 failed
    1 timed out, 1 skipped
    ! 1 file failed outside tests (import
      or hook)
    2026-11-20 10:00:00 UTC · unit
    fix(cart): keep the discount
    pull request 12 · github ci/test
    environment ci · node 24.21.0
    http://localhost:4400/executions/0193a1b2-0000-7000-8000-000000000001
    CI run https://github.com/example/shop/actions/runs/4711

    ✗ cart › checkout › keeps the discount
      src/cart.test.ts:21
      2 attempts, all failed after 31 ms
      owner @example/cart
      attempt 1
        AssertionError: expected 90 to be 100 // Object.is equality
          - 100
          + 90
          at applyDiscount (src/cart.ts:41:9)
      attempt 2
        Error: checkout failed
          at src/cart.ts:50:11
          caused by TypeError: price is undefined
        stdout
          total 90

    ◷ search › waits for the index
      src/search.test.ts:19
      timed out after 5.0 s
      Test timed out in 5000ms.

    ✗ src/broken.test.ts
      failed outside tests
      Error: Cannot find module './missing.js'
        at src/broken.test.ts:1:1

    ± search › suggests as you type
      passed on attempt 2
    "
  `);
});

it('keeps title and place together at 120', () => {
  expect(shown(makeShown(), plainLook({ columns: 120 }))).toMatchInlineSnapshot(`
    "
    ✗ failed  shop #12  fix-cart 77e0a1c  vitest 5.1.1  2.3 s  23 h ago
    6 tests: 3 passed (1 flaky), 1 failed, 1 timed out, 1 skipped
    ! 1 file failed outside tests (import or hook)
    2026-11-20 10:00:00 UTC · unit · fix(cart): keep the discount · pull request 12 · github ci/test · environment ci
    node 24.21.0
    http://localhost:4400/executions/0193a1b2-0000-7000-8000-000000000001
    CI run https://github.com/example/shop/actions/runs/4711

    ✗ cart › checkout › keeps the discount                                           src/cart.test.ts:21
      2 attempts, all failed after 31 ms · owner @example/cart
      attempt 1
        AssertionError: expected 90 to be 100 // Object.is equality
          - 100
          + 90
          at applyDiscount (src/cart.ts:41:9)
      attempt 2
        Error: checkout failed
          at src/cart.ts:50:11
          caused by TypeError: price is undefined
        stdout
          total 90

    ◷ search › waits for the index                                                 src/search.test.ts:19
      timed out after 5.0 s
      Test timed out in 5000ms.

    ✗ src/broken.test.ts                                                            failed outside tests
      Error: Cannot find module './missing.js'
        at src/broken.test.ts:1:1

    ± search › suggests as you type                            passed on attempt 2  src/search.test.ts:3
    "
  `);
});

it('says what is missing in an interrupted, partial execution', () => {
  const interrupted = makeResult({
    titlePath: ['report', 'exports'],
    status: 'interrupted',
    line: 3,
  });
  const execution = makeDetail({
    status: 'interrupted',
    shards: { expected: 4, received: 3, carried: 0 },
    partial: ['bail'],
    files: [],
    errors: [{ message: 'Unhandled rejection: out of memory' }],
    results: [interrupted],
  });
  expect(shown(makeShown({ execution, choiceNote: 'latest on main, the current branch' })))
    .toMatchInlineSnapshot(`
      "
      latest on main, the current branch:
      ! interrupted  shop #12  fix-cart 77e0a1c  vitest 5.1.1  2.3 s  23 h ago
      6 tests: 3 passed (1 flaky), 1 failed, 1 timed out, 1 skipped
      ! 1 error outside any test file
      ! 1 of 4 parts missing
      ! partial run: it stopped at a failure
      2026-11-20 10:00:00 UTC · unit · fix(cart): keep the discount · pull request 12
      github ci/test · environment ci · node 24.21.0
      http://localhost:4400/executions/0193a1b2-0000-7000-8000-000000000001
      CI run https://github.com/example/shop/actions/runs/4711

      ✗ run-level error
        Unhandled rejection: out of memory

      ! report › exports                                   cut off  src/cart.test.ts:3
      "
    `);
});

it('counts the errors of the run that the server did not keep', () => {
  const execution = makeDetail({ errors: [{ message: 'Unhandled rejection' }], errorsOmitted: 41 });
  expect(shown(makeShown({ execution }))).toContain(
    '\n! 42 errors outside any test file: 1 kept\n',
  );
});

it('shows its attempt, its legs and the parts that an earlier attempt passed for it', () => {
  const execution = makeDetail({
    status: 'passed',
    attempt: 2,
    legs: ['mysql', 'postgres\u001b[2J'],
    shards: { expected: 50, received: 1, carried: 49 },
    files: [],
    results: [],
  });
  const lines = shown(makeShown({ execution })).split('\n');
  expect(lines.filter((line) => /attempt|legs|part/.test(line))).toEqual([
    'attempt 2 of its CI run',
    '49 of 50 parts carried: an earlier attempt passed them',
    'legs: mysql, postgres',
  ]);
});

it('shows as many failures as the limit and says how to see the others', () => {
  const failure = makeResult({
    titlePath: ['cart', 'adds'],
    status: 'failed',
    attempts: [{ status: 'failed', durationMs: 1, errors: [{ message: 'Error: no' }] }],
  });
  const execution = makeDetail({ results: Array.from({ length: 57 }, () => failure), files: [] });
  const lines = formatExecution(makeShown({ execution, limit: 2 }), plainLook());
  expect(lines.filter((line) => line.includes('cart › adds'))).toHaveLength(2);
  expect(lines.at(-1)).toBe('2 of 57. More: svc executions show 12 --limit 57');
});

it('shows attempts with equal failures only once', () => {
  const attempt = { status: 'failed' as const, durationMs: 1, errors: [{ message: 'Error: no' }] };
  const failure = makeResult({
    titlePath: ['adds'],
    status: 'failed',
    attempts: [attempt, attempt],
  });
  const text = shown(makeShown({ execution: makeDetail({ results: [failure], files: [] }) }));
  expect(text.match(/Error: no/g)).toHaveLength(1);
  expect(text).toContain('2 attempts, all failed');
});

it('says how many of all failures are excused', () => {
  const { totals } = makeExecution();
  const counted = { ...totals, failed: 2, timedOut: 1, skipped: 4 };
  expect(formatTotalsFacts({ totals: counted, excused: 3 }).slice(1)).toEqual([
    '2 failed',
    '1 timed out (3 excused)',
    '4 skipped',
  ]);
});

it('says that no test ran', () => {
  const none = {
    tests: 0,
    passed: 0,
    failed: 0,
    skipped: 0,
    flaky: 0,
    timedOut: 0,
    interrupted: 0,
  };
  const execution = makeDetail({ totals: none, results: [], files: [] });
  const shown = { execution, choiceNote: undefined, limit: 20, moreCommand: 'svc' };
  expect(formatExecution(shown, plainLook())).toContain('no tests');
});

it('says that retention has deleted the results', () => {
  const execution = makeDetail({
    results: [],
    files: [],
    resultsExpiredAt: '2026-11-21T03:00:00.000Z',
  });
  expect(shown(makeShown({ execution }))).toMatchInlineSnapshot(`
    "
    ✗ failed  shop #12  fix-cart 77e0a1c  vitest 5.1.1  2.3 s  23 h ago
    6 tests: 3 passed (1 flaky), 1 failed, 1 timed out, 1 skipped
    ! retention deleted the results on 2026-11-21; the totals remain
    2026-11-20 10:00:00 UTC · unit · fix(cart): keep the discount · pull request 12
    github ci/test · environment ci · node 24.21.0
    http://localhost:4400/executions/0193a1b2-0000-7000-8000-000000000001
    CI run https://github.com/example/shop/actions/runs/4711
    "
  `);
});

const TRACE = 'http://localhost:4400/artifacts/1?signature=a&expires=2';

function makeFailing(name: string, port: number, artifactIds: string[] = []) {
  return {
    ...makeResult({
      titlePath: ['login', name],
      status: 'failed',
      attempts: [1, 2].map((attempt) => ({
        status: 'failed' as const,
        durationMs: 5,
        errors: [{ message: `connect ECONNREFUSED 10.0.0.1:${port + attempt}` }],
      })),
    }),
    fingerprint: 'fp2:dca59857365f8d4c853efd764827cecc',
    artifactIds,
  };
}

it('shows an error once, and the files of a failure with a way to open them', () => {
  const artifact = {
    resultId: '0193a1b2-0000-7000-8000-000000000002',
    attempt: 1,
    contentType: 'image/png',
    sha256: null,
    createdAt: '2026-11-20T10:00:00.000Z',
    expiresAt: null,
  };
  const execution = makeDetail({
    ci: {},
    results: [makeFailing('as owner', 5000, ['a', 'b', 'c']), makeFailing('as guest', 6000, ['d'])],
    files: [],
    artifacts: [
      {
        ...artifact,
        id: 'a',
        name: 'test-failed-1.png',
        kind: 'screenshot',
        sizeBytes: 7_020,
        state: 'stored',
        url: TRACE,
      },
      {
        ...artifact,
        id: 'b',
        attempt: 2,
        name: 'trace.zip',
        kind: 'trace',
        sizeBytes: 120_400,
        state: 'stored',
        url: TRACE,
      },
      {
        ...artifact,
        id: 'c',
        attempt: 2,
        name: 'video.webm',
        kind: 'video',
        sizeBytes: 1_000_000,
        state: 'expired',
        url: null,
      },
      {
        ...artifact,
        id: 'd',
        name: 'notes',
        kind: 'other',
        sizeBytes: 12,
        state: 'pending',
        url: null,
      },
    ],
  });
  const failures = (columns: number, look = plainLook({ columns })) => {
    const text = formatExecution(makeShown({ execution }), look).join('\n');
    return `\n${text.slice(text.indexOf('✗ login'))}\n`;
  };
  expect(failures(80)).toMatchInlineSnapshot(`
    "
    ✗ login › as owner                                              src/cart.test.ts
      2 attempts, all failed after 12 ms
      fingerprint fp2:dca59857365f8d4c853efd764827cecc
      connect ECONNREFUSED 10.0.0.1:5002
      test-failed-1.png (screenshot, attempt 1, 7.0 kB)
      trace.zip (trace, attempt 2, 120 kB)
      video.webm (video, attempt 2, 1.0 MB, deleted by retention)
      npx playwright show-trace 'http://localhost:4400/artifacts/1?signature=a&expires=2'

    ✗ login › as guest                                              src/cart.test.ts
      2 attempts, all failed after 12 ms · same error as above (fp2:dca59857)
      notes (12 B, not uploaded yet)

    Files can be opened on the page above. Their addresses, in --json, are valid
      for at least 15 minutes.
    "
  `);
  expect(failures(40)).toMatchInlineSnapshot(`
    "
    ✗ login › as owner      src/cart.test.ts
      2 attempts, all failed after 12 ms
      fingerprint
      fp2:dca59857365f8d4c853efd764827cecc
      connect ECONNREFUSED 10.0.0.1:5002
      test-failed-1.png (screenshot,
        attempt 1, 7.0 kB)
      trace.zip (trace, attempt 2, 120 kB)
      video.webm (video, attempt 2, 1.0
        MB, deleted by retention)
      npx playwright show-trace 'http://localhost:4400/artifacts/1?signature=a&expires=2'

    ✗ login › as guest      src/cart.test.ts
      2 attempts, all failed after 12 ms
      same error as above (fp2:dca59857)
      notes (12 B, not uploaded yet)

    Files can be opened on the page above.
      Their addresses, in --json, are valid
      for at least 15 minutes.
    "
  `);
  const linked = failures(80, plainLook({ link: (text, url) => `[${text}](${url})` }));
  expect(linked).toContain(
    `  [test-failed-1.png](${TRACE}) (screenshot, attempt 1, 7.0 kB)\n  [trace.zip]`,
  );
  expect(linked).toContain('Links to files are valid for at least 15 minutes.');
});

it('repeats an error unless all errors of the failures are alike', () => {
  const first = { fingerprint: `fp2:${'a'.repeat(32)}` };
  const both = { ...first, furtherFingerprints: [`fp2:${'b'.repeat(32)}`] };
  const failed = { ...makeResult({ titlePath: ['pays'], status: 'failed' }), ...first };
  const results = [
    { ...failed, furtherFingerprints: undefined },
    { ...failed, ...both },
  ];
  const shown = { choiceNote: undefined, limit: 20, moreCommand: '' };
  const text = formatExecution({ ...shown, execution: makeDetail({ results }) }, plainLook());
  expect(text.join('\n')).not.toContain('as above');
  expect(text.join('\n')).toContain('fingerprints fp2:aaaaaaaa, fp2:bbbbbbbb');
  const again = { ...shown, execution: makeDetail({ results: [...results, ...results] }) };
  expect(formatExecution(again, plainLook()).join('\n')).toContain(
    'same errors as above (fp2:aaaaaaaa, fp2:bbbbbbbb)',
  );
});
