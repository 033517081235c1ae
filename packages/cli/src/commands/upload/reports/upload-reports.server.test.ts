import { mkdir, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import {
  findUnusedAddress,
  startAnsweringServer,
  type AnsweringServer,
} from '@svc/client/test/answering-server.ts';
import { executionDetail } from '@svc/contract/executions/executions';
import { beforeAll, expect, it } from 'vitest';
import { emptyFolder, runSvc } from '../../../../test/run-svc.ts';
import { joinShopServer, type ShopServer } from '../../../../test/shop-server.ts';

let server: ShopServer;
beforeAll(async () => {
  server = await joinShopServer();
});

/** A folder with these files, by path. */
async function makeFolder(files: Record<string, string>): Promise<string> {
  const directory = await emptyFolder();
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(directory, path)), { recursive: true });
    await writeFile(join(directory, path), content);
  }
  return directory;
}

const testcase = (name: string, inside = '') =>
  `<testcase classname="com.example.${name.toUpperCase()}Test" name="${name}" time="1">${inside}</testcase>`;
const report = (...cases: string[]) =>
  `<testsuite name="s" timestamp="2026-11-20T10:00:00Z" time="${cases.length}">\n${cases.join('\n')}\n</testsuite>`;
const FAILURE = '<failure message="expected 1" type="java.lang.AssertionError"/>';

/** Replaces values that differ from run to run by their kind. */
const stable = (stdout: string) =>
  stdout.replaceAll(/http:\S+/g, 'URL').replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'UUID');

it('prints what was sent as Markdown, with what went wrong', async () => {
  const directory = await makeFolder({
    'a.xml': report(testcase('a'), testcase('b', FAILURE)),
    'cut_off.xml': report(testcase('c')).slice(0, -20),
  });
  const args = ['upload', '*.xml', '--project', 'one_two', '--markdown'];
  const dry = await server.svc([...args, '--dry-run'], { directory });
  expect(dry.stdout).toMatch(/^would send to \*\*one\\_two\*\*\n\njunit: 2 tests · 1 failed\n/);
  const { status, stdout } = await server.svc(args, { directory });
  expect(status).toBe(1);
  expect(`\n${stdout.replaceAll(/http[^)\s]+/g, 'URL')}`).toMatchInlineSnapshot(`
    "
    ✓ sent [one\\_two \\#1](URL) · ✗ failed · 2 results

    junit: 2 tests · 1 failed

    - ✗ cut\\_off.xml:2:63: it ends in the middle of &lt;testcase&gt;
    "
  `);
});

it('waits for a server that restarts, and says so once', async () => {
  let firstAt: number | undefined;
  let isBack = false;
  const restarting = await startAnsweringServer((asked, response) => {
    firstAt ??= performance.now();
    if (isBack) {
      const { method, url, headers } = asked;
      const forwarded = request(`${server.url}${url}`, { method, headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(response);
      });
      asked.pipe(forwarded);
      return;
    }
    // One failure comes when the command has waited for a while.
    isBack = performance.now() - firstAt > 2_500;
    asked.resume();
    response.writeHead(503, { 'content-type': 'text/plain' }).end('restarting');
  });
  const directory = await makeFolder({ 'a.xml': report(testcase('a')) });
  const { status, stderr } = await server.svc(['upload', 'a.xml', '--project', 'restarts'], {
    directory,
    env: { SVC_URL: restarting.url },
  });
  restarting.close();
  expect(stderr).toMatch(/^svc: http:\S+ answered 503\b.*; retrying for up to \d+ s\n$/);
  expect(status).toBe(0);
}, 60_000);

it('makes one execution from several reports, found by a glob', async () => {
  const directory = await makeFolder({
    'target/TEST-a.xml': report(testcase('a'), testcase('b', FAILURE)),
    'target/TEST-c.xml': report(testcase('c'), testcase('d', '<skipped message="no network"/>')),
    'target/node_modules/x/TEST-x.xml': report(testcase('x')),
    'target/notes.txt': 'not asked for',
  });
  const args = [
    'upload',
    'target/**/TEST-*.xml',
    '--project',
    'one',
    '--tag',
    'nightly,java',
    '--tag',
    'x',
  ];
  const facts = [
    '--branch',
    'main',
    '--commit',
    '3f9c1ab',
    '--environment',
    'staging',
    '--name',
    'unit',
  ];
  const run = await server.svc([...args, ...facts], { directory });
  expect({ ...run, stdout: stable(run.stdout) }).toMatchInlineSnapshot(`
    {
      "status": 0,
      "stderr": "",
      "stdout": "✓ sent one #1  ✗ failed  4 results  URL
      junit · 4 tests · 1 failed · 1 skipped
    ",
    }
  `);
  const id = /[0-9a-f-]{36}/.exec(run.stdout)?.[0] ?? '';
  const execution = executionDetail.parse(await server.data(`executions/${id}`));
  expect(execution).toMatchObject({
    project: 'one',
    name: 'unit',
    framework: 'junit',
    frameworkVersion: null,
    status: 'failed',
    startedAt: '2026-11-20T10:00:00.000Z',
    durationMs: 2_000,
    totals: { tests: 4, passed: 2, failed: 1, skipped: 1 },
    tags: ['nightly', 'java', 'x'],
    git: { branch: 'main', commit: '3f9c1ab' },
    environment: { name: 'staging', os: process.platform, arch: process.arch },
    errors: [],
  });
  expect(execution.environment).not.toHaveProperty('runtime');
  expect(execution.results.map(({ titlePath }) => titlePath.join()).sort()).toEqual([
    'a',
    'b',
    'c',
    'd',
  ]);
});

it('uses the reports in a folder, except excluded ones', async () => {
  const directory = await makeFolder({
    'reports/a.xml': report(testcase('a')),
    'reports/b.xml': report(testcase('b')),
    'reports/coverage.json': '{"total":{}}',
    'reports/pom.html': '<html/>',
  });
  const run = await server.svc(['upload', 'reports', '!**/b.xml', '--dry-run', '--json'], {
    directory,
  });
  expect(JSON.parse(run.stdout)).toMatchObject({
    sent: null,
    failure: null,
    tests: { tests: 1, passed: 1 },
    reports: [{ file: 'reports/a.xml', format: 'junit', framework: 'junit', problem: null }],
  });
});

it('never uses another XML file as a report: a folder with a linter report stays green', async () => {
  const directory = await makeFolder({
    'target/TEST-a.xml': report(testcase('a')),
    'target/checkstyle-result.xml': '<?xml version="1.0"?><checkstyle version="1"/>',
    'target/site/jacoco.xml': '<?xml version="1.0"?><!DOCTYPE report><report name="shop"/>',
    'target/package.json': '{"name":"shop"}',
    'target/empty.xml': '',
  });
  const run = await server.svc(['upload', 'target', '--project', 'linted'], { directory });
  expect({ ...run, stdout: stable(run.stdout) }).toMatchInlineSnapshot(`
    {
      "status": 0,
      "stderr": "svc: skipped the empty file target/empty.xml
    ",
      "stdout": "✓ sent linted #1  ✓ passed  1 result  URL
      junit · 1 test
    ",
    }
  `);
  const glob = await server.svc(['upload', 'target/**/*.xml', '--project', 'globbed'], {
    directory,
  });
  // An empty file may be the report of a tool that crashed.
  expect({ ...glob, stdout: stable(glob.stdout) }).toMatchInlineSnapshot(`
    {
      "status": 1,
      "stderr": "svc: left out target/checkstyle-result.xml (a report of a linter)
    svc: left out target/site/jacoco.xml (a coverage report)
    ",
      "stdout": "✓ sent globbed #1  ✗ failed  1 result  URL
      junit · 1 test
    ✗ target/empty.xml:1:1: it is empty
    ",
    }
  `);
  await writeFile(join(directory, 'testng-results.xml'), '<testng-results/>');
  const testng = await server.svc(['upload', 'testng-results.xml'], { directory });
  expect(testng).toMatchInlineSnapshot(`
    {
      "status": 2,
      "stderr": "svc: 'testng-results.xml' is TestNG's own XML, which svc does not read
    try: upload the folder junitreports beside it
    ",
      "stdout": "",
    }
  `);
});

it('sends a report whose times are in nanoseconds', async () => {
  const directory = await makeFolder({
    'a.xml':
      '<testsuites><testsuite name="s"><testcase name="a" time="812345678"/></testsuite></testsuites>',
  });
  const run = await server.svc(['upload', 'a.xml', '--project', 'nano'], { directory });
  expect(run).toMatchObject({ status: 0, stderr: '' });
  const id = /[0-9a-f-]{36}/.exec(run.stdout)?.[0] ?? '';
  expect(executionDetail.parse(await server.data(`executions/${id}`))).toMatchObject({
    status: 'passed',
    results: [{ durationMs: 812 }],
  });
});

it('reports a file that counts tests but lists none, and exits with 1', async () => {
  const directory = await makeFolder({
    'a.json': '{"numTotalTests":3,"numTotalTestSuites":1,"testResults":[]}',
  });
  expect(await server.svc(['upload', 'a.json'], { directory })).toMatchInlineSnapshot(`
    {
      "status": 1,
      "stderr": "",
      "stdout": "! nothing sent: no test in 1 report
    ✗ a.json: it counts 3 tests and lists none
    ",
    }
  `);
});

it('sends the readable part of a broken report, marks the execution, and exits with 1', async () => {
  const directory = await makeFolder({
    'a.xml': report(testcase('a')),
    'b.xml': report(testcase('b'), testcase('c')).replace(/<\/testcase>\n<\/testsuite>$/, ''),
    'c.xml': '',
  });
  const run = await server.svc(['upload', '*.xml', '--project', 'broken'], { directory });
  expect({ ...run, stdout: stable(run.stdout) }).toMatchInlineSnapshot(`
    {
      "status": 1,
      "stderr": "",
      "stdout": "✓ sent broken #1  ✗ failed  2 results  URL
      junit · 2 tests
    ✗ b.xml:3:59: it ends in the middle of <testcase>
    ✗ c.xml:1:1: it is empty
    ",
    }
  `);
  const id = /[0-9a-f-]{36}/.exec(run.stdout)?.[0] ?? '';
  expect(executionDetail.parse(await server.data(`executions/${id}`))).toMatchObject({
    status: 'failed',
    totals: { tests: 2, passed: 2 },
    errors: [
      {
        message:
          'The report b.xml:3:59 could not be read whole: it ends in the middle of <testcase>',
      },
      { message: 'The report c.xml:1:1 could not be read whole: it is empty' },
    ],
  });
});

it('sends nothing when there is nothing to read', async () => {
  const directory = await makeFolder({
    'a.xml': '<!DOCTYPE x [<!ENTITY y "z">]><testsuite/>',
    'none.xml': '<testsuites/>',
  });
  expect(await server.svc(['upload', 'a.xml'], { directory })).toEqual({
    status: 1,
    stdout:
      '! nothing sent: no test in 1 report\n' +
      '✗ a.xml:1:1: it has a DOCTYPE, which is refused because it can define entities\n',
    stderr: '',
  });
  expect(await server.svc(['upload', 'none.xml'], { directory })).toEqual({
    status: 0,
    stdout: '! nothing sent: no test in 1 report\n',
    stderr: '',
  });
});

it('joins uploads with one key, and counts repeated reports once', async () => {
  const directory = await makeFolder({
    'a.xml': report(testcase('a')),
    'b.xml': report(testcase('b')),
  });
  const send = (...args: string[]) =>
    server.svc(['upload', ...args, '--project', 'joined', '--key', 'k', '--json'], { directory });
  const sent = [];
  for (const args of [['a.xml'], ['b.xml'], ['a.xml']]) {
    sent.push((JSON.parse((await send(...args)).stdout) as { sent: object }).sent);
  }
  expect(sent).toMatchObject([
    { number: 1, accepted: { results: 1, duplicates: 0 } },
    { number: 1, accepted: { results: 1, duplicates: 0 } },
    { number: 1, accepted: { results: 0, duplicates: 1 } },
  ]);
});

it('counts the same command over the same reports once, and other reports as another run', async () => {
  const directory = await makeFolder({ 'a.xml': report(testcase('a')) });
  const send = async (...args: string[]) => {
    const all = ['upload', 'a.xml', '--project', 'repeated', '--json', ...args];
    return (JSON.parse((await server.svc(all, { directory })).stdout) as { sent: object }).sent;
  };
  const sent = [await send(), await send(), await send('--name', 'nightly')];
  await writeFile(join(directory, 'a.xml'), report(testcase('a', FAILURE)));
  sent.push(await send());
  expect(sent).toMatchObject([
    { number: 1, accepted: { results: 1, duplicates: 0 } },
    { number: 1, accepted: { results: 0, duplicates: 1 } },
    { number: 2, accepted: { results: 1, duplicates: 0 } },
    { number: 3, accepted: { results: 1, duplicates: 0 } },
  ]);
});

it('sends the rest when the command is repeated after the server was lost in the middle', async () => {
  const directory = await makeFolder({
    // Enough tests for a separate request.
    'a.xml': report(...Array.from({ length: 33_000 }, (_, index) => testcase(`a${index}`))),
    'b.xml': report(testcase('b', FAILURE)),
  });
  const args = ['upload', '*.xml', '--project', 'half'];
  const leaving = await startLeavingServer(server.url);
  const half = await server.svc(args, { directory, env: { SVC_URL: leaving.url } });
  expect({ ...half, stdout: stable(half.stdout) }).toMatchInlineSnapshot(`
    {
      "status": 1,
      "stderr": "",
      "stdout": "✗ sent half #1  ◌ running  32,000 results  URL
      junit · 33,001 tests · 1 failed
      the rest was not sent: connection refused at URL
      to send it, repeat the command: what has arrived is counted once
    ",
    }
  `);
  const whole = await server.svc(args, { directory });
  expect({ ...whole, stdout: stable(whole.stdout) }).toMatchInlineSnapshot(`
    {
      "status": 0,
      "stderr": "",
      "stdout": "✓ sent half #1  ✗ failed  1,001 results (32,000 already known)
      URL
      junit · 33,001 tests · 1 failed
    ",
    }
  `);
}, 120_000);

/** A server that forwards one request, answers it, and stops. */
async function startLeavingServer(behind: string): Promise<AnsweringServer> {
  const leaving = await startAnsweringServer((request, response) => {
    // A client that has waited for long checks whether the server still answers.
    if (request.method === 'GET') {
      response.end();
      return;
    }
    void (async () => {
      const answer = await fetch(`${behind}${request.url}`, {
        method: 'POST',
        headers: {
          authorization: request.headers.authorization ?? '',
          'content-type': 'application/json',
          'content-encoding': 'gzip',
        },
        body: new Uint8Array(await buffer(request)),
      });
      response.end(await answer.text(), leaving.close);
    })();
  });
  return leaving;
}

it('waits for the other shards', async () => {
  const directory = await makeFolder({
    'a.xml': report(testcase('a')),
    'b.xml': report(testcase('b')),
  });
  const send = async (file: string, shard: string) => {
    const args = ['upload', file, '--project', 'shards', '--key', 'k', '--shard', shard, '--json'];
    const run = await server.svc(args, { directory });
    return (JSON.parse(run.stdout) as { sent: { status: string } }).sent.status;
  };
  expect([await send('a.xml', '1/2'), await send('b.xml', '2/2')]).toEqual(['running', 'passed']);
});

it('sends attachments of failing tests, and keeps secrets out', async () => {
  const output =
    '<system-out>logged in with hunter2-hunter2\n[[ATTACHMENT|shots/a.png]]\n[[ATTACHMENT|gone.png]]</system-out>';
  const directory = await makeFolder({
    'out/a.xml': report(testcase('a', FAILURE + output)),
    'out/shots/a.png': 'a picture',
  });
  const run = await server.svc(['upload', 'out/a.xml', '--project', 'shots'], {
    directory,
    env: { DB_PASSWORD: 'hunter2-hunter2' },
  });
  expect({ ...run, stdout: stable(run.stdout) }).toMatchInlineSnapshot(`
    {
      "status": 0,
      "stderr": "",
      "stdout": "✓ sent shots #1  ✗ failed  1 result  URL
      junit · 1 test · 1 failed
      1 artifact, 9 B
    ! left out: gone.png is gone
    ",
    }
  `);
  const id = /[0-9a-f-]{36}/.exec(run.stdout)?.[0] ?? '';
  const execution = executionDetail.parse(await server.data(`executions/${id}`));
  expect(execution.results[0]?.attempts[0]?.stdout).toBe('logged in with [redacted DB_PASSWORD]\n');
  expect(execution.artifacts).toMatchObject([
    { name: 'a.png', kind: 'screenshot', sizeBytes: 9, state: 'stored' },
  ]);
});

const named = (token: string) =>
  `<testsuite><testcase classname="Api" name="takes ghp_${token.repeat(40)}" time="1"/></testsuite>`;

it('proposes the folder that contains the files of a report', async () => {
  const playwright =
    '<testsuites id=""><testsuite name="shop/cart.spec.ts" hostname="desk"><testcase classname="shop/cart.spec.ts" name="adds up" time="1"/></testsuite></testsuites>';
  const directory = await makeFolder({
    'report.xml': playwright,
    'e2e/shop/cart.spec.ts': '',
    'node_modules/x/shop/cart.spec.ts': '',
  });
  const { stderr } = await server.svc(['upload', 'report.xml', '--dry-run'], { directory });
  expect(stderr).toBe(
    'svc: the test files of report.xml are below e2e: add --root e2e, so that each test is the same test as from a reporter\n',
  );
  const { stderr: silent } = await server.svc(
    ['upload', 'report.xml', '--dry-run', '--root', 'e2e'],
    { directory },
  );
  expect(silent).toBe('');
});

it('distinguishes tests of several reports that differ only in a secret', async () => {
  const directory = await makeFolder({ 'a.xml': named('a'), 'b.xml': named('b') });
  const run = await server.svc(['upload', '*.xml', '--project', 'tokens', '--json'], { directory });
  const { sent } = JSON.parse(run.stdout) as { sent: { executionId: string } };
  const { results } = executionDetail.parse(await server.data(`executions/${sent.executionId}`));
  expect(results.map(({ title }) => title)).toEqual([
    'takes [redacted GitHub token]',
    'takes [redacted GitHub token] (2)',
  ]);
});

const phpunit = (file: string) =>
  `<testsuite><testcase name="a" class="A" assertions="1" file="${file}"/></testsuite>`;

it('finds test files from the report upwards, from a given root, and of another machine', async () => {
  const directory = await makeFolder({
    '.git/HEAD': 'ref: refs/heads/main',
    'packages/shop/tests/a.php': '',
    'packages/shop/out/report.xml': phpunit('tests/a.php'),
    'other.xml': phpunit('/app/packages/shop/tests/a.php'),
    'root.xml': phpunit('a.php'),
    'gone.xml': phpunit('gone.php'),
  });
  const fileOf = async (...args: string[]) => {
    const run = await runSvc(['upload', '--dry-run', '--json', ...args], { directory });
    return (JSON.parse(run.stdout) as { reports: { example: { file: string } }[] }).reports[0]
      ?.example.file;
  };
  const root = ['--root', 'packages/shop/tests'];
  expect(await fileOf('packages/shop/out/report.xml')).toBe('packages/shop/tests/a.php');
  expect(await fileOf('other.xml')).toBe('packages/shop/tests/a.php');
  expect(await fileOf('root.xml', ...root)).toBe('packages/shop/tests/a.php');
  expect(await fileOf('gone.xml', ...root)).toBe('packages/shop/tests/gone.php');
  expect(await fileOf('gone.xml')).toBe('gone.php');
});

it.each([
  [
    ['nix*.xml'],
    "no report or saved run at 'nix*.xml'",
    "quote the glob and run svc where the tests ran: svc upload 'reports/**/*.xml'",
  ],
  [
    ['nix.xml'],
    "no report or saved run at 'nix.xml'",
    "run svc where the tests ran, or name the reports with a glob: svc upload 'reports/**/*.xml'",
  ],
  [
    ['note*.txt'],
    "'note.txt' is not a test report that svc reads",
    'use a narrower glob, or set --format if the file is a report',
  ],
  [
    ['note.txt'],
    "'note.txt' is not a test report that svc reads",
    'leave it out, or set --format if the file is a report',
  ],
  [
    ['a.xml', '--shard', '4/3'],
    "--shard '4/3' is invalid: expected one part of several, such as 1/3",
    'svc upload --help',
  ],
  [
    ['a.xml', '--shard', '1/3'],
    '--shard requires a key that all shards share, and no CI system provides one',
    'add --key <name of this run> to the command of every shard',
  ],
  [
    ['--project', 'shop'],
    '--project is only for test reports, and this command sends saved runs',
    "svc upload 'reports/**/*.xml' --project …",
  ],
  [
    ['kept.json.gz', '--name', 'e2e'],
    '--name is only for test reports, and this command sends saved runs',
    "svc upload 'reports/**/*.xml' --name …",
  ],
  [
    ['a.xml', 'kept.json.gz'],
    "'kept.json.gz' is a saved run, not a test report",
    'upload saved runs and test reports with separate commands',
  ],
])('refuses %j before anything is sent', async (args, problem, remedy) => {
  const directory = await makeFolder({
    'a.xml': report(testcase('a')),
    'note.txt': 'hello',
    'kept.json.gz': '',
  });
  expect(await server.svc(['upload', ...args], { directory })).toEqual({
    status: 2,
    stdout: '',
    stderr: `svc: ${problem}\ntry: ${remedy}\n`,
  });
});

it('exits with 3 for a refused key, and with 4 when nothing listens', async () => {
  const directory = await makeFolder({ 'a.xml': report(testcase('a')) });
  const refused = await server.svc(['upload', 'a.xml'], {
    directory,
    env: { SVC_API_KEY: 'nobodys' },
  });
  const env = { SVC_URL: await findUnusedAddress() };
  const lost = await server.svc(['upload', 'a.xml'], { directory, env });
  expect([refused.status, lost.status]).toEqual([3, 4]);
  expect(lost.stdout).toMatch(/^✗ not sent: connection refused at /);
});

it('shows what it would send, without a key', async () => {
  const directory = await makeFolder({
    'reports/long-name-of-a-report.xml': report(testcase('a'), testcase('b', FAILURE)),
  });
  const run = await runSvc(['upload', 'reports', '--dry-run'], {
    directory,
    env: { COLUMNS: '80' },
  });
  expect(run).toMatchInlineSnapshot(`
    {
      "status": 0,
      "stderr": "",
      "stdout": "would send to default  ✗ failed  junit
      2 tests · 1 failed
    reports/long-name-of-a-report.xml  junit  2 tests  1 failed
        first: com.example.ATest › a
    ",
    }
  `);
});
