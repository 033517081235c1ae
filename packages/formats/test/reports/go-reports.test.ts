import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { recognizeFormat } from '../../src/report-format.ts';
import { outline, readAll, readFixture } from '../read-all.ts';

const gotestsum = readFileSync(new URL('../fixtures/go/gotestsum.jsonl', import.meta.url), 'utf8');

describe('the events of go test', () => {
  it('are tests, with what gotestsum ran again as their attempts', async () => {
    expect(recognizeFormat(gotestsum)).toBe('go-json');
    const report = await readAll(gotestsum, 'go-json');
    expect(report.error).toBeUndefined();
    expect(outline(report)).toMatchInlineSnapshot(`
      [
        "passed | example.com/shop/cart | TestAddsUp | @owner: @example/cart",
        "passed | example.com/shop/cart | TestDiscount › none",
        "skipped | example.com/shop/cart | TestPrinter | @skip: cart_test.go:50: no printer here",
        "passed | example.com/shop/cart | TestLogs | passed 0 ms",
        "passed | example.com/shop/cart | TestFlaky | failed 500 ms (cart_test.go:40: not yet) | passed 200 ms",
        "timedOut | example.com/shop/rates | TestHangs | timedOut 600 ms (panic: test timed out after 1s)",
        "failed | example.com/shop/cart | TestDiscount › ten_percent | failed 20 ms (cart_test.go:21: total is 100, want 90) | failed 10 ms (cart_test.go:21: total is 100, want 90)",
        "failed | example.com/shop/cart | TestDiscount | failed 30 ms (cart_test.go:21: total is 100, want 90) | failed 10 ms (cart_test.go:21: total is 100, want 90)",
      ]
    `);
    expect(report.run).toMatchObject({
      framework: 'go',
      startedAt: Date.UTC(2026, 10, 20, 10, 0, 0, 100),
    });
  });

  it('have the errors of packages that did not build, crashed, or failed outside their tests', async () => {
    const { files } = await readAll(gotestsum, 'go-json');
    expect(files).toMatchInlineSnapshot(`
      [
        {
          "durationMs": 912,
          "errors": undefined,
          "file": "example.com/shop/cart",
          "stdout": "connecting to the till
      ",
        },
        {
          "durationMs": 1006,
          "errors": undefined,
          "file": "example.com/shop/rates",
          "stdout": undefined,
        },
        {
          "durationMs": 0,
          "errors": [
            {
              "message": "./broken_test.go:7:10: undefined: rate",
              "stack": "# example.com/shop/broken [example.com/shop/broken.test]
      ./broken_test.go:7:10: undefined: rate",
            },
          ],
          "file": "example.com/shop/broken",
          "stdout": undefined,
        },
        {
          "durationMs": 2,
          "errors": [
            {
              "message": "cannot reach the database",
            },
          ],
          "file": "example.com/shop/main",
          "stdout": undefined,
        },
      ]
    `);
  });

  it('have the place of an error, its output, and the attributes of a test', async () => {
    const { results } = await readAll(gotestsum, 'go-json');
    const flaky = results.find(({ titlePath }) => titlePath[0] === 'TestFlaky');
    expect(flaky?.attempts?.[0]?.errors).toEqual([
      {
        message: 'cart_test.go:40: not yet',
        stack: expect.stringContaining('opening the till'),
        location: { file: '/example.com/shop/cart/cart_test.go', line: 40 },
      },
    ]);
    const logs = results.find(({ titlePath }) => titlePath[0] === 'TestLogs');
    expect(logs?.attempts).toEqual([
      { status: 'passed', durationMs: 0, stdout: 'counting coins\n' },
    ]);
    expect(results[0]?.annotations).toEqual([{ type: 'owner', description: '@example/cart' }]);
  });

  it("give tests the identity that they have in gotestsum's JUnit", async () => {
    const junit = await readFixture('gotestsum');
    const events = junit.results.flatMap(({ file, titlePath, status }) => {
      const [Package, Test] = [file, titlePath.join('/')];
      const Action = status === 'passed' ? 'pass' : status === 'skipped' ? 'skip' : 'fail';
      return [
        { Action: 'run', Package, Test },
        { Action, Package, Test },
      ];
    });
    const ends = [...new Set(junit.results.map(({ file }) => file))].map((Package) => ({
      Action: 'pass',
      Package,
    }));
    const text = [...events, ...ends].map((event) => JSON.stringify(event)).join('\n');
    const { results } = await readAll(text, 'go-json');
    const identities = (all: typeof results) => all.map(({ file, titlePath }) => [file, titlePath]);
    expect(identities(results)).toEqual(expect.arrayContaining(identities(junit.results)));
  });

  it('keep several runs of a test in one run of its package apart', async () => {
    const report = await readAll(
      run(['TestA', 'fail'], ['TestA', 'pass'], ['TestA', 'fail'], [undefined, 'fail']),
      'go-json',
    );
    expect(report.results.map(({ status, attempts = [] }) => [status, attempts.length])).toEqual([
      ['failed', 1],
      ['passed', 0],
      ['failed', 1],
    ]);
  });

  it('fail the tests that a crash ended, and interrupt those that ran when the report ended', async () => {
    const crash = run(['TestA', 'run'], [undefined, 'fail']);
    expect(outline(await readAll(crash, 'go-json'))).toEqual([
      'failed | example.com/a | TestA | failed 0 ms (Failed)',
    ]);
    const cut = await readAll(
      run(['TestA', 'run'], ['TestB', 'run'], ['TestB', 'pass']),
      'go-json',
    );
    expect(outline(cut)).toEqual([
      'passed | example.com/a | TestB',
      'interrupted | example.com/a | TestA | interrupted 0 ms',
    ]);
    expect(cut.error).toMatchObject({ message: 'it ends before the package example.com/a' });
  });

  it('have the errors of a build before Go 1.24 as lines between them', async () => {
    const { files } = await readAll(
      `# example.com/a\n./a_test.go:3:1: undefined: b\n${run([undefined, 'fail'])}`,
      'go-json',
    );
    expect(files).toEqual([
      {
        file: 'example.com/a',
        durationMs: 0,
        errors: [
          {
            message: './a_test.go:3:1: undefined: b',
            stack: '# example.com/a\n./a_test.go:3:1: undefined: b',
          },
        ],
      },
    ]);
  });

  it('take no more memory than the tests that run', async () => {
    const begun = Array.from({ length: 100_001 }, (_, index): [string, string] => [
      `Test${index}`,
      'run',
    ]);
    const { error } = await readAll(run(...begun), 'go-json');
    expect(error).toMatchObject({ message: 'more than 100000 tests begin and do not end' });
  });
});

/** Events of one package: a test with what happens to it; without a test, it happens to the package. */
function run(...events: [test: string | undefined, action: string][]): string {
  return events
    .map(([Test, Action]) => `${JSON.stringify({ Action, Package: 'example.com/a', Test })}\n`)
    .join('');
}
