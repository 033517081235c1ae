import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { commitAll, withGit } from '../../test/projects/git.ts';
import { makeReport, makeResult, makeSession } from '../../test/runs/make-run.ts';
import { WRONG_OPTIONS, wrongOptions } from '../../test/runs/wrong-options.ts';
import { startSink } from '../../test/servers/sink-server.ts';

let folder: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'svc-run-faults-')));
  mkdirSync(join(folder, 'node_modules'));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

const makeRun = () =>
  makeReport([makeResult('adds up', 'passed'), makeResult('goes on', 'passed')]);

interface GitFault {
  name: string;
  /** The script that runs instead of `git`; undefined runs git itself. */
  script?: string;
  /** A variable of the process. */
  huge?: string;
  git: object;
}

const NO_ANSWER = /^svc: sent 2 results to \S+ #812; git did not answer, so /;

const GIT_FAULTS: readonly GitFault[] = [
  {
    name: 'cannot be started',
    // Linux starts no process with a variable of more than 128 KiB, and Node throws that error.
    huge: 'x'.repeat(200_000),
    git: { commit: expect.stringMatching(/^[0-9a-f]{40}$/) },
  },
  { name: 'hangs', script: 'exec sleep 60', git: {} },
  { name: 'answers half', script: `printf 'c0ffee0'`, git: {} },
];

describe('a run', () => {
  it.each(GIT_FAULTS)('sends everything except git facts if git $name', async (fault) => {
    await using sink = await startSink();
    commitAll(folder);
    // The path of its remote contains a blank.
    git('remote', 'add', 'origin', '/srv/git/the shop.git');
    using fake = withGit(fault.script);
    if (fault.script !== undefined) vi.stubEnv('PATH', fake.path);
    if (fault.huge !== undefined) vi.stubEnv('HUGE', fault.huge);
    const { session, lines } = makeSession(folder, { url: sink.url });
    await session.finish(makeRun);
    expect(lines).toEqual([expect.stringMatching(NO_ANSWER)]);
    expect(sink.uploads[0]?.body).toMatchObject({
      execution: { project: 'the shop', git: { branch: 'main', ...fault.git } },
      results: [{ status: 'passed' }, { status: 'passed' }],
    });
  });

  it('names each wrong option, and does not wait for a FIFO', async () => {
    await using sink = await startSink();
    const fifo = join(folder, 'fifo');
    execFileSync('mkfifo', [fifo]);
    const env = { SVC_URL: sink.url, SVC_ON_UPLOAD: fifo };
    const { session, lines } = makeSession(folder, wrongOptions(WRONG_OPTIONS), env);
    await session.finish(makeRun);
    expect(lines.slice(0, -2).sort()).toEqual(
      WRONG_OPTIONS.map(({ complaint }) => `svc: ${complaint}`).sort(),
    );
    expect(lines.slice(-2)).toEqual([
      expect.stringMatching(/^svc: sent 2 results to /),
      `svc: could not write SVC_ON_UPLOAD (${fifo}): it is not a regular file`,
    ]);
  });
});

function git(...args: string[]): void {
  execFileSync('git', ['-C', folder, ...args]);
}
