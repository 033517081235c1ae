import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { executionDetail } from '@svc/contract/executions/executions';
import { beforeAll, expect, it } from 'vitest';
import { emptyFolder } from '../../../test/run-svc.ts';
import { joinShopServer, type ShopServer } from '../../../test/shop-server.ts';

let server: ShopServer;
beforeAll(async () => {
  server = await joinShopServer();
});

/** Uploads these files, and returns what the command prints and what the server has. */
async function upload(project: string, files: Record<string, string>, words = Object.keys(files)) {
  const directory = await emptyFolder();
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(directory, path)), { recursive: true });
    await writeFile(join(directory, path), content);
  }
  const run = await server.svc(['upload', ...words, '--project', project], { directory });
  const id = /[0-9a-f]{8}-[0-9a-f-]{27}/.exec(run.stdout)?.[0];
  const sent =
    id === undefined ? undefined : executionDetail.parse(await server.data(`executions/${id}`));
  return { ...run, sent };
}

it('fails for a report that counts failures and lists none, and names the counts', async () => {
  const { status, stdout, sent } = await upload('counted', {
    'lint.xml':
      '<testsuites failures="1"><testsuite name="lint" tests="1" failures="1"><testcase classname="lint" name="a"/></testsuite></testsuites>',
    'ok.xml': '<testsuite name="s" tests="1" failures="0"><testcase name="b"/></testsuite>',
  });
  expect(status).toBe(1);
  expect(stdout).toContain("it counts 1 failure in the suite 'lint' and lists none");
  expect(sent).toMatchObject({ status: 'failed', totals: { tests: 2, passed: 2 } });
  expect(sent?.errors).toMatchObject([
    { message: expect.stringContaining("it counts 1 failure in the suite 'lint'") },
  ]);
});

it.each([
  ['bail.tap', 'Bail out! no database\n', 'Bail out! no database'],
  ['version.tap', 'TAP version 13\nBail out!\n', 'Bail out!'],
])('sends a run of TAP that bailed out at once: %s', async (name, text, message) => {
  const { status, sent } = await upload(`bail ${name}`, { [name]: text });
  expect(status).toBe(0);
  expect(sent).toMatchObject({ status: 'failed', framework: 'tap', errors: [{ message }] });
});

it('names TAP where only a file failed', async () => {
  const { sent } = await upload('tap file', { 'a.tap': 'not ok 1 - test/a.js\n1..1\n' });
  expect(sent).toMatchObject({ status: 'failed', framework: 'tap' });
});

it('moves no execution to the zero date of a tool', async () => {
  const { sent } = await upload('zero dates', {
    'a.xml': `<testsuites>
      <testsuite name="a" timestamp="2026-11-26T10:00:00Z" time="2"><testcase name="one" time="2"/></testsuite>
      <testsuite name="b" timestamp="0001-01-01 00:00:00 +0000 UTC" time="0">
        <testcase name="two" time="0" timestamp="01/01/0001 00:00:00"><skipped/></testcase>
      </testsuite>
    </testsuites>`,
  });
  expect(sent).toMatchObject({ startedAt: '2026-11-26T10:00:00.000Z', durationMs: 2_000 });
});

it.each<{ what: string; files: Record<string, string> }>([
  {
    what: 'a repeated test case',
    files: {
      'xcbeautify.xml':
        '<testsuites failures="1"><testsuite name="AppTests.CartTests" failures="1"><testcase classname="AppTests.CartTests" name="pays"><failure message="no"/></testcase><testcase classname="AppTests.CartTests" name="pays"/></testsuite></testsuites>',
    },
  },
  {
    what: 'the attempts of a target of Bazel',
    files: {
      'cart/test.xml':
        '<testsuites><testsuite name="cart"><testcase name="cart" status="run"/></testsuite></testsuites>',
      'cart/test_attempts/attempt_1.xml':
        '<testsuites><testsuite name="cart" errors="1"><testcase name="cart" status="run"><error message="exited with error code 1"/></testcase></testsuite></testsuites>',
    },
  },
])('sends $what as one flaky test', async ({ what, files }) => {
  const { status, sent } = await upload(`retries ${what}`, files);
  expect(status).toBe(0);
  expect(sent).toMatchObject({
    status: 'passed',
    totals: { tests: 1, passed: 1, failed: 0, flaky: 1 },
  });
});
