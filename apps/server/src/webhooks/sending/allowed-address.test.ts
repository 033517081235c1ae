import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { findUrlRefusal } from './allowed-address.ts';
import type { Resolve } from './resolve-host.ts';
import { openSender } from './send-request.ts';

/** Spellings of the machine itself: a sender without the guard reaches the receiver of this test. */
const LOOPBACK = [
  '127.0.0.1',
  '127.0.0.1.',
  '127.1',
  '127.0.1',
  '2130706433',
  '0x7f.1',
  '0x7f.0.0.1',
  '0X7F000001',
  '0x7f000001',
  '0177.0.0.1',
  '0177.1',
  '017700000001',
  '00000177.0.0.1',
  '127.0.0.0x1',
  '%31%32%37.0.0.1',
  '127%2e0%2e0%2e1',
  '１２７.０.０.１',
  '１２７。０。０。１',
  '①②⑦.⓪.⓪.①',
  '127\u{AD}.0.0.1',
];

const OTHERS = [
  '0.0.0.0',
  '0',
  '0x0',
  '0.1.2.3',
  '127.255.255.254',
  '10.0.0.1',
  '012.0.0.1',
  '0xa.0.0.1',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '3232235777',
  '169.254.0.1',
  '169.254.169.254',
  '2852039166',
  '0xa9fea9fe',
  '0xA9.0xFE.0xA9.0xFE',
  '169.254.170.2',
  '100.64.0.1',
  '100.127.255.255',
  '100.100.100.200',
  '168.63.129.16',
  '192.0.0.192',
  '192.0.2.1',
  '192.88.99.1',
  '198.18.0.1',
  '198.19.255.255',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '239.255.255.255',
  '240.0.0.1',
  '255.255.255.255',
  '[::]',
  '[::1]',
  '[0:0:0:0:0:0:0:1]',
  '[0000:0000:0000:0000:0000:0000:0000:0001]',
  '[::ffff:127.0.0.1]',
  '[::FFFF:7F00:1]',
  '[0:0:0:0:0:ffff:7f00:1]',
  '[::ffff:169.254.169.254]',
  '[::ffff:0:7f00:1]',
  '[::127.0.0.1]',
  '[::7f00:1]',
  '[::a9fe:a9fe]',
  '[2002:7f00:1::]',
  '[2002:a9fe:a9fe::1]',
  '[2001:0:4136:e378:8000:63bf:80ff:fffe]',
  '[2001::7f00:1]',
  '[fe80::5efe:7f00:1]',
  '[2a00:1450:4001::5efe:7f00:1]',
  '[2a00:1450:4001::200:5efe:a9fe:a9fe]',
  '[64:ff9b::7f00:1]',
  '[64:ff9b::169.254.169.254]',
  '[64:ff9b::a83f:8110]',
  '[64:ff9b:1::7f00:1]',
  '[64:ff9b:1:a00::1]',
  '[fc00::1]',
  '[fd00::1]',
  '[fd00:ec2::254]',
  '[fd20:ce::254]',
  '[fe80::1]',
  '[febf::1]',
  '[fec0::1]',
  '[feff::1]',
  '[ff02::1]',
  '[ff0e::1]',
  '[100::1]',
  '[2001:2::1]',
  '[2001:10::1]',
  '[2001:db8::1]',
  '[3fff::1]',
  '[4000::1]',
  '[5f00::1]',
  'localhost',
  'LOCALHOST',
  'localhost.',
  'LocalHost%2e',
  'ｌｏｃａｌｈｏｓｔ',
  'receiver.localhost',
  'localhost.localdomain',
  'metadata.google.internal',
];

/** Texts that are not valid as a URL. */
const BROKEN = [
  '[fe80::1%25eth0]',
  '[fe80::1%eth0]',
  '[::1%251]',
  '256.0.0.1',
  '127.0.0.1.1',
  '0x7f.0x0.0x0.0x100',
  '127.0.0.1%00',
  '127.0.0.1 ',
  '%5b::1%5d',
];

const PUBLIC = [
  '1.1.1.1',
  '8.8.8.8',
  '172.15.0.1',
  '172.32.0.1',
  '100.63.0.1',
  '100.128.0.1',
  '169.253.0.1',
  '192.169.0.1',
  '[2606:4700:4700::1111]',
  '[64:ff9b::808:808]',
  'example.com',
  'localhost.example.com',
  'hooks.slack.com.',
];

let receiver: Server;
let port: number;
let received = 0;
beforeAll(async () => {
  receiver = createServer((_, response) => {
    received++;
    response.end();
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  ({ port } = receiver.address() as AddressInfo);
});
beforeEach(() => {
  received = 0;
});
afterAll(() => receiver.close());

const closed = () => ({ allowPrivate: false, allowedPorts: [port] });
const intranet = () => ({ allowPrivate: true, allowedPorts: [] });

async function send(url: string, config = closed(), resolve?: Resolve) {
  const sender = openSender(config, { timeoutMs: 3_000, ...(resolve && { resolve }) });
  try {
    return await sender.send({ url, headers: {}, body: '{}' });
  } finally {
    sender.close();
  }
}

describe('hosts', () => {
  it.each([...LOOPBACK, ...OTHERS])('refuses %s, and sends nothing to it', async (host) => {
    const url = `http://${host}:${port}/hooks`;
    expect(findUrlRefusal(url, closed())).toMatch(/^Webhooks may not reach/);
    expect(await send(url)).toMatchObject({
      status: null,
      error: expect.stringContaining('may not reach'),
    });
    expect(received).toBe(0);
  });

  it.each(BROKEN)('refuses %s as a URL that is not valid', async (host) => {
    const url = `http://${host}:${port}/hooks`;
    expect(findUrlRefusal(url, closed())).toContain('not valid');
    expect(await send(url)).toMatchObject({ status: null, error: expect.any(String) });
    expect(received).toBe(0);
  });

  it.each(PUBLIC)('accepts %s when a webhook is set', (host) => {
    expect(findUrlRefusal(`https://${host}/hooks`, closed())).toBeNull();
  });

  it.each(LOOPBACK)(
    'reaches the machine as %s where private addresses are allowed',
    async (host) => {
      const url = `http://${host}:${port}/hooks`;
      expect(findUrlRefusal(url, intranet())).toBeNull();
      expect(await send(url, intranet())).toMatchObject({ status: 200, error: null });
      expect(received).toBe(1);
    },
  );
});

describe('with private addresses allowed', () => {
  it.each(['10.0.0.1', '192.168.1.1', '[fd12:3456::1]', '100.101.102.103', 'build.intern'])(
    'accepts %s on any port',
    (host) => {
      expect(findUrlRefusal(`http://${host}:8080/hooks`, intranet())).toBeNull();
    },
  );

  it.each([
    '169.254.169.254',
    '100.100.100.200',
    '168.63.129.16',
    '[fd00:ec2::254]',
    '[::ffff:169.254.169.254]',
    '0.0.0.0',
    '224.0.0.1',
    '255.255.255.255',
    '[fe80::1]',
    '[2002:a00:1::]',
  ])('still refuses %s', async (host) => {
    const url = `http://${host}:${port}/hooks`;
    expect(findUrlRefusal(url, intranet())).toMatch(/^Webhooks may not reach link-local, metadata/);
    expect((await send(url, intranet())).error).toMatch(/^Webhooks may not reach link-local/);
  });
});

describe('other parts of a URL', () => {
  it.each([
    'ftp://example.com/',
    'file:///etc/passwd',
    'gopher://127.0.0.1:6379/_x',
    'data:text/plain,x',
    'javascript:1',
    'unix:///var/run/docker.sock',
    'ws://example.com/',
  ])('refuses the scheme of %s', async (url) => {
    for (const config of [closed(), intranet()]) {
      expect(findUrlRefusal(url, config)).toBe('The URL must start with https:// or http://.');
      expect((await send(url, config)).error).toContain('must start with');
    }
  });

  it.each([
    'https://ada@example.com/',
    'https://ada:pass@example.com/',
    'http://:pass@example.com/',
  ])('refuses the credentials in %s', (url) => {
    for (const config of [closed(), intranet()]) {
      expect(findUrlRefusal(url, config)).toContain('must not contain a user name or a password');
    }
  });

  it.each(['', 'example.com/hooks', '//example.com', 'http://', 'https://exa mple.com', 'hooks'])(
    'refuses %j, which is no URL',
    (url) => {
      expect(findUrlRefusal(url, closed())).toContain('not valid');
    },
  );

  it('refuses ports other than 80 and 443, unless the settings allow them', () => {
    const config = { allowPrivate: false, allowedPorts: [] };
    for (const allowed of ['https://a.example:443', 'https://a.example:80', 'http://a.example']) {
      expect(findUrlRefusal(allowed, config)).toBeNull();
    }
    for (const refused of ['22', '6379', '8443', '0', '65535']) {
      expect(findUrlRefusal(`https://a.example:${refused}/`, config)).toMatch(
        /^The URL must use one of the ports 443, 80\./,
      );
    }
    expect(
      findUrlRefusal('https://a.example:8443/', { ...config, allowedPorts: [8443] }),
    ).toBeNull();
  });

  it.each([
    'http:\\\\127.0.0.1\\',
    'http:/127.0.0.1/',
    'http:127.0.0.1',
    'ht\ntp://127.0.0.1/',
    ' http://127.0.0.1',
  ])('finds the address in %j, as the sender does', (url) => {
    expect(findUrlRefusal(url, closed())).toMatch(/^Webhooks may not reach/);
  });
});

const address = (text: string) => ({ address: text, family: text.includes(':') ? 6 : 4 });

describe('names', () => {
  it.each([
    ['loopback', ['127.0.0.1']],
    ['IPv6 loopback', ['::1']],
    ['a private address', ['10.1.2.3']],
    ['a metadata address', ['169.254.169.254']],
    ['a link-local address with a zone', ['fe80::1%lo']],
    ['a public address and loopback', ['1.1.1.1', '127.0.0.1']],
    ['loopback and a public address', ['::1', '2606:4700:4700::1111']],
    ['no address', []],
  ])('refuses a name with %s, and does not say which address it is', async (_, addresses) => {
    const resolve: Resolve = (_name, done) => done(null, addresses.map(address));
    const answer = await send(`http://receiver.test:${port}/`, closed(), resolve);
    expect(answer).toMatchObject({
      status: null,
      error: 'the host name resolves to an address that webhooks may not reach',
    });
    expect(received).toBe(0);
  });

  it('resolves a name once for each connection, so a name that moves to loopback reaches nothing', async () => {
    // The first address is public, and no network routes it.
    const answers = ['64:ff9b::808:808', '127.0.0.1'];
    let resolved = 0;
    const resolve: Resolve = (_name, done) =>
      done(null, [address(answers[Math.min(resolved++, 1)] ?? '')]);
    const url = `http://receiver.test:${port}/`;
    const first = await send(url, closed(), resolve);
    expect(first.error).not.toBeNull();
    expect(first.error).not.toContain('may not reach');
    expect(resolved).toBe(1);
    const second = await send(url, closed(), resolve);
    expect(second.error).toContain('may not reach');
    expect(resolved).toBe(2);
    expect(received).toBe(0);
  });

  it('connects to the address that it checked', async () => {
    const answers = ['127.0.0.1', '169.254.169.254'];
    let resolved = 0;
    const resolve: Resolve = (_name, done) => done(null, [address(answers[resolved++] ?? '')]);
    const url = `http://receiver.test:${port}/`;
    expect(await send(url, intranet(), resolve)).toMatchObject({ status: 200, error: null });
    expect((await send(url, intranet(), resolve)).error).toContain('may not reach');
    expect(resolved).toBe(2);
    expect(received).toBe(1);
  });
});
