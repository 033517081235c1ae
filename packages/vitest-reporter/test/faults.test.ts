import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import { bareEnding, type Ending } from '@svc/reporter-core/test/projects/bare-ending.ts';
import { type Finished, svcLines } from '@svc/reporter-core/test/projects/run-command.ts';
import {
  SERVER_FAULTS,
  startFaultyServers,
} from '@svc/reporter-core/test/servers/server-faults.ts';
import {
  findUnusedAddress,
  API_KEY,
  startSink,
} from '@svc/reporter-core/test/servers/sink-server.ts';
import {
  config,
  type FixtureProject,
  FULL_MAJORS,
  type Major,
  makeProject,
} from './projects/fixture-project.ts';

// Each test starts Vitest, and the machine may be busy.
vi.setConfig({ testTimeout: 120_000 });

describe.each(FULL_MAJORS)('Vitest %s', (major) => {
  // One run with a reporter for each case.
  it('prints the same and ends the same with any server fault, without a key and when all goes well', async () => {
    await using servers = await startFaultyServers();
    await using sink = await startSink();
    await using unused = await startSink();
    using project = makeProjectWith(major, [
      ...servers.urls.map((url) => ({ url, apiKey: API_KEY, uploadBudgetMs: 1_500 })),
      { url: unused.url },
      { url: sink.url, apiKey: API_KEY },
    ]);
    const run = await project.run();
    // Each prints one line, except the reporter without a key.
    const lines = svcLines(run);
    expect(lines).toHaveLength(SERVER_FAULTS.length + 1);
    expect(lines).toContainEqual(expect.stringMatching(/^svc: sent 2 results to /));
    for (const { line } of SERVER_FAULTS) {
      expect(lines).toContainEqual(expect.stringMatching(line));
    }
    expect(readdirSync(project.spoolFolder)).toHaveLength(SERVER_FAULTS.length);
    expect([sink.uploads.length, unused.uploads.length]).toEqual([1, 0]);
    expect(ending(run, project)).toEqual(await bare(major));
  });

  it('fails where a test does, though no server is there', async () => {
    using project = makeProjectWith(major, [
      { url: await findUnusedAddress(), apiKey: API_KEY, uploadBudgetMs: 1_500 },
    ]);
    const run = await project.run({ env: { FIXTURE_FAILS: '1' } });
    expect(svcLines(run)).toEqual([expect.stringMatching(/ not sent: connection refused /)]);
    expect(run.exitCode).toBe(1);
  });
});

function makeProjectWith(major: Major, reporters: readonly object[]): FixtureProject {
  const ours = reporters.map((options) => ['@svc/vitest-reporter', options]);
  return makeProject(major, {
    'vitest.config.js': config(['tap', 'json', ...ours]),
    'src/shop.test.js': `import { expect, test } from 'vitest';
test('adds up', () => expect(1 + 1).toBe(2));
test('fails on demand', () => expect(process.env.FIXTURE_FAILS).toBe(undefined));
`,
  });
}

/** How the run ends without our reporter. */
async function bare(major: Major): Promise<Ending> {
  const recorded = await bareEnding(`server-faults-${major}`, async () => {
    using project = makeProjectWith(major, []);
    return ending(await project.run(), project);
  });
  expect(recorded).toMatchObject({
    exitCode: 0,
    report: expect.stringMatching(/\b2 passed|"numPassedTests":2/),
  });
  return recorded;
}

/** How a run ended and what it printed, without folders and times, which differ from run to run. */
function ending({ exitCode, signal, stdout }: Finished, project: FixtureProject): Ending {
  const report = (stdout + jsonFile(project))
    .replaceAll(/"(startTime|endTime|duration|start|end|runtime)":[\d.]+/g, '"$1":0')
    .replaceAll(/# time=[\d.]+ms/g, '# time=0ms')
    .replaceAll(project.folder, '');
  return { exitCode, signal, report };
}

/** The output of the JSON reporter of Vitest 5. Empty for 3 and 4, whose reporter prints it. */
function jsonFile({ folder }: FixtureProject): string {
  const place = `${folder}/.vitest/json`;
  if (!existsSync(place)) return '';
  return readdirSync(place)
    .map((name) => readFileSync(`${place}/${name}`, 'utf8'))
    .join('\n');
}
