import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { recognizeFormat } from '../../src/report-format.ts';
import { outline, readAll } from '../read-all.ts';

// Written by the tools, for small suites of ours.
function fixture(name: string): string {
  return readFileSync(new URL(`../fixtures/tap/${name}.tap`, import.meta.url), 'utf8');
}

const read = (text: string) => readAll(text, 'tap');

describe('TAP of', () => {
  it('Node: subtests, TODO and SKIP, timeouts, a hook and a file that failed', async () => {
    const report = await read(fixture('node'));
    expect(outline(report)).toMatchInlineSnapshot(`
      [
        "passed | unknown | cart › adds up",
        "failed | unknown | cart › keeps the discount # of ten | failed 1 ms (AssertionError: Expected values to be strictly equal:)",
        "skipped | unknown | cart › prints | @skip",
        "skipped | unknown | cart › pays | @todo",
        "skipped | unknown | cart › todo fails | @todo: later",
        "skipped | unknown | cart › skips with reason | @skip: no printer",
        "passed | unknown | stands alone › sub",
        "failed | unknown | stands alone › sub bad | failed 0 ms (TypeError: boom)",
        "timedOut | unknown | takes too long | timedOut 51 ms (test timed out after 50ms)",
        "interrupted | unknown | hooked › never runs | interrupted 0 ms (test did not finish before its parent and was cancelled)",
        "passed | unknown | same name",
        "passed | unknown | same name",
      ]
    `);
    const { run, files, error } = report;
    expect({ run, files, error }).toMatchInlineSnapshot(`
      {
        "error": undefined,
        "files": [
          {
            "durationMs": 0,
            "errors": [
              {
                "location": {
                  "column": 1,
                  "file": "/shop/test/b.test.js",
                  "line": 1,
                },
                "message": "test failed",
              },
            ],
            "file": "test/b.test.js",
          },
        ],
        "run": {
          "durationMs": 453,
          "endedAt": undefined,
          "errors": [
            {
              "location": {
                "column": 43,
                "file": "/shop/test/a.test.js",
                "line": 6,
              },
              "message": "hooked: no db",
              "stack": "no db
          at SuiteContext.<anonymous> (/shop/test/a.test.js:6:43)
          at TestHook.runInAsyncScope (node:async_hooks:227:14)
          at TestHook.run (node:internal/test_runner/test:1402:25)
          at TestHook.run (node:internal/test_runner/test:1757:18)
          at TestHook.run (node:internal/util:581:20)
          at Suite.runHook (node:internal/test_runner/test:1289:20)
          at Suite.run (node:internal/test_runner/test:1899:18)
          at async Test.processPendingSubtests (node:internal/test_runner/test:974:7)",
            },
          ],
          "framework": "node:test",
          "frameworkVersion": undefined,
          "runtime": undefined,
          "shard": undefined,
          "startedAt": undefined,
          "status": undefined,
        },
      }
    `);
    expect(report.results[1]?.attempts?.[0]?.errors).toMatchInlineSnapshot(`
      [
        {
          "actual": "100",
          "expected": "90",
          "location": {
            "column": 108,
            "file": "/shop/test/a.test.js",
            "line": 2,
          },
          "message": "AssertionError: Expected values to be strictly equal:

      100 !== 90",
          "stack": "AssertionError: Expected values to be strictly equal:

      100 !== 90
          at TestContext.<anonymous> (/shop/test/a.test.js:2:108)
          at Test.runInAsyncScope (node:async_hooks:227:14)
          at Test.run (node:internal/test_runner/test:1402:25)
          at Suite.processPendingSubtests (node:internal/test_runner/test:974:18)
          at Test.postRun (node:internal/test_runner/test:1542:19)
          at Test.run (node:internal/test_runner/test:1467:12)
          at async Promise.all (index 0)
          at async Suite.run (node:internal/test_runner/test:1905:7)
          at async startSubtestAfterBootstrap (node:internal/test_runner/harness:387:3)",
        },
      ]
    `);
  });

  it('tape: assertions below the name of their test', async () => {
    const report = await read(fixture('tape'));
    expect(outline(report)).toMatchInlineSnapshot(`
      [
        "passed | unknown | cart adds up › should be strictly equal",
        "failed | unknown | cart adds up › discount is kept | failed 0 ms (Error: discount is kept)",
        "skipped | unknown | todo one › later | @todo",
        "passed | unknown | inner › in ner # hash",
        "failed | unknown | inner › should be deeply equivalent | failed 0 ms (Error: should be deeply equivalent)",
        "skipped | unknown | skip assertion › why | @skip",
        "skipped | unknown | skip assertion › x | @skip: reason",
        "passed | unknown | hello › p",
        "failed | unknown | hello › plan != count | failed 0 ms (Error: plan != count)",
        "failed | unknown | hello › test exited without ending: throws | failed 0 ms (Error: test exited without ending: throws)",
      ]
    `);
    expect(report.run).toEqual({ framework: 'tape' });
    expect(report.results[4]?.attempts?.[0]?.errors).toMatchInlineSnapshot(`
      [
        {
          "actual": "{ a: 1 }",
          "expected": "{ a: 2 }",
          "location": {
            "column": 71,
            "file": "/shop/test/cart.tape.js",
            "line": 5,
          },
          "message": "Error: should be deeply equivalent",
          "stack": "Error: should be deeply equivalent
          at Test.assert [as _assert] (/shop/node_modules/tape/lib/test.js:548:48)
          at Test.tapeDeepEqual (/shop/node_modules/tape/lib/test.js:815:7)
          at Test.<anonymous> (/shop/test/cart.tape.js:5:71)
          at Test.run (/shop/node_modules/tape/lib/test.js:151:28)
          at Test._end (/shop/node_modules/tape/lib/test.js:449:5)
          at Test.end (/shop/node_modules/tape/lib/test.js:243:7)
          at Test.<anonymous> (/shop/test/cart.tape.js:5:109)
          at Test.run (/shop/node_modules/tape/lib/test.js:151:28)
          at Immediate.next [as _onImmediate] (/shop/node_modules/tape/lib/results.js:175:7)
          at process.processImmediate (node:internal/timers:483:21)",
        },
      ]
    `);
  });

  it('Vitest: files and suites in braces, and a title that ends with a brace', async () => {
    const report = await read(fixture('vitest'));
    expect(outline(report)).toMatchInlineSnapshot(`
      [
        "passed | a.test.ts | cart › adds up",
        "failed | a.test.ts | cart › keeps { | failed 5 ms (AssertionError: expected 1 to be 2 // Object.is equality)",
        "skipped | a.test.ts | cart › s | @skip",
        "skipped | a.test.ts | cart › t | @todo",
        "passed | a.test.ts | cart › kf",
        "passed | a.test.ts | cart › retries",
        "passed | a.test.ts | alone # 1",
      ]
    `);
    const { run, files, error } = report;
    expect({ run, files, error }).toMatchInlineSnapshot(`
      {
        "error": undefined,
        "files": [
          {
            "durationMs": 9,
            "file": "a.test.ts",
          },
          {
            "durationMs": 0,
            "errors": [
              {
                "location": {
                  "column": 7,
                  "file": "/shop/b.test.ts",
                  "line": 1,
                },
                "message": "Error: no load",
              },
            ],
            "file": "b.test.ts",
          },
        ],
        "run": {
          "durationMs": undefined,
          "endedAt": undefined,
          "errors": undefined,
          "framework": "vitest",
          "frameworkVersion": undefined,
          "runtime": undefined,
          "shard": undefined,
          "startedAt": undefined,
          "status": undefined,
        },
      }
    `);
  });

  it("Vitest's flat reporter: the same identities", async () => {
    const flat = await read(
      'TAP version 13\n1..3\nok 1 - src/a.test.ts > cart > adds up # time=1.88ms\n' +
        'ok 2 - src/a.test.ts > cart > s # SKIP\nok 3 - src/a.test.ts > alone \\# 1 # time=1.2s\n',
    );
    expect(
      flat.results.map(({ file, titlePath, durationMs }) => [file, titlePath, durationMs]),
    ).toEqual([
      ['src/a.test.ts', ['cart', 'adds up'], 2],
      ['src/a.test.ts', ['cart', 's'], 0],
      ['src/a.test.ts', ['alone # 1'], 1_200],
    ]);
    expect(flat.run.framework).toBe('vitest');
  });

  it('bats: times in titles, comments as reasons, and a set-up that failed', async () => {
    const report = await read(fixture('bats'));
    expect(outline(report)).toMatchInlineSnapshot(`
      [
        "passed | unknown | adds up",
        "failed | unknown | keeps the discount # x | failed 3 ms (\`@test "keeps the discount # x" { echo hello; [ 1 = 2 ]; }' failed)",
        "skipped | unknown | skipped | @skip: no printer",
        "skipped | unknown | skipped2 | @skip",
        "passed | unknown | with fd3",
      ]
    `);
    expect(report.results.map(({ durationMs }) => durationMs)).toEqual([5, 3, 3, 2, 7]);
    expect(report.run).toMatchInlineSnapshot(`
      {
        "durationMs": undefined,
        "endedAt": undefined,
        "errors": [
          {
            "location": {
              "file": "test/b.bats",
              "line": 1,
            },
            "message": "setup_file failed: \`setup_file() { echo no db; return 1; }' failed
      no db",
            "stack": "(from function \`setup_file' in test file test/b.bats, line 1)
      \`setup_file() { echo no db; return 1; }' failed
      no db",
          },
        ],
        "framework": "tap",
        "frameworkVersion": undefined,
        "runtime": undefined,
        "shard": undefined,
        "startedAt": undefined,
        "status": undefined,
      }
    `);
    expect(report.results[1]?.attempts?.[0]?.errors).toMatchInlineSnapshot(`
      [
        {
          "location": {
            "file": "test/a.bats",
            "line": 3,
          },
          "message": "\`@test "keeps the discount # x" { echo hello; [ 1 = 2 ]; }' failed
      hello",
          "stack": "(in test file test/a.bats, line 3)
      \`@test "keeps the discount # x" { echo hello; [ 1 = 2 ]; }' failed
      hello",
        },
      ]
    `);
  });

  it('Test::More: reasons in comments, with their places', async () => {
    const report = await read(fixture('test-more'));
    expect(outline(report)).toMatchInlineSnapshot(`
      [
        "passed | unknown | adds up",
        "failed | unknown | keeps the discount | failed 0 ms (got: '3')",
        "passed | unknown | till › opens",
        "failed | unknown | till › closes | failed 0 ms (Structures begin differing at:)",
        "skipped | unknown | test 4 | @skip: no printer",
        "skipped | unknown | test 5 | @skip: no printer",
        "skipped | unknown | pays | @todo: later",
        "skipped | unknown | unexpected pass | @todo: later",
        "passed | unknown | test 8",
      ]
    `);
    expect(report.results[1]?.attempts?.[0]?.errors).toMatchInlineSnapshot(`
      [
        {
          "location": {
            "file": "t/a.t",
            "line": 2,
          },
          "message": "got: '3'
      expected: '2'",
          "stack": "Failed test 'keeps the discount'
      at t/a.t line 2.
      got: '3'
      expected: '2'",
        },
      ]
    `);
  });

  it('prove -v: several files; two did not end, and one is skipped whole', async () => {
    const report = await read(fixture('prove'));
    expect(outline(report)).toMatchInlineSnapshot(`
      [
        "passed | t/a.t | adds up",
        "failed | t/a.t | keeps the discount | failed 0 ms (No message)",
        "passed | t/a.t | till › opens",
        "failed | t/a.t | till › closes | failed 0 ms (No message)",
        "skipped | t/a.t | test 4 | @skip: no printer",
        "skipped | t/a.t | test 5 | @skip: no printer",
        "skipped | t/a.t | pays | @todo: later",
        "skipped | t/a.t | unexpected pass | @todo: later",
        "passed | t/a.t | test 8",
        "passed | t/c.t | one",
        "passed | t/d.t | one",
      ]
    `);
    const { run, files, error } = report;
    expect({ run, files, error }).toMatchInlineSnapshot(`
      {
        "error": undefined,
        "files": [
          {
            "durationMs": 0,
            "errors": [
              {
                "message": "The run ended after 1 of 3 tests",
              },
            ],
            "file": "t/c.t",
          },
          {
            "durationMs": 0,
            "errors": [
              {
                "message": "The run ended after 1 of 3 tests",
              },
            ],
            "file": "t/d.t",
          },
        ],
        "run": {
          "durationMs": undefined,
          "endedAt": undefined,
          "errors": undefined,
          "framework": "tap",
          "frameworkVersion": undefined,
          "runtime": undefined,
          "shard": undefined,
          "startedAt": undefined,
          "status": "failed",
        },
      }
    `);
  });

  it('prove -v: a file fails by its exit status alone, and other output begins no file', async () => {
    const { files, run, results } = await read(
      't/a.t .. \nok 1 - a\nwaiting ..\nt/b.js ..\nok 2 - b\n1..2\nDubious, test returned 7 (wstat 1792, 0x700)\n' +
        'All 2 subtests passed \nt/c.t .. \n1..1\nok 1 - c\nok\nResult: FAIL\n',
    );
    expect(results.map(({ file, titlePath }) => [file, ...titlePath])).toEqual([
      ['t/a.t', 'a'],
      ['t/a.t', 'b'],
      ['t/c.t', 'c'],
    ]);
    expect(files).toEqual([
      { file: 't/a.t', durationMs: 0, errors: [{ message: 'Dubious, test returned 7' }] },
    ]);
    expect(run).toMatchObject({ status: 'failed' });
  });

  it('a terminal: colours are no part of it', async () => {
    const report = await read('\u001b[32mok\u001b[39m 1 - \u001b[1madds up\u001b[22m\n1..1\n');
    expect(outline(report)).toEqual(['passed | unknown | adds up']);
  });

  it('Testem: the browser is the variant', async () => {
    const report = await read(
      'ok 1 Chrome 131.0 - [5 ms] - Acceptance: buys\nnot ok 2 Firefox 133.0 - [12 ms] - Acceptance: pays\n1..2\n',
    );
    expect(outline(report)).toEqual([
      'passed | unknown | Acceptance: buys | [Chrome]',
      'failed | unknown | Acceptance: pays | [Firefox] | failed 12 ms (No message)',
    ]);
  });
});

describe('TAP 13 and 14', () => {
  it('names a subtest after its tests where no comment names it first', async () => {
    const report = await read('    ok 1 - opens\n    1..1\nok 1 - till\nok 2 - alone\n1..2\n');
    expect(outline(report)).toEqual([
      'passed | unknown | till › opens',
      'passed | unknown | alone',
    ]);
  });

  it.each([
    ['ok 1 - a # SKIP no printer', 'skipped | unknown | a | @skip: no printer'],
    ['not ok 1 - a # skip: no printer', 'skipped | unknown | a | @skip: no printer'],
    ['ok 1 - a # TODO', 'skipped | unknown | a | @todo'],
    ['not ok 1 - a # todo later', 'skipped | unknown | a | @todo: later'],
    ['ok 1 - a \\# SKIP b', 'passed | unknown | a # SKIP b'],
    ['ok 1 - issue # 12', 'passed | unknown | issue # 12'],
    ['ok 1 - a # todos', 'passed | unknown | a # todos'],
    ['ok 1 - C:\\\\temp', 'passed | unknown | C:\\temp'],
    ['ok 1 a', 'passed | unknown | a'],
    ['ok 1', 'passed | unknown | test 1'],
    ['ok - a', 'passed | unknown | a'],
    ['ok', 'passed | unknown | test 1'],
    ['not ok 1 - a', 'failed | unknown | a | failed 0 ms (No message)'],
    ['ok 1 - a {', 'passed | unknown | a {'],
    ['ok 1 - a {\n}', 'passed | unknown | a'],
    ['ok 1 - a {\n  ok 1 - b\n  1..1\n}', 'passed | unknown | a › b'],
    ['ok 1 - a\n{\n  ok 1 - b\n  1..1\n}', 'passed | unknown | a › b'],
    ['ok 1 - a\r', 'passed | unknown | a'],
  ])('reads %j', async (line, expected) => {
    const report = await read(`TAP version 14\n1..1\n${line}\n`);
    expect(outline(report)).toEqual([expected]);
    expect(report.error).toBeUndefined();
  });

  it.each([
    ['1..3\nok 1 - a\n', 'it ends after 1 of 3 tests'],
    ['TAP version 14\nok 1 - a\nok 2 - b\n', 'it ends after 2 tests, without a plan'],
    ['TAP version 14\n', 'it ends after 0 tests, without a plan'],
    ['no TAP', 'it has no line of TAP'],
    ['', 'it has no line of TAP'],
  ])('never takes %j for a whole run', async (text, message) => {
    expect((await read(text)).error).toMatchObject({ name: 'ReportError', message });
  });

  it('fails a run with more tests than its plan', async () => {
    const { run, error } = await read('1..1\nok 1 - a\nok 2 - b\n');
    expect(run.errors).toEqual([{ message: 'The plan is 1 test, and 2 ran' }]);
    expect(error).toBeUndefined();
  });

  it('fails a run that bails out, once, and takes nothing after it', async () => {
    const { run, results, error } = await read(
      '1..3\nok 1 - a\n    Bail out! disk full\nBail out! disk full\nok 2 - b\n',
    );
    expect(run.errors).toEqual([{ message: 'Bail out! disk full' }]);
    expect(results).toHaveLength(1);
    expect(error).toBeUndefined();
  });

  it('reads several runs in one file, each against its own plan', async () => {
    const report = await read(
      'TAP version 13\n1..2\nok 1 - a\nTAP version 13\nok 1 - b\n1..1\nok 1 - c\n1..1\n',
    );
    expect(report.results.map(({ titlePath }) => titlePath)).toEqual([['a'], ['b'], ['c']]);
    expect(report.run.errors).toEqual([{ message: 'The run ended after 1 of 2 tests' }]);
    expect(report.error).toBeUndefined();
  });

  it('is one skipped result where everything is skipped', async () => {
    expect(outline(await read('1..0 # SKIP no database\n'))).toEqual([
      'skipped | unknown | (all tests) | @skip: no database',
    ]);
  });

  it('reads blocks in all styles that the tools write, also broken ones', async () => {
    const block = [
      'not ok 1 - a',
      '  ---',
      "  message: 'it''s empty'",
      '  found:',
      '    - 1',
      '    - 3',
      '  wanted: "one\\ntwo"',
      '  at:',
      '    file: test/cart.js',
      '    line: 12',
      '  stack: >-',
      '    Cart.add (/shop/cart.js:3:5)',
      'ok 2 - the block has no end',
    ];
    const { results } = await read(`TAP version 14\n1..2\n${block.join('\n')}\n`);
    expect(results.map(({ status }) => status)).toEqual(['failed', 'passed']);
    expect(results[0]?.attempts?.[0]?.errors).toEqual([
      {
        message: "it's empty",
        stack: "it's empty\n    at Cart.add (/shop/cart.js:3:5)",
        location: { file: '/shop/cart.js', line: 3, column: 5 },
        expected: 'one\ntwo',
        actual: '- 1\n- 3',
      },
    ]);
  });

  it('reads what PowerShell writes, as UTF-16', async () => {
    const bytes = Buffer.from('\ufeffTAP version 13\r\n1..1\r\nok 1 - \u00fc\r\n', 'utf16le');
    const { results, error } = await readAll(bytes, 'tap');
    expect(error).toBeUndefined();
    expect(results.map(({ titlePath }) => titlePath)).toEqual([['\u00fc']]);
  });
});

it.each([
  ['TAP version 14\n1..2\nok 1 - a', 'tap'],
  ['> shop@1.0.0 test\n> tape test\n\nTAP version 13\n# a', 'tap'],
  ['1..2\nok 1 - a', 'tap'],
  ['1..0 # SKIP no database\n', 'tap'],
  ['# Subtest: a\n    ok 1 - b', 'tap'],
  ['ok 1 Chrome 131.0 - [5 ms] - a', 'tap'],
  ['t/cart.t .. \n1..1\nok 1\n', 'tap'],
  ['ok then\n', undefined],
  ['all is well\nok 1 - a\n', undefined],
  ['1..2..3\n', undefined],
])('recognizes %j as %s', (head, format) => {
  expect(recognizeFormat(head)).toBe(format);
});
