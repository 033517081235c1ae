import type { Webhook } from '@svc/contract/webhooks/webhooks';
import { beforeEach, expect, it } from 'vitest';
import { joinShopServer, type ShopServer } from '../../../test/shop-server.ts';

let server: ShopServer;
// Each test has an organization of its own.
beforeEach(async () => {
  server = await joinShopServer();
});

const svc = (...args: string[]) => server.svc(['webhooks', ...args], { env: { COLUMNS: '80' } });

async function createWebhook(address: string, ...flags: string[]): Promise<Webhook> {
  const { stdout, stderr } = await svc('create', address, '--all-events', ...flags, '--json');
  expect(stderr).toBe('');
  return JSON.parse(stdout) as Webhook;
}

const ADDRESS = 'https://ci.example.com/hook';

it('creates a webhook, and shows what it will receive', async () => {
  const flags = '--event execution.failed --event test.flaky,test.regressed --branch main --off';
  const more = ['--description', 'the bridge', '--min-severity', 'infra', '--secret', 'my secret'];
  const { status, stdout, stderr } = await svc('create', ADDRESS, ...flags.split(' '), ...more);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  const stable = stdout
    .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'ID')
    .replaceAll(/\b[0-9a-f]{8}\b/g, 'SHORT-ID')
    .replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC/g, 'TIME');
  expect(`\n${stable}`).toMatchInlineSnapshot(`
    "
    ✓ created
    ○ off  https://ci.example.com/hook                                      SHORT-ID
      about     the bridge
      id        ID
      events    execution.failed, test.flaky, test.regressed
      project   all
      branch    main
      severity  INFRA or more severe
      format    standard
      signed    yes
      created   TIME by test
      sent      nothing sent yet
    Turn it on: svc webhooks update SHORT-ID --on
    "
  `);
});

it('lists the newest first, and prints a command that shows more', async () => {
  expect((await svc()).stdout).toMatch(/^No webhooks\.\n/);
  await createWebhook(ADDRESS);
  const newest = await createWebhook(`${ADDRESS}/2`);
  const { stdout } = await svc('list', '--limit', '1');
  expect(stdout).toMatch(
    new RegExp(`^✓ active {2}${ADDRESS}/2 +${newest.id.slice(-8)}\n {2}all events\n`),
  );
  expect(stdout).toContain('\n1 of 2. More: svc webhooks --limit 2\n');
  const json = await svc('--json');
  expect(JSON.parse(json.stdout)).toEqual(await server.data('ci/webhooks?limit=20'));
});

it('makes a secret and prints it once', async () => {
  const { stdout } = await svc('create', ADDRESS, '--all-events', '--generate-secret');
  expect(stdout).toMatch(/\nThe secret\. It is shown only now; .*\n {2}whsec_[\w+/]{43}=\n/);
  const secret = /whsec_\S+/.exec(stdout)?.[0] ?? '';
  expect((await svc('show', ADDRESS)).stdout).not.toContain(secret);
  const rotated = await svc('update', ADDRESS, '--generate-secret', '--json');
  expect(JSON.parse(rotated.stdout)).toMatchObject({
    hasSecret: true,
    secret: expect.stringMatching(/^whsec_/) as string,
    previousSecretUntil: expect.any(String) as string,
  });
});

it('reads a secret from stdin', async () => {
  const args = ['webhooks', 'create', ADDRESS, '--all-events', '--secret-stdin', '--json'];
  const { stdout } = await server.svc(args, { input: 'my secret\n' });
  expect(JSON.parse(stdout)).toMatchObject({ hasSecret: true });
  expect(stdout).not.toContain('my secret');
});

it('takes the format from the address of a chat, and never shows the whole address', async () => {
  const address = 'https://hooks.slack.com/services/T1/B2/very-secret';
  const { stdout } = await svc('create', address, '--event', 'test.flaky');
  expect(stdout).toContain('\nThe format is slack, because the address belongs to Slack.\n');
  expect(stdout).toContain('https://hooks.slack.com/services/…');
  expect(stdout).not.toContain('very-secret');
  expect((await svc('show', address)).stdout).toContain('  format    slack\n');
});

it('changes only what flags name, and takes filters off', async () => {
  await createWebhook(ADDRESS, '--branch', 'main', '--min-severity', 'infra', '--secret', 'x');
  const { stdout } = await svc('update', ADDRESS, '--no-branch', '--no-secret', '--json');
  expect(JSON.parse(stdout)).toMatchObject({
    branch: null,
    hasSecret: false,
    minSeverity: 'INFRA',
    events: ['*'],
    active: true,
  });
  const changes = ['--event', 'test.flaky', '--no-min-severity', '--off'];
  const off = await svc('update', ADDRESS, ...changes, '--address', `${ADDRESS}/2`);
  expect(off.stdout).toMatch(new RegExp(`^✓ turned off\n○ off {2}${ADDRESS}/2 `));
  expect(off.stdout).toContain('\n  events    test.flaky\n');
  expect(off.stdout).toContain('\n  severity  all\n');
  const again = await svc('update', `${ADDRESS}/2`, '--off');
  expect(again.stdout).toMatch(/^✓ unchanged: /);
});

it('deletes only with --yes when nobody can be asked', async () => {
  const { id } = await createWebhook(ADDRESS);
  const refused = await svc('delete', id);
  expect(refused).toEqual({
    status: 2,
    stdout: '',
    stderr:
      `svc: deleting ${ADDRESS} needs --yes without a terminal\n` +
      `try: svc webhooks delete ${id.slice(-8)} --yes\n`,
  });
  const deleted = await svc('delete', id, '--yes');
  expect(deleted).toEqual({ status: 0, stdout: `✓ deleted ${ADDRESS}\n`, stderr: '' });
  expect((await svc()).stdout).toMatch(/^No webhooks\.\n/);
});

it('finds a webhook by its id, both ends of it, and its address', async () => {
  const { id } = await createWebhook(ADDRESS);
  for (const typed of [id, id.toUpperCase(), id.slice(0, 8), id.slice(-8), ADDRESS]) {
    expect((await svc('show', typed)).stdout).toContain(`  id        ${id}\n`);
  }
});

it('proposes candidates for an unknown or ambiguous webhook', async () => {
  const one = await createWebhook(ADDRESS);
  const two = await createWebhook(ADDRESS);
  const names = [two, one].map(({ id, url }) => `${id.slice(-8)} (${url})`).join(', ');
  expect((await svc('show', ADDRESS)).stderr).toBe(
    `svc: '${ADDRESS}' matches 2 webhooks\ntry: write one of ${names}\n`,
  );
  expect((await svc('show', 'zzzz')).stderr).toBe(
    `svc: no webhook 'zzzz'\ntry: write one of ${names}\n`,
  );
});

it('lists the events, and prints an example of each without a server', async () => {
  const env = { SVC_URL: 'http://127.0.0.1:1', SVC_API_KEY: '' };
  const list = await server.svc(['webhooks', 'events', '--json'], { env });
  const { items } = JSON.parse(list.stdout) as { items: { event: string }[] };
  expect(items.map(({ event }) => event)).toContain('execution.failed');
  for (const { event } of items) {
    const { stdout } = await server.svc(['webhooks', 'events', event, '-q'], { env });
    expect(JSON.parse(stdout)).toMatchObject({ type: event, data: { url: expect.any(String) } });
  }
});

it.each([
  [
    ['create', ADDRESS],
    'name at least one event',
    'add --all-events, or --event with some of execution.completed, execution.failed, ',
  ],
  [
    ['create', ADDRESS, '--event', 'test.flakey'],
    "--event 'test.flakey' is invalid: expected one of execution.completed, ",
    'svc webhooks create --help',
  ],
  [
    ['create', 'https://hooks.slack.com/services/T/B/x', '--all-events', '--format', 'teams'],
    'a Slack address reads no messages in the format teams',
    'write --format slack, or leave out --format',
  ],
  [['create', 'http://169.254.169.254/', '--all-events'], 'url: ', 'svc webhooks create --help'],
  [
    ['create', ADDRESS, '--all-events', '--project', 'no such'],
    "--project: There is no project 'no such'",
    'svc webhooks create --help',
  ],
  [
    ['create', ADDRESS, '--all-events', '--limit', '3'],
    "unexpected option '--limit' for 'svc webhooks create'",
    'svc webhooks create --help',
  ],
  [
    ['show', 'a91c'],
    "no webhook 'a91c'",
    'svc webhooks create https://example.com/hook --event execution.failed',
  ],
  [['update', 'a91c'], 'nothing to change', 'svc webhooks update --help'],
  [
    ['update', 'a91c', '--on', '--off'],
    '--on and --off cannot be combined',
    'leave out one of them',
  ],
  [
    ['redeliver', 'a91c'],
    'which delivery? There is none, and no --failed',
    'svc webhooks redeliver --help',
  ],
  [['crate'], "unexpected argument 'crate' for 'svc webhooks'", 'svc webhooks create'],
])('refuses svc webhooks %j in two lines', async (args, problem, remedy) => {
  const { status, stdout, stderr } = await svc(...args);
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  expect(stderr).toContain(`svc: ${problem}`);
  expect(stderr).toContain(`\ntry: ${remedy}`);
  expect(stderr.trimEnd().split('\n')).toHaveLength(2);
});
