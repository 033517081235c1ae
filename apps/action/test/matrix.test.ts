import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { joinServerHere, type JoinedServer } from '@svc/server/test/server-here.ts';
import { pullRequestJob } from './events.ts';
import { startGitHub, type GitHubStandIn } from './github/github-stand-in.ts';
import { runAction, type ActionRun } from './run-action.ts';

const COMMIT = 'c0ffee0000000000000000000000000000000002';

let server: JoinedServer;
let gitHub: GitHubStandIn;
let root: string;

beforeAll(async () => {
  [server, gitHub] = await Promise.all([joinServerHere(), startGitHub()]);
  root = mkdtempSync(join(tmpdir(), 'svc-action-matrix-'));
});
afterAll(async () => {
  await gitHub.close();
  rmSync(root, { recursive: true });
});

const DATABASES = ['mysql', 'postgres', 'sqlite', 'mariadb', 'oracle', 'mssql'];

/** A job of the matrix: one test fails only on this database, and one on all of them. */
function job(database: string, shard: number): Promise<ActionRun> {
  const folder = join(root, `${database}-${shard}`);
  mkdirSync(folder);
  writeFileSync(
    join(folder, 'junit.xml'),
    `<testsuites name="vitest tests"><testsuite name="src/store.test.ts">
      ${testcase(`stores on ${database}`, '<failure message="lost on ' + database + '"/>')}
      ${testcase('stores everywhere', '<failure message="lost everywhere"/>')}
      ${testcase('reads', '')}
    </testsuite></testsuites>`,
  );
  return runAction({
    folder,
    server,
    inputs: { project: 'matrix', files: 'junit.xml' },
    matrix: { database, shard },
    ...pullRequestJob({ number: 9, head: COMMIT, runId: '7000', gitHub }),
  });
}

function testcase(name: string, outcome: string): string {
  return `<testcase classname="src/store.test.ts" name="${name}" time="0.1">${outcome}</testcase>`;
}

it('keeps one comment with the content of all legs, which report at the same time', async () => {
  const runs = await Promise.all(DATABASES.map((database) => job(database, 1)));
  expect(runs.map(({ exitCode }) => exitCode)).toEqual(DATABASES.map(() => 0));
  expect(gitHub.faults).toEqual([]);
  expect(gitHub.comments).toHaveLength(1);
  const body = gitHub.comments[0]?.body ?? '';
  expect(DATABASES.filter((database) => !body.includes(`stores on ${database}`))).toEqual([]);
  expect(body).toContain('12 of 18 tests failed');
  expect(body).toContain(`Legs: ${DATABASES.toSorted().join('; ')}`);
});

it('annotates in each leg only what failed in it', async () => {
  const run = await job('mysql', 2);
  const titles = run.annotations.map((line) => /title=([^,|]*)/.exec(line)?.[1]?.trim());
  expect(new Set(titles)).toEqual(new Set(['stores everywhere', 'stores on mysql']));
});

it('joins a test that fails in several legs in the same way', () => {
  const body = gitHub.comments[0]?.body ?? '';
  const [, legs = ''] = /<b>stores everywhere<\/b> in ([^<]*?) <code>/.exec(body) ?? [];
  expect(legs).toMatch(/^(?:\w+; ){4}\w+ and 1 more leg$/);
});
