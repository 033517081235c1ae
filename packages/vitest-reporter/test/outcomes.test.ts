import { describe, expect, it, vi } from 'vitest';
import { type IngestBody, ingestBody } from '@svc/contract/ingest';
import { errorAt } from '@svc/reporter-core/test/expected-error.ts';
import { API_KEY, startSink } from '@svc/reporter-core/test/sink-server.ts';
import { steady } from '@svc/reporter-core/test/steady-body.ts';
import { MAJORS, makeProject, type Major } from './fixture-project.ts';
import { expectedResults } from './expected-outcomes.ts';
import { OUTCOME_PROJECT } from './outcome-project.ts';

// Each test starts Vitest anew, several times, and machines may be busy.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

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
  expect(run.exitCode).toBe(1);
  expect(sink.uploads).toHaveLength(1);
  return ingestBody.parse(sink.uploads[0]?.body);
}
