import { readdirSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import { isErrno } from '@svc/reporter-core/is-errno';
import { svcLines } from '@svc/reporter-core/test/run-command.ts';
import { runWith, statuses } from '@svc/reporter-core/test/sent-run.ts';
import { startSink } from '@svc/reporter-core/test/sink-server.ts';
import { config, MAJORS, makeProject } from './fixture-project.ts';

// Each test starts Vitest anew, several times, and machines may be busy.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const CASES = MAJORS.flatMap((major) =>
  (['forks', 'threads'] as const).map((pool) => [major, pool] as const),
);

describe.skipIf(process.platform === 'win32')('Ctrl-C', () => {
  it.each(CASES)(
    'twice ends Vitest %s with %s as without us, and keeps the run',
    async (major, pool) => {
      await using sink = await startSink();
      using project = makeProject(major, {
        'vitest.config.js': config(['default', '@svc/vitest-reporter'], { pool }),
        'without.config.js': config(['default'], { pool }),
        'a.test.js': `import { test } from 'vitest';
test('ends early', () => {});
// Workers hold news back for a tenth of a second, and send them with the next.
test('takes a moment', () => new Promise((resolve) => setTimeout(resolve, 500)));
test('is slow', async () => {
  // A worker's parent leads the group; with threads that is the process itself.
  console.log('waiting now, group ' + ${pool === 'forks' ? 'process.ppid' : 'process.pid'} + ';');
  await new Promise((resolve) => setTimeout(resolve, 30_000));
}, 60_000);
test('comes later', () => {});`,
      });
      const args = ['--config', 'without.config.js'];
      const without = await project.run({ args, onOutput: twice });
      const run = await runWith(project, sink.url, { onOutput: twice });
      expect([run.exitCode, run.signal]).toEqual([without.exitCode, without.signal]);
      expect(svcLines(run)).toEqual([
        expect.stringMatching(/^svc: this run was cut off\. 4 results kept in node_modules/),
      ]);
      await runWith(project, sink.url, { args: ['-t', 'early'] });
      const kept = sink.uploads[1]?.body;
      expect(kept?.execution.status).toBe('interrupted');
      expect(kept && statuses(kept)).toEqual([
        'ends early: passed',
        expect.stringMatching(/^takes a moment: /),
        'is slow: interrupted (The process was ended)',
        'comes later: interrupted (The process was ended)',
      ]);
      expect(readdirSync(project.spoolFolder)).toEqual([]);
    },
  );
});

/** As a terminal sends it, to every process of the group, by somebody who is impatient. */
function twice(text: string): void {
  const group = /waiting now, group (\d+);/.exec(text)?.[1];
  if (group === undefined) return;
  // A moment later, so that the worker's news has arrived.
  for (const timeMs of [1_000, 1_300]) setTimeout(() => interrupt(Number(group)), timeMs);
}

function interrupt(group: number): void {
  try {
    process.kill(-group, 'SIGINT');
  } catch (error) {
    // Vitest mostly needs no second one.
    if (!isErrno(error) || error.code !== 'ESRCH') throw error;
  }
}
