import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { QuarantineEntry } from '@svc/contract/gate/quarantine';
import { idOf, joinGateServer, type GateServer } from '../../../test/gate-server.ts';

// Roll-ups take a moment, and the machine may be busy.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let server: GateServer;
// Each test has an organization of its own.
beforeEach(async () => {
  server = await joinGateServer();
  await server.send({ suggests: 'Error: no suggestion', sorts: 'Error: not sorted' });
  // An entry needs the roll-ups of the failures.
  await svc('gate', 'latest', '--wait', '60');
});

const svc = (...args: string[]) =>
  server.svc(args, { env: { COLUMNS: '80', SVC_PROJECT: 'shop' } });

async function add(...args: string[]): Promise<QuarantineEntry> {
  const { stdout, stderr } = await svc('quarantine', 'add', ...args, '--json');
  if (stdout === '') throw new Error(stderr);
  return JSON.parse(stdout) as QuarantineEntry;
}

async function fingerprintOf(title: string): Promise<string> {
  const { stdout } = await svc('test', idOf(title), '--source', 'all', '--json');
  const { fingerprints } = JSON.parse(stdout) as { fingerprints: { fingerprint: string }[] };
  return fingerprints[0]?.fingerprint ?? '';
}

const stable = (text: string) =>
  `\n${text
    .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'ID')
    .replaceAll(/fp2:[0-9a-f]{32}/g, 'FINGERPRINT')
    .replaceAll(/\b[0-9a-f]{8}\b/g, 'SHORT-ID')
    .replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC/g, 'TIME')}`;

describe('svc quarantine add', () => {
  it('excuses one failure of a test until a date, and shows which', async () => {
    const fingerprint = await fingerprintOf('suggests');
    const flags = ['--fingerprint', fingerprint.slice(0, 12), '--expires', '2w'];
    const about = ['--reason', 'issue 1482', '--owner', 'ada'];
    const added = await svc('quarantine', 'add', 'suggests', ...about, ...flags);
    const { status, stdout, stderr } = added;
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stable(stdout)).toMatchInlineSnapshot(`
      "
      ✓ added
      ✓ active  search › suggests                                             SHORT-ID
        reason   issue 1482
        owner    ada
        test     SHORT-ID src/search.test.ts in shop
        excuses  failures FINGERPRINT
        expires  TIME, in 14 d
        excused  no failure yet
        added    TIME by test
        id       ID
      "
    `);
    expect(stdout).toContain(`excuses  failures ${fingerprint}\n`);
  });

  it('takes all fingerprints of a failure as svc executions show prints them', async () => {
    const ways = ['no bank', 'no card', 'no cart', 'no coupon', 'no stock', 'no address'];
    const attempts = ways.map((way) => ({
      status: 'failed' as const,
      durationMs: 4,
      errors: [{ message: `Error: ${way}` }],
    }));
    await server.ingest((body) => {
      Object.assign(body.execution, { project: 'shop', status: 'failed', errors: [] });
      delete body.execution.partial;
      delete body.files;
      const test = { file: 'src/pay.test.ts', titlePath: ['pays'], durationMs: 4 };
      body.results = [{ ...test, status: 'failed', attempts }];
    });
    expect((await svc('gate', 'latest', '--wait', '60')).status).toBe(1);
    const { stdout } = await svc('executions', 'show', 'latest');
    const [, printed = ''] = /fingerprints ([^·]*?)\n {2}attempt 1\n/s.exec(stdout) ?? [];
    expect(printed.split(/,\s+/)).toHaveLength(ways.length);
    await add('pays', '--fingerprint', printed, '--reason', 'the bank is down');
    expect((await svc('gate', 'latest', '--wait', '60')).status).toBe(0);
  });

  it('finds the test by id, by the first digits of its id, and by its title', async () => {
    const id = idOf('suggests');
    for (const typed of [id, id.slice(0, 8), 'search › suggests', 'suggests']) {
      const entry = await add(typed, '--reason', 'flaky', '--any');
      expect(entry).toMatchObject({ testId: id, fingerprints: 'any', state: 'active' });
      await svc('quarantine', 'remove', entry.id, '--yes');
    }
  });

  it('names the failures of a test that was never flaky', async () => {
    const fingerprint = await fingerprintOf('suggests');
    expect(await svc('quarantine', 'add', 'suggests', '--reason', 'x')).toEqual({
      status: 2,
      stdout: '',
      stderr:
        'svc: the test was not flaky on two commits of the default branch in the last 30 days, so it is not clear which failures to excuse\n' +
        `try: use one of its failures, --fingerprint ${fingerprint}, or --any\n`,
    });
  });

  it('names failures last that the default branch never had, and says so', async () => {
    const usual = await fingerprintOf('suggests');
    const ci = { provider: 'github' } as const;
    await server.send({ suggests: 'Error: no suggestion' }, { git: { branch: 'main' }, ci });
    const fork = { git: { branch: 'evil:fix' }, ci };
    for (let run = 0; run < 3; run++) {
      await server.send({ suggests: 'AssertionError: no admin check' }, fork);
    }
    const { stderr } = await svc('quarantine', 'add', 'suggests', '--reason', 'x');
    expect(stderr).toContain(
      `try: use one of its failures, --fingerprint ${usual}, --fingerprint fp2:`,
    );
    expect(stderr).toMatch(/ fp2:[0-9a-f]{32} \(never on the default branch\), or --any\n$/);
  });

  it('names the candidates of an ambiguous title', async () => {
    const { status, stderr } = await svc('quarantine', 'add', 's', '--reason', 'x', '--any');
    expect(status).toBe(2);
    expect(stderr).toMatch(
      /^svc: 's' matches 3 tests\ntry: write one of [0-9a-f]{8} \(search › \w+\), .*\n$/,
    );
  });

  it.each([
    [
      ['suggests', '--any'],
      "required option '--reason <text>' not specified",
      'svc quarantine add --help',
    ],
    [['nope', '--reason', 'x'], "no test 'nope' in project shop", 'svc test nope'],
    [
      ['suggests', '--reason', 'x', '--any', '--fingerprint', 'fp2:6be1'],
      '--any and --fingerprint cannot be combined',
      'leave out one of them',
    ],
    [
      ['suggests', '--reason', 'x', '--fingerprint', 'ffff0000'],
      "no failure of this test has the fingerprint 'ffff0000'",
      'use one of its failures, fp2:',
    ],
    [
      ['suggests', '--reason', 'x', '--any', '--expires', 'soon'],
      "--expires 'soon' is neither a date nor a duration",
      'write --expires 14d',
    ],
    [
      ['suggests', '--reason', 'x', '--any', '--expires', '2026-02-31'],
      "--expires '2026-02-31' is neither a date nor a duration",
      'write --expires 14d',
    ],
    [
      ['suggests', '--reason', 'x', '--any', '--expires', '91d'],
      '--expires: Must be at most 90 days ahead',
      'svc quarantine add --help',
    ],
    [
      ['suggests', '--reason', 'x', '--any', '--expires', '2020-01-01'],
      '--expires: Must be in the future',
      'svc quarantine add --help',
    ],
  ])('refuses %j in two lines', async (args, problem, remedy) => {
    const { status, stdout, stderr } = await svc('quarantine', 'add', ...args);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toContain(`svc: ${problem}`);
    expect(stderr).toContain(`\ntry: ${remedy}`);
    expect(stderr.trimEnd().split('\n')).toHaveLength(2);
  });

  it('refuses a second entry for the same failure, and names the list', async () => {
    await add('suggests', '--reason', 'x', '--any');
    const { status, stderr } = await svc('quarantine', 'add', 'suggests', '--reason', 'x', '--any');
    expect(status).toBe(2);
    expect(stderr).toMatch(
      /^svc: The quarantine entry '.*' excuses failures .*\ntry: svc quarantine\n$/,
    );
  });
});

it('lists active entries, and all with --all', async () => {
  expect((await svc('quarantine')).stdout).toMatch(/^No active quarantine entries in shop/);
  const one = await add('suggests', '--reason', 'issue 1482', '--any');
  await svc('quarantine', 'remove', one.id, '--yes');
  await add('sorts', '--reason', 'issue 1483', '--any');
  const active = await svc('quarantine', 'list');
  expect(stable(active.stdout)).toMatchInlineSnapshot(`
    "
    shop (SVC_PROJECT) · 1 active entry

    ID        STATE        ENDS  EXCUSED  TEST            REASON
    SHORT-ID  ✓ active  in 13 d        –  search › sorts  issue 1483
    One in full: svc quarantine show SHORT-ID
    "
  `);
  const all = await svc('quarantine', '--all', '--json');
  const { items } = JSON.parse(all.stdout) as { items: QuarantineEntry[] };
  expect(items.map(({ title, state }) => [title, state])).toEqual([
    ['sorts', 'active'],
    ['suggests', 'lifted'],
  ]);
  expect((await svc('quarantine', '--all', '--limit', '1')).stdout).toContain(
    '\n1 of 2. More: svc quarantine --limit 2 --all\n',
  );
});

it('changes what flags name', async () => {
  const { id } = await add('suggests', '--reason', 'x', '--any', '--owner', 'ada');
  const fingerprint = await fingerprintOf('suggests');
  const changes = ['--reason', 'issue 7', '--no-owner', '--fingerprint', fingerprint];
  const { stdout } = await svc('quarantine', 'edit', id.slice(-8), ...changes, '--json');
  expect(JSON.parse(stdout)).toMatchObject({
    id,
    reason: 'issue 7',
    owner: null,
    fingerprints: [fingerprint],
  });
  const nothing = await svc('quarantine', 'edit', id);
  expect(nothing.stderr).toBe('svc: nothing to change\ntry: svc quarantine edit --help\n');
});

it('shows what an entry excused, and finds it by its test', async () => {
  await add('suggests', '--reason', 'x', '--any');
  const { status, stdout } = await svc('quarantine', 'show', idOf('suggests').slice(0, 8));
  expect(status).toBe(0);
  expect(stdout).toContain('  excused  no failure yet\n');
});

it('finds an entry that has ended by the short id that --all lists', async () => {
  const { id } = await add('suggests', '--reason', 'x', '--any');
  await svc('quarantine', 'remove', id, '--yes');
  const listed = await svc('quarantine', '--all');
  const command = /One in full: svc (.*)\n/.exec(listed.stdout)?.[1]?.split(' ') ?? [];
  expect(command).toEqual(['quarantine', 'show', id.slice(-8)]);
  const { status, stdout } = await svc(...command);
  expect({ status, stdout: stable(stdout) }).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('○ lifted  search › suggests') as string,
  });
  expect((await svc('quarantine', 'show', 'ffff0000')).stderr).toBe(
    "svc: no quarantine entry 'ffff0000'\ntry: svc quarantine --all\n",
  );
});

it('lifts an entry only with --yes when nobody can be asked', async () => {
  const { id } = await add('suggests', '--reason', 'x', '--any');
  expect(await svc('quarantine', 'remove', id)).toEqual({
    status: 2,
    stdout: '',
    stderr:
      'svc: lifting the entry of search › suggests needs --yes without a terminal\n' +
      `try: svc quarantine remove ${id.slice(-8)} --yes\n`,
  });
  const lifted = await svc('quarantine', 'remove', id, '--yes', '--json');
  expect(JSON.parse(lifted.stdout)).toMatchObject({ id, state: 'lifted' });
  expect((await svc('quarantine', 'remove', id.slice(-8), '--yes')).stderr).toBe(
    `svc: no active quarantine entry '${id.slice(-8)}'\ntry: svc quarantine\n`,
  );
});
