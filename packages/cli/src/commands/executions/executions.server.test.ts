import { execFileSync } from 'node:child_process';
import { beforeAll, expect, it } from 'vitest';
import { emptyFolder } from '../../../test/run-svc.ts';
import { joinShopServer, type ShopServer } from '../../../test/shop-server.ts';

let server: ShopServer;
beforeAll(async () => {
  server = await joinShopServer();
  for (let count = 1; count <= 22; count++) {
    await server.ingest((body) => {
      if (body.execution.git !== undefined)
        body.execution.git.branch = count % 2 ? 'main' : 'fix-cart';
    });
  }
});

it('lists the newest twenty, and prints a command that shows all', async () => {
  const { status, stdout, stderr } = await server.svc(['executions', '--project', 'shop']);
  const lines = stdout.trimEnd().split('\n');
  expect({ status, stderr, rows: lines.length }).toEqual({ status: 0, stderr: '', rows: 24 });
  expect(lines[0]).toBe('shop · last 30 days');
  expect(lines[3]).toMatch(
    /^22 {2}✗ failed {2}file error {2}fix-cart {2}77e0a1c +6 +2 +1 +2\.3 s +\d+ min ago/,
  );
  expect(lines.at(-1)).toBe('20 of 22. More: svc executions --project shop --limit 22');
  const all = await server.svc('executions --project shop --limit 22'.split(' '));
  expect(all.stdout.trimEnd().split('\n')).toHaveLength(25);
});

it('takes list for the same command, with the same flags and help', async () => {
  const words = ['--project', 'shop', '--limit', '3'];
  const listed = await server.svc(['executions', 'list', ...words]);
  expect(listed).toEqual(await server.svc(['executions', ...words]));
  expect(listed).toMatchObject({ status: 0, stderr: '' });
  const help = await server.svc(['executions', 'list', '--help']);
  expect(help).toEqual(await server.svc(['executions', '--help']));
  expect(help.stdout).not.toContain('  list');
});

it("prints the contract's page with --json, over several pages too", async () => {
  const data = await server.data('executions?project=shop&limit=3');
  const { stdout } = await server.svc('executions --project shop --limit 3 --json'.split(' '));
  expect(JSON.parse(stdout)).toEqual(data);
});

it('passes every filter to the server', async () => {
  const flags =
    '--project shop --branch main --framework vitest --environment ci --source ci --from 7d --status failed ' +
    '--status passed --commit 77e0a1c --pull-request 12 --tag unit --search discount --limit 100 --json';
  const { stdout } = await server.svc(['executions', ...flags.split(' ')]);
  expect(JSON.parse(stdout)).toMatchObject({
    items: { length: 11 },
    nextCursor: null,
    source: 'ci',
  });
  const none = await server.svc('executions --project shop --status interrupted --json'.split(' '));
  expect(JSON.parse(none.stdout)).toEqual({
    items: [],
    nextCursor: null,
    source: 'all',
    localProjects: [],
  });
});

it('marks local, partial and dirty runs, whose facts --json has too', async () => {
  const project = 'marked';
  await server.ingest(({ execution }) => {
    Object.assign(execution, { project, ci: {}, partial: ['filter'] });
    execution.git = { branch: 'main', dirty: true };
  });
  const args = ['executions', '--project', project];
  const { stdout } = await server.svc(args, { env: { COLUMNS: '80' } });
  expect(stdout).toMatch(/^1 {2}✗ failed {2}LPDF {2}main {4}/m);
  expect(stdout).toMatch(
    /\nL local · P partial: .* · D dirty: uncommitted changes\nF file error: .*\n$/,
  );
  const json = await server.svc([...args, '--json']);
  expect(JSON.parse(json.stdout)).toMatchObject({
    items: [{ ci: {}, partial: ['filter'], git: { dirty: true } }],
  });
});

it('uses the project of the git remote, and says so', async () => {
  const directory = await emptyFolder();
  execFileSync('git', ['init', '-q'], { cwd: directory });
  const remote = ['remote', 'add', 'origin', 'https://example.com/team/shop.git'];
  execFileSync('git', remote, { cwd: directory });
  const { stdout } = await server.svc(['executions', '--limit', '1'], { directory });
  expect(stdout).toMatch(/^shop \(this repository\) · last 30 days\n/);
  const variable = await server.svc(['executions'], { directory, env: { SVC_PROJECT: 'marked' } });
  expect(variable.stdout).toMatch(/^marked \(SVC_PROJECT\) · last 30 days\n/);
  const all = await server.svc(['executions', '--all-projects', '--limit', '1'], { directory });
  expect(all.stdout).toMatch(/^all projects · last 30 days\n/);
});

it('prints a table to paste with --markdown', async () => {
  const { stdout } = await server.svc('executions --project shop --limit 1 --markdown'.split(' '));
  expect(stdout.split('\n')[4]).toMatch(
    /^\| \[22\]\(http:\S+\) \| ✗ failed \| file error \| shop \| fix-cart \| 77e0a1c \| 6 \| 2 \| 1 \| 2\.3 s \|/,
  );
});

it('colours only where colour is wanted', async () => {
  const args = ['executions', '--project', 'shop', '--limit', '1'];
  const coloured = await server.svc(args, { env: { FORCE_COLOR: '1' } });
  expect(coloured.stdout).toContain('\u001b[31m✗ failed');
  const plain: Record<string, string>[] = [{}, { FORCE_COLOR: '1', NO_COLOR: '1' }];
  for (const env of plain) {
    expect((await server.svc(args, { env })).stdout).not.toContain('\u001b');
  }
  const flag = await server.svc([...args, '--no-color'], { env: { FORCE_COLOR: '1' } });
  expect(flag.stdout).not.toContain('\u001b');
  const json = await server.svc([...args, '--json'], { env: { FORCE_COLOR: '1' } });
  expect(json.stdout).not.toContain('\u001b');
});

it('prints requests with -v on stderr, and only rows with -q', async () => {
  const { stderr } = await server.svc(['executions', '-v']);
  expect(stderr).toMatch(/^GET \/trpc\/executions\.list 200 in \d+ ms, request \S+\n$/);
  const { stdout } = await server.svc(['executions', '-q', '--project', 'shop', '--limit', '2']);
  expect(stdout.trimEnd().split('\n')).toHaveLength(3);
});
