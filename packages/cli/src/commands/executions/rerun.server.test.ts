import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { clock } from '@svc/reporter-core/clock';
import { beforeAll, expect, it } from 'vitest';
import { emptyFolder } from '../../../test/run-svc.ts';
import { joinShopServer, type ShopServer } from '../../../test/shop-server.ts';

let server: ShopServer;
beforeAll(async () => {
  server = await joinShopServer();
});

/** The day so many days ago. */
function dayAgo(days: number): string {
  return new Date(clock.now().getTime() - days * 86_400_000).toISOString().slice(0, 10);
}

it('shows a re-run of one leg with the tests of the other one', async () => {
  await send({ attempt: 1, leg: 'mysql', isFailing: true });
  await send({ attempt: 1, leg: 'postgres', isFailing: false });
  await send({ attempt: 2, leg: 'mysql', isFailing: false });

  const list = await answer('executions', '--from', dayAgo(8), '--to', dayAgo(5));
  expect(list.split('\n').slice(2, 6)).toMatchInlineSnapshot(`
    [
      "#  STATUS    RUN  BRANCH  COMMIT   TESTS  FAILED  FLAKY   TIME  STARTED  TITLE",
      "2  ✓ passed  R    main    aaaaaaa      4       –      –  3.0 s  AGO",
      "1  ✗ failed       main    aaaaaaa      4       1      –  3.0 s  AGO",
      "R re-run: its time covers only what ran again",
    ]
  `);
  const shown = await answer('executions', 'show', '#2');
  expect(shown.split('\n').slice(1, 4)).toMatchInlineSnapshot(`
    [
      "4 tests: 4 passed",
      "attempt 2 of its CI run",
      "1 of 2 parts carried: an earlier attempt passed them",
    ]
  `);
  const compared = await answer('compare', '#1', '#2');
  expect(compared.split('\n').slice(0, 5)).toMatchInlineSnapshot(`
    [
      "base  db #1  main aaaaaaa  ✗ failed  4 tests  3.0 s",
      "head  db #2  main aaaaaaa  ✓ passed  4 tests  3.0 s  re-run",
      "",
      "✓ no regressions, 1 improvement",
      "times not compared: the head carries 1 of 2 parts from an earlier attempt",
    ]
  `);
});

/** Uploads a report of two tests, as a job of a matrix on GitHub. */
async function send(run: { attempt: number; leg: string; isFailing: boolean }): Promise<void> {
  const { attempt, leg, isFailing } = run;
  const directory = await emptyFolder();
  const failure = isFailing ? '<failure message="refused"/>' : '';
  const report = `<testsuite name="db" timestamp="${dayAgo(7)}T1${attempt}:00:00Z" time="3">
    <testcase classname="db" name="connects" time="1">${failure}</testcase>
    <testcase classname="db" name="reads" time="2"/>
  </testsuite>`;
  await writeFile(join(directory, 'junit.xml'), report);
  const env = { ...GITHUB, GITHUB_RUN_ATTEMPT: String(attempt), SVC_LEG: leg };
  await server.svc(['upload', 'junit.xml', '--project', 'db'], { directory, env });
}

const GITHUB = {
  CI: 'true',
  GITHUB_ACTIONS: 'true',
  GITHUB_RUN_ID: '4250',
  GITHUB_JOB: 'test',
  GITHUB_REPOSITORY: 'acme/db',
  GITHUB_SHA: 'a'.repeat(40),
  GITHUB_REF_NAME: 'main',
};

/** What the command prints, with times that pass and addresses replaced. */
async function answer(...args: string[]): Promise<string> {
  const { stdout } = await server.svc([...args, '--project', 'db'], { env: { COLUMNS: '80' } });
  return stdout.replaceAll(/\d+ \w+ ago/g, 'AGO');
}
