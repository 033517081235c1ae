import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { marked } from 'marked';
import type { IngestBody } from '@svc/contract/executions/ingest';
import { writeSpoolFile } from '@svc/reporter-core/spool/spool-file';
import { freePort } from '@svc/server/test/server.ts';
import { joinServerHere, type OrganizationHere } from '@svc/server/test/server-here.ts';
import { pullRequestEvent, pullRequestJob } from './events.ts';
import { startGitHub, type GitHubStandIn, type Refusal } from './github/github-stand-in.ts';
import type { Waits } from '../src/world.ts';
import { IMPATIENT, runAction, type ActionRun } from './run-action.ts';
import { testClock } from '@svc/server/test/clock.ts';

const COMMIT = 'c0ffee0000000000000000000000000000000001';

let server: OrganizationHere;
let gitHub: GitHubStandIn;
let folder: string;
let runId = 5000;

beforeAll(async () => {
  server = await joinServerHere();
});
beforeEach(async () => {
  gitHub = await startGitHub();
  folder = mkdtempSync(join(tmpdir(), 'svc-action-faults-'));
  runId++;
  write('reports/junit.xml', report('<failure message="expected 1 to be 2"/>'));
});
afterEach(async () => {
  await gitHub.close();
  rmSync(folder, { recursive: true });
});

function write(path: string, content: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), content);
}

function report(outcome: string): string {
  return `<testsuites name="vitest tests"><testsuite name="src/cart.test.ts"><testcase classname="src/cart.test.ts" name="cart &gt; rounds" time="0.1">${outcome}</testcase></testsuite></testsuites>`;
}

function failedIn(file: string, message: string): string {
  return report(`<failure message="${message}"/>`).replaceAll('src/cart.test.ts', file);
}

/** The run of two tests, as a reporter saves it. */
function savedRun(): IngestBody {
  const test = { file: 'src/stock.test.ts', durationMs: 5 };
  const failed = { status: 'failed' as const, durationMs: 2, errors: [{ message: 'no more tea' }] };
  return {
    version: 1,
    idempotencyKey: `saved-${runId}`,
    execution: {
      key: `saved-${runId}`,
      project: 'faults',
      framework: 'vitest',
      reporter: { name: '@svc/vitest-reporter', version: '0.1.0' },
      status: 'failed',
      startedAt: testClock.now().toISOString(),
      durationMs: 10,
    },
    results: [
      { ...test, titlePath: ['stock', 'has tea'], status: 'failed', attempts: [failed] },
      {
        ...test,
        titlePath: ['stock', 'has pots'],
        status: 'passed',
        attempts: [failed, { status: 'passed', durationMs: 3 }],
      },
    ],
  };
}

function action(
  inputs: Record<string, string> = {},
  {
    event,
    env,
    waits,
  }: { event?: Record<string, unknown>; env?: Record<string, string>; waits?: Partial<Waits> } = {},
): Promise<ActionRun> {
  const job = pullRequestJob({ head: COMMIT, runId: String(runId), gitHub });
  return runAction({
    folder,
    waits,
    server,
    inputs: { project: 'faults', files: 'reports/*.xml', ...inputs },
    event: event ?? job.event,
    env: { ...job.env, ...env },
  });
}

describe('without svc', () => {
  it('annotates no class of a JUnit report as a file of the checkout', async () => {
    mkdirSync(join(folder, '.git'));
    write('cart.test.ts', '');
    write('reports/junit.xml', failedIn('com.acme.CartTest', 'no tea'));
    write('reports/other.xml', failedIn('cart.test.ts', 'the pot broke'));
    const run = await action({ 'api-key': '' });
    const failures = run.annotations.filter((line) => line.startsWith('error'));
    expect(failures.toSorted()).toEqual([
      'error | title=cart › rounds | no tea',
      'error | title=cart › rounds,file=cart.test.ts | the pot broke',
    ]);
  });

  it('makes summary and annotations from the files if there is no key', async () => {
    const run = await action({ 'api-key': '', 'fail-on': 'new-failures' });
    expect(run.exitCode).toBe(0);
    expect(run.annotations).toMatchInlineSnapshot(`
      [
        "notice | title=svc | No API key: the summary is made from the files alone, and nothing is sent. Set SVC_API_KEY from a secret.",
        "error | title=cart › rounds,file=src/cart.test.ts | expected 1 to be 2",
        "warning | title=svc | fail-on: new-failures cannot be decided, because there is nothing to compare with",
      ]
    `);
    expect(run.summary).toMatchInlineSnapshot(`
      "### ❌ 1 of 1 test failed

      |  | tests | passed | failed | flaky | skipped | time |
      | --- | --: | --: | --: | --: | --: | --: |
      | **vitest** | 1 | 0 | 1 | 0 | 0 | 100 ms |

      **Verdict** unsure: known flake 41 %, healable 41 %. Two counts differ slightly: expected 1 to be 2. Run the test again on this commit: if it passes, this is a flake.

      <details><summary>✗ <b>cart › rounds</b> <code>src/cart.test.ts</code></summary>

      unsure: known flake 41 %, healable 41 % · \`fp2:a8d9221a8afd\`

      \`\`\`
      expected 1 to be 2
      \`\`\`

      **First step:** Run the test again on this commit: if it passes, this is a flake

      </details>
      "
    `);
    expect(run.outputs).toMatchObject({ status: 'failed', failed: '1', gate: '', url: '' });
    expect(gitHub.calls).toEqual([]);
  });

  it('announces no summary if there is neither a key nor a file', async () => {
    const { annotations, summary } = await action({ 'api-key': '', files: '' });
    expect(summary).toBe('');
    expect(annotations).toEqual([
      'notice | title=svc | No API key: there are no files either, so nothing is sent, and there is no summary. Set SVC_API_KEY from a secret.',
    ]);
  });

  it('still fails with fail-on: failures, which files can answer', async () => {
    const run = await action({ 'api-key': '', 'fail-on': 'failures' });
    expect(run.exitCode).toBe(1);
  });

  it('says so for the pull request of a fork, without an error', async () => {
    const event = pullRequestEvent({ head: COMMIT, headRepository: 'eve/shop' });
    const run = await action({ 'api-key': '' }, { event });
    expect(run.exitCode).toBe(0);
    expect(run.annotations.find((line) => line.startsWith('notice'))).toMatch(/from a fork/);
    expect(run.summary).toContain('1 of 1 test failed');
  });

  it.each([
    ['false', 0],
    ['true', 1],
  ])('with the server down and fail-on-upload-error: %s ends with %i', async (value, exitCode) => {
    const url = `http://127.0.0.1:${await freePort()}`;
    const run = await action({ url, 'fail-on-upload-error': value }, { waits: IMPATIENT });
    expect(run.exitCode).toBe(exitCode);
    expect(run.log).toContain('connection refused');
    expect(run.summary).toContain('1 of 1 test failed');
    expect(run.summary).toContain('**Not sent:**');
    expect(gitHub.calls).toEqual([]);
  });

  it('goes on with a key that the server does not know', async () => {
    const run = await action({ 'api-key': `${server.apiKey.slice(0, -3)}abc` });
    expect(run.exitCode).toBe(0);
    expect(run.log).toContain('rejected the API key (401)');
    expect(run.summary).toContain('1 of 1 test failed');
  });
});

describe('files', () => {
  it.each([
    ['warn', 0, ["warning | title=svc | no file matches 'nowhere/*.xml'"]],
    ['error', 1, ["error | svc: no file matches 'nowhere/*.xml' (if-no-files: error)"]],
    ['ignore', 0, []],
  ])('names a glob without a file with if-no-files: %s', async (value, exitCode, lines) => {
    const run = await action({ files: 'reports/*.xml\nnowhere/*.xml', 'if-no-files': value });
    expect(run.exitCode).toBe(exitCode);
    expect(run.annotations.filter((line) => line.includes('nowhere'))).toEqual(lines);
    expect(run.outputs['failed']).toBe('1');
  });

  it('sends good reports beside broken ones, and names those', async () => {
    write('reports/cut.xml', report('').slice(0, -20));
    write('reports/empty.xml', '');
    write('reports/page.xml', '<html/>');
    const run = await action({ annotations: 'false' });
    expect(run.exitCode).toBe(0);
    expect(run.annotations.filter((line) => line.startsWith('warning'))).toMatchInlineSnapshot(`
      [
        "warning | title=svc | skipped: reports/page.xml is an HTML page, which svc does not read: write JUnit XML, which most tools write beside it",
        "warning | title=svc | reports/cut.xml:1:158 could not be read to its end: it ends in the middle of <testsuite>",
        "warning | title=svc | reports/empty.xml:1:1 could not be read to its end: it is empty",
      ]
    `);
    expect(run.outputs).toMatchObject({ status: 'failed', failed: '1', passed: '1' });
    expect(run.summary).toContain('2 errors outside of tests');
  });

  it.each([true, false])(
    'sends a run that a reporter saved, and reads it without a key (%s)',
    async (hasKey) => {
      const folderOfRuns = join(folder, 'node_modules', '.cache', 'svc');
      mkdirSync(folderOfRuns, { recursive: true });
      writeSpoolFile(join(folderOfRuns, '2026-11-20T10-00-00-000Z-0123abcd.json.gz'), {
        savedAt: testClock.now().toISOString(),
        url: server.url,
        body: savedRun(),
      });
      const run = await action({
        files: 'node_modules/.cache/svc/*.json.gz',
        ...(!hasKey && { 'api-key': '' }),
      });
      expect(run.outputs).toMatchObject({ status: 'failed', failed: '1', passed: '1', flaky: '1' });
      expect(run.summary).toContain('no more tea');
      expect(readdirSync(folderOfRuns)).toHaveLength(hasKey ? 0 : 1);
    },
  );

  it('does not pass on what was sent if another run was refused', async () => {
    write('reports/junit.xml', report(''));
    const body = savedRun();
    body.execution.startedAt = '2999-01-01T00:00:00.000Z';
    writeSpoolFile(join(folder, '2026-11-20T10-00-00-000Z-0123abcd.json.gz'), {
      savedAt: testClock.now().toISOString(),
      url: server.url,
      body,
    });
    const run = await action({
      files: 'reports/*.xml\n*.json.gz',
      'fail-on': 'failures',
      'if-undecided': 'error',
    });
    expect(run.outputs).toMatchObject({ status: 'passed', passed: '1' });
    expect(run.exitCode).toBe(1);
    expect(run.annotations.at(-1)).toBe(
      'error | svc: fail-on: failures cannot be decided, because not everything was sent (if-undecided: error)',
    );
  });

  it('goes on with the other reports if some cannot be read, and names them', async () => {
    symlinkSync('nowhere.xml', join(folder, 'reports', 'dangling.xml'));
    // Its first byte cannot be read, by root neither.
    symlinkSync('/proc/self/mem', join(folder, 'reports', 'locked.xml'));
    const run = await action({ annotations: 'false' });
    expect(run.exitCode).toBe(0);
    expect(run.outputs).toMatchObject({ status: 'failed', failed: '1' });
    expect(run.annotations.filter((line) => line.startsWith('warning'))).toMatchInlineSnapshot(`
      [
        "warning | title=svc | reports/locked.xml could not be read to its end: it cannot be read (EIO)",
      ]
    `);
  });

  it('leaves out what tools write beside their reports, and names it in the log', async () => {
    write('reports/failsafe-summary.xml', '<failsafe-summary timeout="false"/>');
    write('reports/site/jacoco.xml', '<!DOCTYPE report><report name="shop"/>');
    const run = await action({ files: 'reports/**/*.xml' });
    expect(run.outputs['failed']).toBe('1');
    expect(run.annotations.filter((line) => line.startsWith('warning'))).toEqual([]);
    expect(run.log).toContain("\n- reports/failsafe-summary.xml (Failsafe's summary)\n");
    expect(run.log).toContain('\n- reports/site/jacoco.xml (a coverage report)\n');
  });

  it('warns of such a file where no report is found', async () => {
    write('summaries/failsafe-summary.xml', '<failsafe-summary timeout="false"/>');
    const run = await action({ files: 'summaries/*.xml' });
    expect(run.annotations).toContain(
      "warning | title=svc | skipped: summaries/failsafe-summary.xml is Failsafe's summary, not a test report",
    );
  });

  it('names a few of many files that are no reports', async () => {
    for (let index = 0; index < 30; index++) write(`pages/${10 + index}.xml`, '<page/>');
    const run = await action({ files: 'pages/*.xml\nreports/*.xml' });
    expect(run.outputs['failed']).toBe('1');
    expect(run.annotations.filter((line) => line.startsWith('warning'))).toMatchInlineSnapshot(`
      [
        "warning | title=svc | skipped: pages/10.xml is not a test report; pages/11.xml is not a test report; pages/12.xml is not a test report; pages/13.xml is not a test report; pages/14.xml is not a test report; and 25 more, see the log",
      ]
    `);
    expect(run.log).toContain('\n- pages/39.xml is not a test report\n');
  });

  it.each([
    ['a folder without one of its files', 'reports\n!reports/old/**', '1'],
    ['a folder with all of its files', 'reports', '2'],
    ['a glob without one of its files', './reports/**/*.xml\n! **/old/*', '1'],
    ['an absolute glob', '/<folder>/reports/**/*.xml\n!/<folder>/reports/old/**', '1'],
    ['the home folder', '~/home-*.xml', '1'],
    ['a link to a file outside of the workspace', 'outside.xml', '1'],
    ['a folder whose link to itself never ends', 'endless', '1'],
    ['the modules only if they are named', '**/*.xml\n!reports/**\n!endless/**\n!outside.xml', '0'],
    ['the modules', 'node_modules/pkg/*.xml', '1'],
  ])('reads %s', async (_, files, failed) => {
    const home = join(folder, '..', `${basename(folder)}-home`);
    mkdirSync(home);
    onTestFinished(() => rmSync(home, { recursive: true }));
    const failing = report('<failure message="no"/>');
    writeFileSync(join(home, 'home-1.xml'), failing.replaceAll('cart.test', 'home.test'));
    write('reports/old/junit.xml', failing.replaceAll('cart.test', 'old.test'));
    write('endless/junit.xml', failing);
    write('node_modules/pkg/fixture.xml', failing);
    symlinkSync('.', join(folder, 'endless', 'again'));
    symlinkSync(join(home, 'home-1.xml'), join(folder, 'outside.xml'));
    const run = await action(
      { files: files.replaceAll('/<folder>', folder), 'api-key': '' },
      { env: { HOME: home } },
    );
    expect(run.outputs['failed'] || '0').toBe(failed);
  });

  it('sends 500 files as one execution', async () => {
    for (let index = 0; index < 500; index++) {
      write(`reports/${index}.xml`, report('').replaceAll('cart.test', `cart-${index}.test`));
    }
    const run = await action();
    expect(run.outputs).toMatchObject({ passed: '500', failed: '1' });
  });
});

describe('comments', () => {
  it('is a notice where the token may not write them', async () => {
    gitHub.refuse = (operation) =>
      operation === 'issues/create-comment'
        ? { status: 403, message: 'Resource not accessible by integration' }
        : undefined;
    const run = await action();
    expect(run.exitCode).toBe(0);
    expect(run.annotations.filter((line) => line.includes('comment'))).toMatchInlineSnapshot(`
      [
        "notice | title=svc wrote no comment | The token may not write comments (Resource not accessible by integration). Give the job \`permissions: pull-requests: write\`.",
      ]
    `);
    expect(gitHub.comments).toEqual([]);
  });

  it.each<[string, Refusal]>([
    [
      'a secondary rate limit',
      {
        status: 403,
        message: 'You have exceeded a secondary rate limit. Please wait.',
        headers: { 'retry-after': '1' },
      },
    ],
    ['a 429', { status: 429, message: 'Too many requests', headers: { 'retry-after': '1' } }],
    ['a server error', { status: 502, message: 'Bad gateway' }],
  ])('waits and writes it after %s', async (_, refusal) => {
    gitHub.refuse = (operation, count) =>
      operation === 'issues/list-comments' && count === 1 ? refusal : undefined;
    const run = await action();
    expect(run.exitCode).toBe(0);
    expect(gitHub.comments).toHaveLength(1);
    expect(run.annotations.filter((line) => line.includes('comment'))).toEqual([]);
  });

  it('gives up on a rate limit that lasts, with a notice', async () => {
    gitHub.refuse = () => ({
      status: 403,
      message: 'You have exceeded a secondary rate limit. Please wait.',
      headers: { 'retry-after': '3600' },
    });
    const run = await action();
    expect(run.exitCode).toBe(0);
    expect(run.annotations.filter((line) => line.includes('comment'))).toMatchInlineSnapshot(`
      [
        "notice | title=svc wrote no comment | GitHub's rate limit: You have exceeded a secondary rate limit. Please wait.",
      ]
    `);
  });

  it('says that the pull request is locked, and not that the token may not write', async () => {
    gitHub.refuse = (operation) =>
      operation === 'issues/create-comment'
        ? { status: 403, message: 'Unable to create comment because issue is locked.' }
        : undefined;
    const run = await action();
    expect(run.exitCode).toBe(0);
    expect(run.annotations.at(-1)).toBe(
      'notice | title=svc wrote no comment | The conversation of the pull request is locked.',
    );
  });

  it('is written on GitHub Enterprise Server, whose API has a path', async () => {
    await action({}, { env: { GITHUB_API_URL: `${gitHub.url}/api/v3` } });
    expect(gitHub.comments).toHaveLength(1);
  });

  it('is a notice where GitHub cannot be reached', async () => {
    const url = `http://127.0.0.1:${await freePort()}`;
    const run = await action({}, { env: { GITHUB_API_URL: url } });
    expect(run.exitCode).toBe(0);
    expect(run.annotations.at(-1)).toMatch(
      /^notice \| title=svc wrote no comment \| GitHub cannot be reached: .*ECONNREFUSED/,
    );
  });

  it('leaves a comment alone that somebody else made look like ours', async () => {
    await action();
    const [ours] = gitHub.comments;
    gitHub.comments = [{ id: 1, body: ours?.body ?? '', userType: 'User', association: 'NONE' }];
    await action();
    expect(gitHub.comments.map(({ id, userType }) => [id, userType])).toEqual([
      [1, 'User'],
      [2, 'Bot'],
    ]);
  });

  it('finds its comment behind a hundred others', async () => {
    gitHub.comments = Array.from({ length: 130 }, (__, index) => ({
      id: index + 1,
      body: 'Nice!',
      userType: 'User',
      association: 'NONE',
    }));
    await action();
    await action();
    expect(gitHub.comments.filter(({ userType }) => userType === 'Bot')).toHaveLength(1);
  });
});

it('fails with if-undecided: error if nobody answers the gate, as in a job that decides for others', async () => {
  const undecided = { 'fail-on': 'gate', 'if-undecided': 'error' };
  const noKey = await action({ ...undecided, 'api-key': '' });
  const nothingSent = await action({ ...undecided, files: '' });
  const url = `http://127.0.0.1:${await freePort()}`;
  const noServer = await action({ ...undecided, url }, { waits: IMPATIENT });
  expect([noKey, nothingSent, noServer].map(({ exitCode }) => exitCode)).toEqual([1, 1, 1]);
  expect(noServer.annotations.at(-1)).toBe(
    'error | svc: fail-on: gate cannot be decided, because it needs an answer from the server (if-undecided: error)',
  );
});

it('fails on a misspelt fail-on, which nobody may rely on', async () => {
  const run = await action({ 'fail-on': 'regresions' });
  expect(run.exitCode).toBe(1);
  expect(run.annotations).toEqual([
    "error | fail-on 'regresions' is not one of never, failures, new-failures, regressions, gate",
  ]);
});

it('fails on a misspelt if-undecided, too', async () => {
  const run = await action({ 'fail-on': 'gate', 'if-undecided': 'fail' });
  expect(run.exitCode).toBe(1);
  expect(run.annotations).toEqual(["error | if-undecided 'fail' is not one of warn, error"]);
});

it('masks the key and the token in the log', async () => {
  const run = await action();
  expect(run.log).toContain(`::add-mask::${server.apiKey}`);
  expect(run.log.replaceAll(/^::add-mask::.*$/gm, '')).not.toContain(server.apiKey);
  expect(run.summary).not.toContain(server.apiKey);
});

it('writes hostile titles and messages as text', async () => {
  write(
    'reports/junit.xml',
    report(
      '<failure message="&lt;/details&gt;&lt;img src=x onerror=alert(1)&gt; @acme/team\n```\n::error::owned">stack</failure>',
    ).replace('cart &gt; rounds', '&lt;script&gt; @ada [x](javascript:1) --&gt; | `code` **b**'),
  );
  const run = await action();
  const body = gitHub.comments[0]?.body ?? '';
  for (const text of [run.summary, body]) {
    const html = await marked.parse(text, { gfm: true });
    expect(html.match(/<(?:script|img)|href="(?!http:\/\/127)[^"]*"/g)).toBeNull();
    // GitHub reads mentions in everything that is not code.
    expect(html.replaceAll(/<code[\s\S]*?<\/code>/g, '')).not.toMatch(/@\w/);
  }
  expect(run.annotations.filter((line) => line.startsWith('error | owned'))).toEqual([]);
});

it('shows results with a key that may only upload, and says what it may not', async () => {
  const key = await server.createKey({ name: 'CI', scope: 'ingest' });
  const run = await action({ 'api-key': key, 'fail-on': 'gate' });
  expect(run.outputs).toMatchObject({ status: 'failed', failed: '1', gate: 'fail' });
  expect(run.exitCode).toBe(1);
  expect(run.summary).toContain("Not compared: This requires an API key with the scope 'full'");
  expect(run.summary).toContain("Analysis: This requires an API key with the scope 'full'");
  // Of what this key sent.
  expect(gitHub.comments.map(({ body }) => /^### .*$/m.exec(body)?.[0])).toEqual([
    '### ❌ 1 of 1 test failed',
  ]);
  expect(run.annotations.filter((line) => line.startsWith('notice'))).toEqual([]);
});
