import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { recognizeFormat } from '../../src/report-format.ts';
import { outline, readAll } from '../read-all.ts';

const flutter = readFileSync(new URL('../fixtures/dart/flutter.jsonl', import.meta.url), 'utf8');

describe('the events of Dart and Flutter', () => {
  it('are tests with the names of their groups, also retried ones and those of Flutter', async () => {
    expect(recognizeFormat(flutter)).toBe('dart-json');
    const report = await readAll(flutter, 'dart-json');
    expect(report.error).toBeUndefined();
    expect(outline(report)).toMatchInlineSnapshot(`
      [
        "passed | test/cart_test.dart:7 | cart › adds up | passed 20 ms",
        "failed | test/cart_test.dart:12 | cart › check out › keeps the discount | failed 30 ms (Expected: <90>)",
        "timedOut | test/cart_test.dart:5 | cart › takes too long | timedOut 1010 ms (TimeoutException after 0:00:01.000000: Test timed out after 1 seconds. See https://pub.dev/packages/test#timeouts)",
        "skipped | test/cart_test.dart:5 | cart › prints | @skip: no printer here",
        "passed | test/cart_test.dart:5 | cart › passes the second time | failed 0 ms (Bad state: not yet) | passed 30 ms",
        "passed | test/cart_test.dart:5 | stands alone",
        "failed | test/widget_test.dart:9 | till opens | [chrome] | failed 30 ms (Expected: exactly one matching node)",
      ]
    `);
    expect(report.run).toMatchObject({ framework: 'dart', status: 'failed', durationMs: 1_390 });
  });

  it('have errors with places, and output', async () => {
    const { results } = await readAll(flutter, 'dart-json');
    expect(results[0]?.attempts).toEqual([
      { status: 'passed', durationMs: 20, stdout: 'counting coins\n' },
    ]);
    expect(results[1]?.attempts?.[0]?.errors).toEqual([
      {
        message: 'Expected: <90>\n  Actual: <100>',
        stack: expect.stringContaining('package:matcher'),
        location: { file: 'test/cart_test.dart', line: 14, column: 9 },
      },
    ]);
    expect(results.at(-1)?.attempts?.[0]?.errors?.[0]?.message).toBe(
      'Expected: exactly one matching node\n  Actual: _TextFinder:<zero widgets>',
    );
  });

  it('have errors of files that did not load or tear down', async () => {
    const { files } = await readAll(flutter, 'dart-json');
    expect(files.map(({ file, variant, errors }) => [file, variant, errors?.[0]?.message])).toEqual(
      [
        ['test/widget_test.dart', 'chrome', 'Bad state: the till is open'],
        [
          'test/broken_test.dart',
          undefined,
          'Failed to load "test/broken_test.dart":\ntest/broken_test.dart:3:7: Error: Undefined name \'rate\'.',
        ],
      ],
    );
  });

  it('fail the run for an error after the end of its test', async () => {
    const late = events(
      { type: 'testDone', testID: 1, result: 'success', time: 2 },
      { type: 'error', testID: 1, error: 'too late', stackTrace: '', time: 3 },
      { type: 'done', success: false, time: 4 },
    );
    const report = await readAll(late, 'dart-json');
    expect(outline(report)).toEqual(['passed | a_test.dart | b']);
    expect(report.run).toMatchObject({ status: 'failed', errors: [{ message: 'too late' }] });
  });

  it('are broken off if the run was not done, unless Flutter left it after a failure', async () => {
    const running = await readAll(events(), 'dart-json');
    expect(outline(running)).toEqual(['interrupted | a_test.dart | b | interrupted 0 ms']);
    expect(running.error).toMatchObject({ message: 'it ends before the run was done' });
    const ended = (result: string) => events({ type: 'testDone', testID: 1, result, time: 2 });
    expect((await readAll(ended('success'), 'dart-json')).error).toBeDefined();
    expect((await readAll(ended('failure'), 'dart-json')).error).toBeUndefined();
  });
});

/** A run whose test `b` has begun, and what follows. */
function events(...more: object[]): string {
  const all = [
    { type: 'start', protocolVersion: '0.1.1', time: 0 },
    { type: 'suite', suite: { id: 0, platform: 'vm', path: 'a_test.dart' }, time: 0 },
    { type: 'testStart', test: { id: 1, name: 'b', suiteID: 0, groupIDs: [9] }, time: 1 },
    ...more,
  ];
  return all.map((event) => `${JSON.stringify(event)}\n`).join('');
}

it.each([
  [true, undefined],
  [false, 'failed'],
  [null, 'interrupted'],
])('takes the success %j of a run of Dart for the status %s', async (success, status) => {
  const events = [
    { protocolVersion: '0.1.1', type: 'start', time: 0 },
    { success, type: 'done', time: 4 },
  ];
  const { run, error } = await readAll(
    events.map((one) => JSON.stringify(one)).join('\n'),
    'dart-json',
  );
  expect(error).toBeUndefined();
  expect(run.status).toBe(status);
});
