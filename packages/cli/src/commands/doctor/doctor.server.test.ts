import { startSelfSigned } from '../../../../reporter-core/test/servers/self-signed-server.ts';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  findUnusedAddress,
  answering,
  startAnsweringServer,
} from '@svc/client/test/answering-server.ts';
import { writeSpool } from '@svc/reporter-core/spool/spool';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { makeProject, stable as stableText } from '../../../test/doctor-project.ts';
import { fixtureBody } from '../../../test/samples/make-execution.ts';
import { joinShopServer, type ShopServer } from '../../../test/shop-server.ts';

let server: ShopServer;
beforeAll(async () => {
  server = await joinShopServer();
});

const stable = (text: string) => stableText(text, shortKey());

/** The part of the key that may be shown. */
function shortKey(): string {
  return `svc_…${server.apiKey.slice(-4)}`;
}

it('says what to do about saved runs and a configuration without the reporter', async () => {
  const directory = await makeProject('export default {}', 'vitest');
  const run = { savedAt: '2026-11-20T10:00:00.000Z', body: fixtureBody };
  writeSpool({ ...run, url: server.url }, directory);
  writeSpool({ ...run, url: 'http://other.example:4400' }, directory);
  const { status, stdout } = await server.svc(['doctor'], { directory });
  expect(status).toBe(0);
  expect(stable(stdout)).toMatchInlineSnapshot(`
    "✓ svc N · node N · OS
    ✓ server URL answers (svc N, N ms, clock N s)
    ✓ key svc_…LAST may write to organization Default (N of 100000 reads left, 100000 writes a minute)
    ! 2 saved runs in node_modules/.cache/svc
      send them: svc upload
      send those for another server: svc upload --url http://other.example:4400
      or send them to URL svc upload node_modules/.cache/svc
    ! vitest N without @svc/vitest-reporter in vitest.config.ts
      npm install --save-dev @svc/vitest-reporter
      then in vitest.config.ts: test: { reporters: ['default', '@svc/vitest-reporter'] }
      or let svc do both: svc init
    "
  `);
});

it('prints its checks as Markdown, for an issue', async () => {
  const directory = await makeProject('export default {}', 'vitest');
  const { stdout } = await server.svc(['doctor', '--markdown'], { directory });
  expect(`\n${stable(stdout.replaceAll(String.raw`\_`, '_').replaceAll(':&#8203;//', '://'))}`)
    .toMatchInlineSnapshot(`
      "
      - ✓ svc N · node N · OS
      - ✓ server URL answers (svc N, N ms, clock N s)
      - ✓ key svc_…LAST may write to organization Default (N of 100000 reads left, 100000 writes a minute)
      - ! vitest N without @&#8203;svc/vitest-reporter in vitest.config.ts
        - \`npm install --save-dev @svc/vitest-reporter\`
        - then in vitest.config.ts: \`test: { reporters: ['default', '@svc/vitest-reporter'] }\`
        - or let svc do both: \`svc init\`
      "
    `);
});

it("proposes the project's own package manager", async () => {
  const directory = await makeProject('export default {}', 'vitest');
  await writeFile(join(directory, 'package.json'), '{}');
  await writeFile(join(directory, 'yarn.lock'), '');
  const { stdout } = await server.svc(['doctor'], { directory });
  expect(stdout).toContain('vitest.config.ts\n  yarn add --dev @svc/vitest-reporter\n');
});

it('says that the path of the reporter leads nowhere', async () => {
  const config = "export default { test: { reporters: ['../svc/vitest-reporter/dist/index.js'] } }";
  const { stdout } = await server.svc(['doctor'], { directory: await makeProject(config) });
  expect(stdout).toContain(
    "! vitest.config.ts names the reporter '../svc/vitest-reporter/dist/index.js', which does not exist\n" +
      '  correct the path, or build svc there: npx -y pnpm@12 build\n',
  );
});

it.each([
  ['no key', '', '✗ no API key, and not signed in to http://'],
  [
    'a mistyped key',
    'svc_0123456789',
    '✗ the API key svc_…6789 from SVC_API_KEY is mistyped or cut short\n' +
      '  copy it again: a key is svc_ and 36 letters and digits\n',
  ],
  ['an unknown key', 'someone', '  create a new key, and set SVC_API_KEY to it\n'],
])('exits with 3 for %s', async (_, key, told) => {
  const { status, stdout } = await server.svc(['doctor'], { env: { SVC_API_KEY: key } });
  expect(status).toBe(3);
  expect(stdout).toContain(told);
});

it('exits with 4 when nothing listens, and still checks the key', async () => {
  const url = await findUnusedAddress();
  const { status, stdout } = await server.svc(['doctor', '--url', url]);
  expect(status).toBe(4);
  expect(stdout).toContain(
    `✗ server ${url} cannot be reached (connection refused)\n  start the server, or`,
  );
  expect(stdout).toContain(
    `○ key ${shortKey()} is well-formed; not checked, because the server did not answer\n`,
  );
});

it('says how to trust a certificate of a private issuer, as every command does', async () => {
  await using foreign = await startSelfSigned();
  const doctor = await server.svc(['doctor', '--url', foreign.url]);
  expect(doctor.stdout).toContain(
    `✗ server ${foreign.url} cannot be reached (its certificate is self-signed)\n` +
      '  set NODE_EXTRA_CA_CERTS to the file with the certificate of its issuer\n',
  );
  const asked = await server.svc(['executions', '--url', foreign.url]);
  expect(asked.stderr).toBe(
    `svc: ${foreign.url} cannot be reached (its certificate is self-signed)\n` +
      'try: set NODE_EXTRA_CA_CERTS to the file with the certificate of its issuer\n' +
      'see: docs/operate/troubleshooting#cannot-be-reached\n',
  );
});

it.each([
  ['another service', 200, { status: 'ok' }, 'but it is not an svc server'],
  [
    'svc at another path',
    404,
    {
      success: false,
      error: {
        code: 'NOT_FOUND',
        message:
          'There is nothing at GET /typo/healthz: the address of this server is https://example.test/svc.',
      },
    },
    'but the address of this server is https://example.test/svc',
  ],
  ['a broken server', 500, 'oops', 'answers 500: the server or a proxy in front of it is failing'],
])('exits with 4 for %s', async (_, code, body, told) => {
  const foreign = await startAnsweringServer(answering(code, body));
  onTestFinished(() => foreign.close());
  const { status, stdout } = await server.svc(['doctor', '--url', foreign.url]);
  expect(status).toBe(4);
  expect(stdout).toContain(told);
});

it('prints its checks with --json', async () => {
  const { stdout } = await server.svc(['doctor', '--json']);
  expect(JSON.parse(stdout)).toMatchObject({
    checks: [
      { name: 'svc', status: 'ok' },
      { name: 'server', status: 'ok', advice: [] },
      { name: 'key', status: 'ok' },
    ],
  });
});
