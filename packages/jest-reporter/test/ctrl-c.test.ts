import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { svcLines } from '@svc/reporter-core/test/run-command.ts';
import { runWith, statuses } from '@svc/reporter-core/test/sent-run.ts';
import { startSink } from '@svc/reporter-core/test/sink-server.ts';
import { config, MAJORS, makeProject } from './fixture-project.ts';

// Each test starts Jest anew, several times, and machines may be busy.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const FILES = {
  'jest.config.js': config(['default', '@svc/jest-reporter']),
  'without.config.js': config(['default']),
  // Jest runs larger files first.
  'first.test.js': `// ${'-'.repeat(1_000)}
test('is in a file of its own', () => { require('fs').writeFileSync('first.done', ''); });
`,
  'second.test.js': `const { existsSync } = require('fs');
beforeAll(async () => {
  while (!existsSync('first.done')) await new Promise((resolve) => setTimeout(resolve, 50));
}, 60_000);
test('ends early', () => {});
test('is slow', () => new Promise((resolve) => {
  // A worker's parent leads the group.
  process.stdout.write('waiting now, group ' + process.ppid + ';');
  setTimeout(resolve, 30_000);
}), 60_000);
`,
};

describe.skipIf(process.platform === 'win32').each(MAJORS)('Jest %s', (major) => {
  it('keeps a run with workers that Ctrl-C ends, all of them at once', async () => {
    await using sink = await startSink();
    using project = makeProject(major, FILES);
    const args = ['-w=2', '--no-cache'];
    const without = await project.run({
      args: [...args, '--config', 'without.config.js'],
      onOutput: ctrlC,
    });
    rmSync(join(project.folder, 'first.done'));
    const run = await runWith(project, sink.url, { args, onOutput: ctrlC });
    expect([run.exitCode, run.signal]).toEqual([without.exitCode, without.signal]);
    expect(svcLines(run)).toEqual([
      expect.stringMatching(/^svc: this run was cut off\. 3 results kept in node_modules/),
    ]);
    await runWith(project, sink.url, { args: [...args, 'first'] });
    const kept = sink.uploads[1]?.body;
    expect(kept?.execution.status).toBe('interrupted');
    expect(kept && statuses(kept).sort()).toEqual([
      'ends early: passed',
      'is in a file of its own: passed',
      'is slow: interrupted (The process was ended)',
    ]);
  });
});

/** As a terminal sends it: to every process of the group. */
function ctrlC(text: string): void {
  const group = /waiting now, group (\d+);/.exec(text)?.[1];
  if (group === undefined) return;
  // A moment later, so that the worker's news has arrived.
  setTimeout(() => process.kill(-Number(group), 'SIGINT'), 1_000);
}
