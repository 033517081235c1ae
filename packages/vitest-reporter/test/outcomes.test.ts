import { describe, expect, it } from 'vitest';
import { type IngestAttempt, type IngestBody, ingestBody } from '@svc/contract/ingest';
import { startSink } from '@svc/reporter-core/test/sink-server.ts';
import { API_KEY, MAJORS, makeProject, type Major } from './fixture-project.ts';
import { OUTCOME_PROJECT } from './outcome-project.ts';

describe.each(MAJORS)('Vitest %s', (major) => {
  it('gives every kind of outcome with all its facts', async () => {
    const body = steady(await bodyOf(major, OUTCOME_PROJECT));

    expect(body.execution).toEqual({
      key: 'a UUID',
      project: 'default',
      framework: 'vitest',
      frameworkVersion: expect.stringMatching(new RegExp(`^${major}\\.`)),
      reporter: { name: '@svc/vitest-reporter', version: '0.1.0' },
      status: 'failed',
      startedAt: 'a time',
      durationMs: 'a duration',
      git: {},
      environment: {
        name: 'local',
        os: process.platform,
        arch: process.arch,
        runtime: `node ${process.versions.node}`,
      },
      tags: [],
      errors: [errorAt('Error: nobody caught me', 'src/unhandled.test.js', 3)],
    });
    expect(body.files).toEqual([
      {
        file: 'src/broken.test.js',
        durationMs: 'a duration',
        errors: [
          expect.objectContaining({
            message: expect.stringContaining("Cannot find module './missing.js'"),
          }),
        ],
      },
      { file: 'src/cart.test.js', durationMs: 'a duration', stdout: 'loading the price list\n' },
      {
        file: 'src/hooks.test.js',
        durationMs: 'a duration',
        errors: [
          errorAt('Error: cannot connect', 'src/hooks.test.js', 3),
          errorAt('Error: cannot clean up', 'src/hooks.test.js', 7),
        ],
      },
      { file: 'src/unhandled.test.js', durationMs: 'a duration' },
    ]);
    expect(body.results).toEqual(expectedResults(major));
  });
});

/** Runs the project against a server of its own and gives what arrived there. */
async function bodyOf(major: Major, files: Record<string, string>): Promise<IngestBody> {
  await using sink = await startSink();
  using project = makeProject(major, files);
  const run = await project.run({ env: { SVC_API_KEY: API_KEY, SVC_URL: sink.url } });
  expect(run.exitCode, run.stderr).toBe(1);
  expect(sink.uploads, run.stderr).toHaveLength(1);
  return ingestBody.parse(sink.uploads[0]?.body);
}

function expectedResults(major: Major): unknown[] {
  const cart = (line: number, titlePath: string[], status: string, more: object = {}): unknown => ({
    titlePath,
    file: 'src/cart.test.js',
    line,
    column: expect.any(Number),
    status,
    durationMs: 'a duration',
    // What never began has no beginning.
    ...(status !== 'skipped' && { startedAt: 'a time' }),
    ...more,
  });
  const hooks = (
    line: number,
    titlePath: string[],
    status: string,
    more: object = {},
  ): unknown => ({
    ...(cart(line, titlePath, status, more) as object),
    file: 'src/hooks.test.js',
  });
  const attempt = attemptOf(major);
  const reconstructed =
    major === '5'
      ? {}
      : { annotations: [{ type: 'attempts-reconstructed', description: expect.any(String) }] };
  const at = (message: string, line: number): unknown => errorAt(message, 'src/cart.test.js', line);
  return [
    cart(6, ['cart', 'adds up'], 'passed'),
    cart(7, ['cart', 'keeps the discount'], 'failed', {
      attempts: [
        attempt('failed', {
          errors: [
            {
              ...(at(
                'AssertionError: expected { total: 90 } to deeply equal { total: 100 }',
                10,
              ) as object),
              diff: '- Expected\n+ Received\n\n  {\n-   "total": 100,\n+   "total": 90,\n  }',
              expected: `${major === '3' ? 'Object ' : ''}{\n  "total": 100,\n}`,
              actual: `${major === '3' ? 'Object ' : ''}{\n  "total": 90,\n}`,
            },
          ],
          stdout: 'total 90\n',
          stderr: 'warning: rounding\n',
        }),
      ],
    }),
    cart(13, ['cart', 'check > out', 'tells the cause'], 'failed', {
      attempts: [
        attempt('failed', {
          errors: [
            {
              ...(at('TypeError: checkout failed', 14) as object),
              cause: at('Error: price is undefined', 14),
            },
          ],
        }),
      ],
    }),
    cart(16, ['cart', 'check > out', 'takes 1 items'], 'passed'),
    cart(16, ['cart', 'check > out', 'takes 2 items'], 'passed'),
    cart(18, ['cart', 'passes the second time'], 'passed', {
      attempts: [
        attempt('failed', {
          errors: [at('Error: not yet', 22)],
          // Vitest before 5.1 does not tell the attempts' times, so all output goes with the last.
          ...(major === '5' && { stdout: 'try 1\n' }),
        }),
        attempt('passed', { errors: [], stdout: major === '5' ? 'try 2\n' : 'try 1\ntry 2\n' }),
      ],
      ...reconstructed,
    }),
    cart(24, ['cart', 'never passes'], 'failed', {
      attempts: [
        attempt('failed', { errors: [at('Error: attempt 1', 24)] }),
        attempt('failed', { errors: [at('Error: attempt 2', 24)] }),
      ],
      ...reconstructed,
    }),
    cart(25, ['cart', 'takes too long'], 'timedOut', {
      attempts: [
        attempt('timedOut', {
          errors: [
            expect.objectContaining({
              message: expect.stringMatching(/^Test timed out in 30ms\./),
              location: { file: 'src/cart.test.js', line: 25, column: expect.any(Number) },
            }),
          ],
        }),
      ],
    }),
    cart(26, ['cart', 'twice'], 'passed'),
    cart(27, ['cart', 'twice'], 'passed'),
    cart(29, ['is skipped'], 'skipped', { annotations: [{ type: 'skip' }] }),
    cart(30, ['is to do'], 'skipped', { annotations: [{ type: 'todo' }] }),
    cart(31, ['skips itself'], 'skipped', {
      annotations: [{ type: 'skip', description: 'no network here' }],
    }),
    cart(32, ['is known to fail'], 'passed', { expectedFailure: true }),
    cart(33, ['was known to fail'], 'failed', {
      expectedFailure: true,
      attempts: [attempt('failed', { errors: [{ message: 'Error: Expect test to fail' }] })],
    }),
    cart(34, ['throws no error'], 'failed', {
      attempts: [attempt('failed', { errors: [{ message: 'just a text' }] })],
    }),
    cart(35, ['annotates'], 'passed', {
      annotations: [{ type: 'owner', description: '@example/cart' }],
      owner: '@example/cart',
    }),
    hooks(4, ['database', 'reads'], 'skipped', {
      annotations: [{ type: 'did-not-run', description: 'cannot connect' }],
    }),
    hooks(8, ['files', 'writes'], 'passed'),
    hooks(9, ['files', 'skips itself'], 'skipped', { annotations: [{ type: 'skip' }] }),
    {
      ...(cart(2, ['leaves a rejection behind'], 'passed') as object),
      file: 'src/unhandled.test.js',
    },
  ];
}

/** An attempt's beginning is known from Vitest 5.1 on. */
function attemptOf(major: Major): (status: string, more: object) => unknown {
  return (status, more) => ({
    status,
    durationMs: 'a duration',
    ...(major === '5' && { startedAt: 'a time' }),
    ...more,
  });
}

function errorAt(message: string, file: string, line: number): unknown {
  return {
    message,
    stack: expect.stringMatching(new RegExp(`^${message}\n    at .*${file}:${line}:`)),
    snippet: expect.stringMatching(new RegExp(`^> +${line} \\| `, 'm')),
    location: { file, line, column: expect.any(Number) },
  };
}

/** The body with what differs from run to run replaced by its kind, once it has been looked at. */
function steady({ execution, files, results }: IngestBody): {
  execution: unknown;
  files: unknown[];
  results: unknown[];
} {
  const times = (part: { startedAt?: string | undefined; durationMs: number }): object => ({
    durationMs: Number.isInteger(part.durationMs) ? 'a duration' : part.durationMs,
    ...(part.startedAt !== undefined && {
      startedAt: /^\d{4}-.*\.\d{3}Z$/.test(part.startedAt) ? 'a time' : part.startedAt,
    }),
  });
  const attempts = (list: IngestAttempt[] | undefined): object =>
    list === undefined ? {} : { attempts: list.map((entry) => ({ ...entry, ...times(entry) })) };
  return {
    execution: {
      ...execution,
      ...times(execution),
      key: execution.key?.replace(/^[0-9a-f-]{36}$/, 'a UUID'),
    },
    files: (files ?? [])
      .map((file) => ({ ...file, ...times(file) }))
      .sort((a, b) => (a.file < b.file ? -1 : 1)),
    results: results
      .map((result) => ({ ...result, ...times(result), ...attempts(result.attempts) }))
      .sort((a, b) => (a.file === b.file ? 0 : a.file < b.file ? -1 : 1)),
  };
}
