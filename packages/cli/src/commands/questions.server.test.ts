import { clock } from '@svc/reporter-core/clock';
import { beforeAll, expect, it } from 'vitest';
import { joinShopServer, type ShopServer } from '../../test/shop-server.ts';

let server: ShopServer;
// Whole days, so that command and API ask for the same window.
const from = new Date(clock.now().getTime() - 10 * 86_400_000).toISOString().slice(0, 10);
const to = new Date(clock.now().getTime() + 86_400_000).toISOString().slice(0, 10);
beforeAll(async () => {
  server = await joinShopServer();
  for (let count = 1; count <= 6; count++) {
    await server.ingest((body) => {
      if (body.execution.git !== undefined) body.execution.git.commit = `${count}7e0a1c`.repeat(2);
    });
  }
});

function ask(words: string, ...more: string[]) {
  const window = ['--from', from, '--to', to];
  return server.svc([...words.split(' '), ...window, '--project', 'shop', ...more]);
}

it.each([
  ['metrics', 'metrics?'],
  ['trends --timezone UTC', 'trends?'],
  [
    'trends --granularity weekly --timezone Europe/Berlin',
    'trends?granularity=weekly&timezone=Europe/Berlin&',
  ],
  ['flaky --limit 2 --sort score --min-runs 1', 'flaky-tests?limit=2&sort=score&minRuns=1&'],
  ['failures --limit 1 --sort tests --phase new', 'failures?limit=1&sort=tests&phase=new&'],
  ['failures --phase over --phase ongoing', 'failures?phase=over&phase=ongoing&limit=10&'],
  [
    'flaky --min-runs 1 --state healthy,broken',
    'flaky-tests?minRuns=1&state=healthy&state=broken&limit=20&',
  ],
])("prints the contract's data with --json: svc %s", async (words, path) => {
  const data = await server.data(`${path}project=shop&from=${from}&to=${to}`);
  const { status, stdout, stderr } = await ask(words, '--json');
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(JSON.parse(stdout)).toEqual(data);
});

it('shows the figures of a period', async () => {
  const { stdout } = await ask('metrics');
  expect(stdout).toMatch(/^shop · \S+ to \S+ · no runs in the previous period\n/);
  expect(stdout).toMatch(/^executions +6 +–$/m);
  expect(stdout).toMatch(/^ {2}pass rate +60\.0 % +–$/m);
});

it('draws the trend in the time zone of this machine, and says so', async () => {
  const { stdout } = await server.svc(['trends', '--project', 'shop', '--from', '3d'], {
    timeZone: 'Asia/Tokyo',
  });
  expect(stdout).toContain("daily in Asia/Tokyo (this machine's time zone)");
  const offset = await server.svc(['trends', '--project', 'shop', '--table'], {
    timeZone: '-02:00',
  });
  expect(offset).toMatchObject({ status: 0, stderr: '' });
});

it('lists flaky tests, and stops a script with --fail-on', async () => {
  const { status, stdout, stderr } = await ask('flaky --fail-on flaky');
  expect({ status, stderr }).toEqual({ status: 1, stderr: 'svc: --fail-on flaky: 1 flaky test\n' });
  const [row, id = ''] =
    /^([0-9a-f]{8}) +\S+ ms +100\.0 % +\S+ % +6 of 6 +±{6} .*$/m.exec(stdout) ?? [];
  expect(row).toMatch(/ search › suggests as you type$/);
  expect((await ask(`test ${id}`)).stdout).toMatch(/^± \w+ +search › suggests as you type/);
  const quiet = await ask('flaky -q --fail-on flaky');
  expect({ ...quiet, stdout: quiet.stdout.split('\n').length }).toEqual({
    status: 1,
    stdout: 3,
    stderr: '',
  });
  const none = await ask('flaky --search nowhere --fail-on flaky');
  expect(none).toMatchObject({ status: 0, stderr: '' });
  expect(none.stdout).toContain('✓ No flaky test with at least 5 runs matches.');
});

it('lists failures by cause, and stops a script with --fail-on', async () => {
  const { status, stdout, stderr } = await ask('failures --limit 1 --fail-on new-failures');
  expect({ status, stderr }).toEqual({
    status: 1,
    stderr: 'svc: --fail-on new-failures: there are new causes\n',
  });
  expect(stdout).toMatch(/^✗ .*\n {2}.*src\/(?:cart|search)\.test\.ts:\d+\n {2}new, since /m);
  expect(stdout).toContain('1 of 2. More: svc failures --project shop');
  const over = await ask('failures --phase over --fail-on new-failures');
  expect(over).toMatchObject({ status: 0, stderr: '' });
  const both = await ask('failures --phase over,new --limit 1 --fail-on new-failures');
  expect(both.status).toBe(1);
  expect(both.stdout).toContain('More: svc failures --project shop --phase over --phase new ');
});

it.each([',', ''])("refuses --tag '%s', which names none", async (tag) => {
  const { status, stderr } = await server.svc(['executions', '--project', 'shop', '--tag', tag]);
  expect(status).toBe(2);
  expect(stderr).toContain(`svc: --tag '${tag}' is invalid: `);
});

it.each(['metrics', 'trends', 'flaky', 'failures'])(
  'distinguishes no match from no data: svc %s',
  async (command) => {
    const args = [command, '--project', 'shop', '--branch', 'mian'];
    const { status, stdout } = await server.svc(args, { env: { COLUMNS: '80' } });
    expect(status).toBe(0);
    expect(stdout).toMatch(
      /^shop · mian · last 30 days.*\nexecutions from CI only; --source all counts local ones too\n\nNo executions match\.\nWiden the search: svc /,
    );
    expect(stdout).toContain(`svc ${command} --from 90d, or use fewer flags`);
  },
);

async function points(...flags: string[]) {
  const { stdout } = await ask('trends', '--json', ...flags);
  return (JSON.parse(stdout) as { points: { executions: number }[] }).points;
}

it('cuts --json as it cuts the table', async () => {
  const all = await points();
  const limited = await points('--limit', '1');
  expect(limited).toEqual(all.slice(all.findLastIndex(({ executions }) => executions > 0)));
  expect(all.length).toBeGreaterThan(limited.length);
});

it.each(['metrics', 'trends', 'flaky', 'failures'])(
  'prints the same to paste with --markdown: svc %s',
  async (command) => {
    const { status, stdout } = await ask(command, '--markdown');
    expect(status).toBe(0);
    expect(stdout).toMatch(/^\*\*shop\*\*, \S+ to \S+.*\n\n\| .*\n\| .*-.*\n\| /);
  },
);

it.each([
  ['metrics --fail-on worse,slower', 0, ''],
  [
    'metrics --fail-on failures --fail-on flaky',
    1,
    'svc: --fail-on failures: 6 failed executions, 12 failed results\nsvc: --fail-on flaky: 6 flaky results\n',
  ],
])('exits as --fail-on says: svc %s', async (words, status, stderr) => {
  const run = await ask(words);
  expect({ status: run.status, stderr: run.stderr }).toEqual({ status, stderr });
});

it('refuses two formats of one answer', async () => {
  expect(await ask('metrics', '--json', '--markdown')).toEqual({
    status: 2,
    stdout: '',
    stderr: 'svc: --json and --markdown cannot be combined\ntry: leave out one of them\n',
  });
});

it('names the flag that the server refuses', async () => {
  const { status, stderr } = await ask('trends --timezone Mars/Olympus');
  expect({ status, stderr }).toEqual({
    status: 2,
    stderr:
      'svc: --timezone: Expected an IANA time zone such as Europe/Berlin\ntry: svc trends --help\n',
  });
});

it('lets no control character of a hostile upload reach the terminal', async () => {
  const evil = '\u001b[2J\u001b]52;c;ZXZpbA==\u0007\u009b31m\u202e\u0008\rx';
  await server.ingest(({ execution, results }) => {
    execution.project = `p${evil}`;
    Object.assign(execution.git ?? {}, { branch: `b${evil}`, commit: '77e0a1c77e0a1c' });
    for (const result of results) {
      result.titlePath = [`t${evil}`, `title${evil} ${result.titlePath.join(' ')}`];
      Object.assign(result, { file: `f${evil}`, owner: `o${evil}`, variant: `v${evil}` });
      for (const attempt of result.attempts ?? []) {
        for (const error of attempt.errors ?? []) Object.assign(error, { message: `m${evil}` });
      }
    }
  });
  const all = ['--all-projects', '--limit', '100'];
  for (const args of [['flaky', '--min-runs', '1'], ['failures'], ['test', 'title']]) {
    for (const look of [[], ['--json'], ['--markdown']]) {
      const { stdout, stderr } = await server.svc([...args, ...all, ...look]);
      expect(stdout).toContain('t');
      // oxlint-disable-next-line no-control-regex
      expect(stdout + stderr).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/);
    }
  }
});
