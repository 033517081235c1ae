import { cp, mkdir, readdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeSpool } from '@svc/reporter-core/spool/spool';
import { beforeAll, describe, expect, it } from 'vitest';
import { fixtureBody } from '../../../../test/samples/make-execution.ts';
import { emptyFolder } from '../../../../test/run-svc.ts';
import { joinShopServer, type ShopServer } from '../../../../test/shop-server.ts';
import { makeSpooledProject } from '../../../../test/spooled-project.ts';

// A wrong address: the runs were saved for another server.
const WRONG = 'http://wrong.example:4400';
const SPOOL = 'node_modules/.cache/svc';
const JUNIT = '<testsuite name="a"><testcase name="one" classname="a" time="1"/></testsuite>';

let server: ShopServer;
beforeAll(async () => {
  server = await joinShopServer();
});

/** The command that follows these words. */
function hinted(stdout: string, words: string): string[] {
  const [, command = ''] = new RegExp(`${words}: svc (.*)`).exec(stdout) ?? [];
  return command.split(' ');
}

it('prints what became of each run as Markdown', async () => {
  const { directory } = await makeSpooledProject(server.url, 'a', 'refused');
  const { status, stdout } = await server.svc(['upload', '--markdown'], { directory });
  expect(status).toBe(1);
  expect(`\n${stdout.replaceAll(/http[^)\s]+/g, 'URL').replaceAll(/[\w-]+\.json\.gz/g, 'FILE')}`)
    .toMatchInlineSnapshot(`
    "
    - ✓ sent [shop \\#1](URL) · ✗ failed · 6 results
    - ✗ FILE: execution.durationMs: Too small: expected number to be &gt;=0 (400); set aside as .refused
    - ! 1 refused run set aside
    "
  `);
});

describe('runs that were saved for another address', () => {
  it('stay, and the hint sends them to the address that is set now', async () => {
    const { directory, spool } = await makeSpooledProject(WRONG, 'a', 'b');
    const { status, stdout } = await server.svc(['upload'], { directory });
    expect({ status, stdout: stdout.replaceAll(server.url, 'URL') }).toMatchInlineSnapshot(`
      {
        "status": 0,
        "stdout": "! 2 saved runs are for http://wrong.example:4400
        send them there: svc upload --url http://wrong.example:4400
        send them to URL: svc upload node_modules/.cache/svc
      Nothing else to send.
      ",
      }
    `);
    expect(await readdir(spool)).toHaveLength(2);
    const again = await server.svc(hinted(stdout, `send them to ${server.url}`), { directory });
    expect(again).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('2 of 2 saved runs sent.'),
    });
    expect(await readdir(spool)).toEqual([]);
  });

  it('are sent by the hint of svc doctor', async () => {
    const { directory, spool } = await makeSpooledProject(WRONG, 'c');
    const { stdout } = await server.svc(['doctor'], { directory });
    await server.svc(hinted(stdout, `send them to ${server.url}`), { directory });
    expect(await readdir(spool)).toEqual([]);
  });
});

describe('svc upload with saved runs', () => {
  it.each([
    ['the spool', [SPOOL]],
    ['a folder around the spool', ['node_modules']],
    ['a quoted glob', [`${SPOOL}/*.json.gz`]],
    ['a glob of any depth', ['node_modules/**/*.json.gz']],
    ['the spool twice', [SPOOL, `${SPOOL}/*.gz`]],
  ])('sends those in %s, each once', async (_, words) => {
    const { directory, spool } = await makeSpooledProject(WRONG, `${words.join()} 1`, 'x');
    const { status, stdout } = await server.svc(['upload', ...words], { directory });
    expect(stdout).toContain('2 of 2 saved runs sent.');
    expect(status).toBe(0);
    expect(await readdir(spool)).toEqual([]);
  });

  it('sends those of downloaded folders, of several jobs and with any name', async () => {
    const directory = await emptyFolder();
    for (const job of ['unit', 'e2e']) {
      const { spool } = await makeSpooledProject(WRONG, `downloaded ${job}`);
      await cp(spool, join(directory, 'kept', job), { recursive: true });
    }
    const [first = ''] = await readdir(join(directory, 'kept', 'unit'));
    await rename(join(directory, 'kept', 'unit', first), join(directory, 'kept/unit/run.json.gz'));
    const { stdout } = await server.svc(['upload', 'kept'], { directory });
    expect(stdout).toContain('2 of 2 saved runs sent.');
  });

  it('leaves a folder with other gzipped JSON a folder of reports', async () => {
    const directory = await emptyFolder();
    await mkdir(join(directory, 'reports'));
    await writeFile(join(directory, 'reports', 'metrics.json.gz'), 'no gzip');
    await writeFile(join(directory, 'reports', 'junit.xml'), JUNIT);
    const { stdout } = await server.svc(['upload', 'reports', '--json'], { directory });
    expect(JSON.parse(stdout)).toMatchObject({ sent: { accepted: { results: 1 } } });
    expect(await readdir(join(directory, 'reports'))).toContain('metrics.json.gz');
  });

  it('sends nothing of a folder with both, and names a command for each', async () => {
    const { directory } = await makeSpooledProject(WRONG, 'mixed');
    await rename(join(directory, SPOOL), join(directory, 'kept'));
    await writeFile(join(directory, 'kept', 'junit.xml'), JUNIT);
    const { status, stderr } = await server.svc(['upload', 'kept'], { directory });
    expect({ status, stderr }).toEqual({
      status: 2,
      stderr:
        "svc: 'kept' contains saved runs and test reports\n" +
        "try: svc upload 'kept/**/*.json.gz' && svc upload 'kept/**/*.{xml,json}'\n",
    });
  });

  it('says so when a folder has none', async () => {
    const { directory } = await makeSpooledProject(WRONG);
    const { status, stderr } = await server.svc(['upload', SPOOL], { directory });
    expect({ status, stderr }).toEqual({
      status: 2,
      stderr:
        `svc: no report or saved run at '${SPOOL}'\n` +
        "try: run svc where the tests ran, or name the reports with a glob: svc upload 'reports/**/*.xml'\n",
    });
  });

  it('counts the errors of a run that ended before its first test', async () => {
    const { directory } = await makeSpooledProject(WRONG);
    const body = structuredClone(fixtureBody);
    Object.assign(body, { idempotencyKey: directory, files: [], results: [] });
    Object.assign(body.execution, { key: directory, errors: [{ message: 'no database' }] });
    writeSpool({ savedAt: '2026-11-20T10:00:00.000Z', url: server.url, body }, directory);
    const { stdout } = await server.svc(['upload'], { directory });
    expect(stdout).toMatch(/^✓ sent shop #\d+  ✗ failed  0 tests, 1 error  http/);
  });
});
