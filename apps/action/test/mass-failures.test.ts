import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { IngestExecution, IngestResult } from '@svc/contract/executions/ingest';
import { testClock } from '@svc/server/test/clock.ts';
import { joinServerHere, type JoinedServer } from '@svc/server/test/server-here.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { pullRequestJob } from './events.ts';
import { startGitHub, type GitHubStandIn } from './github/github-stand-in.ts';
import { runAction, type ActionRun } from './run-action.ts';
import { steady } from './steady.ts';

let server: JoinedServer;
let gitHub: GitHubStandIn;
let folder: string;

beforeAll(async () => {
  [server, gitHub] = await Promise.all([joinServerHere(), startGitHub()]);
  folder = mkdtempSync(join(tmpdir(), 'svc-action-mass-'));
});
afterAll(async () => {
  await gitHub.close();
  rmSync(folder, { recursive: true });
});

const BUG = 'TypeError: cart is undefined';
const HEAD = 'c0ffee0000000000000000000000000000000009';

/** Tests that cannot reach the database, each at another address, seven to a file. */
function refused(count: number): IngestResult[] {
  return Array.from({ length: count }, (_, n) =>
    failing(`uses the database ${n}`, {
      file: `src/orders/${Math.floor(n / 7)}.test.ts`,
      message: `connect ECONNREFUSED 10.0.25.${n % 200}:5432`,
    }),
  );
}

function failing(
  title: string,
  { file, message }: { file: string; message: string },
): IngestResult {
  const attempts = [{ status: 'failed' as const, durationMs: 3, errors: [{ message }] }];
  return { titlePath: [title], file, line: 3, status: 'failed', durationMs: 3, attempts };
}

function bugs(count: number): IngestResult[] {
  return Array.from({ length: count }, (_, n) =>
    failing(`adds ${n}`, { file: 'src/cart.test.ts', message: BUG }),
  );
}

function passing(tests: readonly IngestResult[]): IngestResult[] {
  return tests.map(({ titlePath, file }) => ({ titlePath, file, status: 'passed', durationMs: 3 }));
}

/** Sends an execution of main and one of a pull request, and reports the latter. */
async function reported(
  project: string,
  { base, head }: { base: IngestResult[]; head: IngestResult[] },
): Promise<{ run: ActionRun; comment: string }> {
  const number = Number(project.replaceAll(/\D/g, ''));
  const runId = `91${number}`;
  await send({
    execution: { ...at(2), ci: ciOf(`90${number}`), git: gitOf('main', 'a07be55') },
    project,
    results: base,
  });
  const git = { ...gitOf('fix', HEAD), baseBranch: 'main', baseCommit: '9f8e7d6'.padEnd(40, '0') };
  await send({
    execution: { ...at(1), ci: { ...ciOf(runId), pullRequest: number }, git },
    project,
    results: head,
  });
  await server.settle?.();
  const { event, env } = pullRequestJob({ number, head: HEAD, runId, gitHub });
  const run = await runAction({ folder, server, inputs: { project }, event, env });
  const comment = gitHub.comments.at(-1)?.body ?? '';
  return { run, comment: withoutVerdicts(steady(comment, server)) };
}

/** The classifier's opinion, which the tests of analysis hold. */
function withoutVerdicts(text: string): string {
  return text
    .replaceAll(/\*\*(?:Verdict|First step):?\*\*.*\n\n/g, '')
    .replaceAll(/( files?) · [^<\n]*/g, '$1 · <verdict>');
}

const at = (hoursAgo: number) => ({
  startedAt: new Date(testClock.now().getTime() - hoursAgo * 3_600_000).toISOString(),
});
const ciOf = (runId: string) => ({ provider: 'github', runId, runAttempt: 1 });
const gitOf = (branch: string, commit: string) => ({ branch, commit: commit.padEnd(40, '0') });

async function send({
  execution,
  project,
  results,
}: {
  execution: Partial<IngestExecution>;
  project: string;
  results: IngestResult[];
}): Promise<void> {
  const isRed = results.some(({ status }) => status === 'failed');
  const answer = await fetch(`${server.url}/api/ingest`, {
    method: 'POST',
    headers: { authorization: `Bearer ${server.apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      version: 1,
      execution: {
        project,
        framework: 'vitest',
        reporter: { name: '@svc/vitest-reporter', version: '0.1.0' },
        status: isRed ? 'failed' : 'passed',
        durationMs: 1_000,
        ...execution,
      },
      results,
    }),
  });
  expect(answer.status).toBe(200);
}

it('says 434 regressions of one cause once, and which base was taken', async () => {
  const head = refused(434);
  const { run, comment } = await reported('one-1', { base: passing(head), head });
  await expect(comment).toMatchFileSnapshot('expected/one-cause.comment.md');
  expect(run.annotations).toHaveLength(1);
  expect(run.annotations[0]).toMatch(/uses the database 0 and 433 more tests \(new\)/);
});

it('says two causes twice', async () => {
  const head = [...refused(400), ...bugs(34)];
  const { run, comment } = await reported('two-2', { base: passing(head), head });
  await expect(comment).toMatchFileSnapshot('expected/two-causes.comment.md');
  expect(run.annotations).toHaveLength(2);
});

it('says three new failures first among 1,500 known ones, with true counts', async () => {
  const known = refused(1_500);
  const fine = Array.from({ length: 500 }, (_, n) =>
    failing(`is fine ${n}`, { file: 'src/fine.test.ts', message: '' }),
  );
  const { run, comment } = await reported('three-3', {
    base: [...known, ...passing([...bugs(3), ...fine])],
    head: [...known, ...bugs(3), ...passing(fine)],
  });
  await expect(comment).toMatchFileSnapshot('expected/three-new.comment.md');
  expect(steady(run.summary, server)).toContain('#### New here: 3 failures (1 cause)');
  expect(run.annotations.map((line) => line.split(' | ')[1])).toEqual([
    'title=adds 0 and 2 more tests (new),file=src/cart.test.ts,line=3',
    'title=uses the database 0 and 1,499 more tests,file=src/orders/0.test.ts,line=3',
  ]);
  expect(run.outputs).toMatchObject({
    headline: '❌ 3 regressions (1 cause), 1,503 of 2,003 tests failed',
    regressions: '3',
    'new-failures': '3',
    'new-causes': '1',
    failed: '1503',
  });
});
