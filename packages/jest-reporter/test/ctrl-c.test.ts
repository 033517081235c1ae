import { describe, expect, it, vi } from 'vitest';
import { bareEnding, endingOf } from '@svc/reporter-core/test/projects/bare-ending.ts';
import { interruptGroup } from '@svc/reporter-core/test/projects/once-printed.ts';
import { svcLines } from '@svc/reporter-core/test/projects/run-command.ts';
import { runWith, statuses } from '@svc/reporter-core/test/projects/sent-run.ts';
import { startSink } from '@svc/reporter-core/test/servers/sink-server.ts';
import { FULL_MAJORS, makeProject } from './fixture-project.ts';
import { LONG_PROJECT, onceWaiting } from './long-project.ts';

// Each test starts Jest several times, and the machine may be busy.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const ARGS = ['-w=2', '--no-cache'];

describe.skipIf(process.platform === 'win32').each(FULL_MAJORS)('Jest %s', (major) => {
  it('keeps a run with workers that Ctrl-C ends, all of them at once', async () => {
    await using sink = await startSink();
    using project = makeProject(major, LONG_PROJECT);
    const bare = await bareEnding(`ctrl-c-${major}`, async () =>
      endingOf(
        await project.run({
          args: [...ARGS, '--config', 'without.config.js'],
          onOutput: onceWaiting(interruptGroup),
        }),
      ),
    );
    const run = await runWith(project, sink.url, {
      args: ARGS,
      onOutput: onceWaiting(interruptGroup),
    });
    expect(endingOf(run)).toEqual(bare);
    expect(svcLines(run)).toEqual([
      expect.stringMatching(/^svc: this run was interrupted\. 3 results saved to node_modules/),
    ]);
    await runWith(project, sink.url, { args: [...ARGS, 'first'] });
    const kept = sink.uploads[1]?.body;
    expect(kept?.execution.status).toBe('interrupted');
    expect(kept && statuses(kept).sort()).toEqual([
      'ends early: passed',
      'is in a file of its own: passed',
      'is slow: interrupted (The process was ended)',
    ]);
  });
});
