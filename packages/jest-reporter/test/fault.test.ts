import { readdirSync } from 'node:fs';
import { expect, it, vi } from 'vitest';
import { bareEnding, type Ending } from '@svc/reporter-core/test/projects/bare-ending.ts';
import { type Finished, svcLines } from '@svc/reporter-core/test/projects/run-command.ts';
import {
  findUnusedAddress,
  API_KEY,
  startSink,
} from '@svc/reporter-core/test/servers/sink-server.ts';
import { config, FULL_MAJORS, makeProject } from './fixture-project.ts';

// The test starts Jest, and the machine may be busy.
vi.setConfig({ testTimeout: 120_000 });

it.each(FULL_MAJORS)(
  'Jest %s prints the same and ends the same when all goes well, without a key, and when no server is there',
  async (major) => {
    await using sink = await startSink();
    await using unused = await startSink();
    const ours = [
      { url: sink.url, apiKey: API_KEY },
      { url: unused.url },
      { url: await findUnusedAddress(), apiKey: API_KEY, uploadBudgetMs: 1_500 },
    ];
    using project = makeProject(major, {
      'jest.config.js': config(ours.map((options) => ['@svc/jest-reporter', options])),
      'without.config.js': config([]),
      'src/shop.test.js': `test('adds up', () => expect(1 + 1).toBe(2));
test('goes on', () => {});
`,
    });
    const endOf = ({ exitCode, signal, stdout }: Finished): Ending => ({
      exitCode,
      signal,
      report: timeless(stdout).replaceAll(project.folder, ''),
    });
    const bare = await bareEnding(`fault-${major}`, async () =>
      endOf(await project.run({ args: ['--json', '--config', 'without.config.js'] })),
    );
    expect(bare).toMatchObject({
      exitCode: 0,
      report: expect.stringContaining('"numPassedTests":2'),
    });
    const run = await project.run({ args: ['--json'] });
    expect(endOf(run)).toEqual(bare);
    expect(svcLines(run)).toEqual([
      expect.stringMatching(/^svc: sent 2 results to /),
      expect.stringMatching(/^svc: not sent: connection refused at \S+\. Saved to /),
    ]);
    expect(sink.uploads).toHaveLength(1);
    expect(unused.uploads).toEqual([]);
    expect(readdirSync(project.spoolFolder)).toHaveLength(1);
  },
);

/** Jest's report without times, which differ from run to run. */
function timeless(report: string): string {
  return report.replaceAll(
    /"(startTime|startAt|endTime|duration|start|end|runtime)":\d+/g,
    '"$1":0',
  );
}
