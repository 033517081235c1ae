import { readdirSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import { bareEnding, endingOf } from '@svc/reporter-core/test/projects/bare-ending.ts';
import { interruptGroup, oncePrinted } from '@svc/reporter-core/test/projects/once-printed.ts';
import { type RunSettings, svcLines } from '@svc/reporter-core/test/projects/run-command.ts';
import { runWith, statuses } from '@svc/reporter-core/test/projects/sent-run.ts';
import { startSink } from '@svc/reporter-core/test/servers/sink-server.ts';
import {
  config,
  ENDS_EARLY,
  FULL_MAJORS,
  makeProject,
  LATER_REPORTER,
  LATER_REPORTER_FILES,
} from './projects/fixture-project.ts';

// Each test starts Vitest several times, and the machine may be busy.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const CASES = FULL_MAJORS.flatMap((major) =>
  (['forks', 'threads'] as const).map((pool) => [major, pool] as const),
);

const WITHOUT = ['--config', 'without.config.js'];

describe.skipIf(process.platform === 'win32')('Ctrl-C', () => {
  it.each(CASES)(
    'twice ends Vitest %s with %s as without the reporter, and saves the run',
    async (major, pool) => {
      await using sink = await startSink();
      using project = makeProject(major, {
        ...LATER_REPORTER_FILES,
        'vitest.config.js': config(['default', '@svc/vitest-reporter', LATER_REPORTER], { pool }),
        'without.config.js': config(['default', LATER_REPORTER], { pool }),
        'a.test.js': `import { test } from 'vitest';
${ENDS_EARLY}
test('is slow', async () => {
  // The parent of a worker leads the process group. With threads, the process itself leads it.
  console.log('waiting now, group ' + ${pool === 'forks' ? 'process.ppid' : 'process.pid'} + ';');
  await new Promise((resolve) => setTimeout(resolve, 30_000));
}, 60_000);
test('comes later', () => {});`,
      });
      const bare = await bareEnding(`ctrl-c-${major}-${pool}`, async () =>
        endingOf(await project.run({ args: WITHOUT, onOutput: ctrlCTwice() })),
      );
      const run = await runWith(project, sink.url, { onOutput: ctrlCTwice() });
      expect(endingOf(run)).toEqual(bare);
      expect(svcLines(run)).toEqual([
        expect.stringMatching(/^svc: this run was interrupted\. 3 results saved to node_modules/),
      ]);
      await runWith(project, sink.url, { args: ['-t', 'early'] });
      const kept = sink.uploads[1]?.body;
      expect(kept?.execution.status).toBe('interrupted');
      expect(kept && statuses(kept)).toEqual([
        'ends early: passed',
        'is slow: interrupted (The process was ended)',
        'comes later: interrupted (The process was ended)',
      ]);
      expect(readdirSync(project.spoolFolder)).toEqual([]);
    },
  );
});

/** Sends a second Ctrl-C, like an impatient user. Vitest usually needs only one. */
function ctrlCTwice(): RunSettings['onOutput'] {
  return oncePrinted(['seen: ends early ended', 'waiting now, group', ';'], (output) => {
    interruptGroup(output);
    setTimeout(() => interruptGroup(output), 300);
  });
}
