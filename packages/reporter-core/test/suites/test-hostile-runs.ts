import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import type { IngestBody } from '@svc/contract/executions/ingest';
import { writeSpool } from '../../src/spool/spool.ts';
import { commitAll, withGit } from '../projects/git.ts';
import type { FixtureFolder } from '../projects/fixture-folder.ts';
import { makeBody } from '../runs/make-run.ts';
import { type Finished, svcLines } from '../projects/run-command.ts';
import { type Project, runWith } from '../projects/sent-run.ts';
import { startSink } from '../servers/sink-server.ts';
import { WRONG_OPTIONS, wrongOptions } from '../runs/wrong-options.ts';

type HostileProject = Project & FixtureFolder;

export interface HostileParts {
  /** Options of our reporter. Undefined: runs without our reporter. */
  options?: Record<string, unknown> | undefined;
  /** JavaScript for reporters before and after ours, which runs when the run begins. */
  around?: { before: string; after: string };
}

export interface HostileCase {
  /**
   * A project with passing tests `adds up` and `goes on`. With FIXTURE_FAILS, the first test throws an error with
   * the variable's value as its `stack`, and another reporter makes the framework's report of the second test
   * unreadable.
   */
  makeProject(parts: HostileParts): HostileProject;
}

interface Ended {
  exitCode: number | null;
  durationMs: number;
}

/**
 * Tests that each of these faults affects only one fact of a run, not its exit code, its end or its other results.
 */
export function testHostileRuns({ makeProject }: HostileCase): void {
  let bare: Ended;

  beforeAll(async () => {
    using project = makeProject({});
    bare = timed(await project.run());
    expect(bare.exitCode).toBe(0);
  });

  it.each(GIT_FAULTS)('sends everything except git facts if git $name', async (fault) => {
    await using sink = await startSink();
    using fake = withGit(fault.script);
    using project = makeProject({ options: {}, ...(fault.around && { around: fault.around }) });
    makeRepository(project.folder);
    const env = fault.script === undefined ? {} : { PATH: fake.path };
    const run = await runWith(project, sink.url, { env });
    expectBare(run, bare, fault.takesMs);
    expect(svcLines(run)).toEqual([expect.stringMatching(fault.line)]);
    expect(sink.uploads[0]?.body).toMatchObject({
      execution: { project: 'the shop', git: { branch: 'main', ...fault.git } },
      results: [{ status: 'passed' }, { status: 'passed' }],
    });
  });

  it('names each wrong option, and does not wait for a FIFO', async () => {
    await using sink = await startSink();
    using project = makeProject({ options: wrongOptions(WRONG_OPTIONS) });
    execFileSync('mkfifo', [join(project.folder, 'fifo')]);
    const run = await runWith(project, sink.url, { env: { SVC_ON_UPLOAD: 'fifo' } });
    expectBare(run, bare);
    const lines = svcLines(run);
    expect(lines.slice(0, -2).sort()).toEqual(
      WRONG_OPTIONS.map(({ complaint }) => `svc: ${complaint}`).sort(),
    );
    expect(lines.slice(-2)).toEqual([
      expect.stringMatching(/^svc: sent 2 results to /),
      'svc: could not write SVC_ON_UPLOAD (fifo): it is not a regular file',
    ]);
  });

  it('sends an error whose frames lie on another host, and the least of a test that cannot be read', async () => {
    await using sink = await startSink();
    using project = makeProject({ options: {} });
    const env = { FIXTURE_FAILS: HOSTILE_STACK };
    const run = await runWith(project, sink.url, { env });
    expect(run.exitCode).toBe(1);
    expect(svcLines(run)).toEqual([expect.stringMatching(/^svc: sent 2 results \(1 failed\)/)]);
    expect(outcomes(sink.uploads[0]?.body)).toEqual([
      ['adds up', 'failed', expect.stringContaining('thrown elsewhere'), undefined],
      ['goes on', 'passed', undefined, 'not-translated'],
    ]);
  });

  it('sends three of 22 saved runs', async () => {
    await using sink = await startSink();
    using project = makeProject({ options: {} });
    for (let index = 0; index < 22; index++) {
      const savedAt = `2026-11-20T11:00:00.${String(index).padStart(3, '0')}Z`;
      writeSpool({ savedAt, url: sink.url, body: makeBody(`run-${index}`) }, project.folder);
    }
    const run = await runWith(project, sink.url);
    expectBare(run, bare);
    expect(sink.uploads).toHaveLength(4);
    expect(svcLines(run)).toEqual([
      expect.stringMatching(/; also sent 3 saved runs; 19 saved runs left /),
    ]);
  });
}

interface GitFault {
  name: string;
  /** The script in place of `git`. Undefined: git itself. */
  script: string | undefined;
  around?: HostileParts['around'];
  /** How much longer the run takes without our reporter. */
  takesMs?: number;
  line: RegExp;
  git: object;
}

const NO_ANSWER = /^svc: sent 2 results to \S+ #812; git did not answer, so /;

const GIT_FAULTS: readonly GitFault[] = [
  {
    name: 'cannot be started',
    script: undefined,
    // Linux starts no process with a variable of more than 128 KiB, and Node throws that error.
    around: {
      before: `process.env.HUGE = 'x'.repeat(200_000);`,
      after: 'delete process.env.HUGE;',
    },
    line: NO_ANSWER,
    git: { commit: expect.stringMatching(/^[0-9a-f]{40}$/) },
  },
  { name: 'hangs', script: 'exec sleep 60', line: NO_ANSWER, git: {} },
  { name: 'answers half', script: `printf 'c0ffee0'`, line: NO_ANSWER, git: {} },
  {
    name: 'answers while the process is blocked for 6 s',
    script: undefined,
    around: { before: '', after: 'const end = Date.now() + 6_000; while (Date.now() < end);' },
    takesMs: 6_000,
    line: /^svc: sent 2 results to \S+ #812$/,
    git: { author: 'Ada', message: 'feat: begin', dirty: false },
  },
];

/** Node's format for frames of a module on a share, and of a module with a slash in its name. */
const HOSTILE_STACK = `Error: thrown elsewhere
    at pay (file://host/share/x.js:1:2)
    at cart (file:///a%2Fb.js:3:4)`;

/** On a busy machine, a run may take twice as long as the run that it is compared with. */
function expectBare(run: Finished, bare: Ended, takesMs = 0): void {
  expect(run.exitCode).toBe(bare.exitCode);
  expect(run.durationMs).toBeLessThan(2 * bare.durationMs + takesMs + 2_000);
}

function timed({ exitCode, durationMs }: Finished): Ended {
  return { exitCode, durationMs };
}

/** The path of its remote contains a blank. */
function makeRepository(folder: string): void {
  commitAll(folder);
  execFileSync('git', ['-C', folder, 'remote', 'add', 'origin', '/srv/git/the shop.git']);
}

function outcomes(body: IngestBody | undefined) {
  return body?.results.map(({ titlePath, status, attempts = [], annotations = [] }) => [
    titlePath.at(-1),
    status,
    attempts[0]?.errors?.[0]?.message,
    annotations.find(({ type }) => type === 'not-translated')?.type,
  ]);
}
