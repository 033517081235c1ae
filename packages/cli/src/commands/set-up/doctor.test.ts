import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import {
  addressOfNobody,
  answering,
  startAnsweringServer,
} from '@svc/client/test/answering-server.ts';
import { writeSpool } from '@svc/reporter-core/spool/spool';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { fixtureBody } from '../../../test/samples/make-execution.ts';
import { emptyFolder } from '../../../test/run-svc.ts';
import { joinShopServer, type ShopServer } from '../../../test/shop-server.ts';

let server: ShopServer;
beforeAll(async () => {
  server = await joinShopServer();
});

const root = fileURLToPath(new URL('../../../../..', import.meta.url));

/** A Vitest project with packages linked from this repository. */
async function makeProject(config: string, ...packages: string[]): Promise<string> {
  const directory = await emptyFolder();
  await writeFile(join(directory, 'vitest.config.ts'), config);
  await mkdir(join(directory, 'node_modules'));
  for (const name of packages) {
    const link = join(directory, 'node_modules', name);
    await mkdir(dirname(link), { recursive: true });
    const place = name.startsWith('@svc/')
      ? name.replace('@svc', 'packages')
      : `node_modules/${name}`;
    await symlink(join(root, place), link);
  }
  return directory;
}

function stable(text: string): string {
  return (
    text
      .replaceAll(/http:\/\/127\S+/g, 'URL')
      .replaceAll(root, 'ROOT/')
      // The length of the path decides whether it is on the line.
      .replaceAll(/loaded from\s+/g, 'loaded from ')
      .replaceAll(`key ${shortKey()}`, 'key svc_…LAST')
      .replaceAll(/node \d+\.\d+ · \w+ \w+/g, 'node N · OS')
      .replaceAll(/vitest \d+\.\d+\.\d+/g, 'vitest N')
      .replaceAll(/, \d+ ms, clock [+-]\d\.\d s/g, ', N ms, clock N s')
      .replaceAll(/\(\d+ of 100000 reads left\)/g, '(N of 100000 reads left)')
  );
}

/** The part of the key that may be shown. */
function shortKey(): string {
  return `svc_…${server.apiKey.slice(-4)}`;
}

it('finds everything in order', async () => {
  const config = "export default { test: { reporters: ['@svc/vitest-reporter'] } }";
  const directory = await makeProject(config, 'vitest', '@svc/vitest-reporter');
  const { status, stdout, stderr } = await server.svc(['doctor'], { directory });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stable(stdout)).toMatchInlineSnapshot(`
    "✓ svc 0.1.0 · node N · OS
    ✓ server URL answers (svc 0.1.0, N ms, clock N s)
    ✓ key svc_…LAST may write to organization Default (N of 100000 reads left)
    ✓ vitest N with @svc/vitest-reporter in vitest.config.ts, loaded from ROOT/packages/vitest-reporter/dist/index.js
    "
  `);
  expect((await server.svc(['doctor', '-q'], { directory })).stdout).toBe('');
});

it('says what to do about saved runs and a configuration without the reporter', async () => {
  const directory = await makeProject('export default {}', 'vitest');
  const run = { savedAt: '2026-11-20T10:00:00.000Z', body: fixtureBody };
  writeSpool({ ...run, url: server.url }, directory);
  writeSpool({ ...run, url: 'http://other.example:4400' }, directory);
  const { status, stdout } = await server.svc(['doctor'], { directory });
  expect(status).toBe(0);
  expect(stable(stdout)).toMatchInlineSnapshot(`
    "✓ svc 0.1.0 · node N · OS
    ✓ server URL answers (svc 0.1.0, N ms, clock N s)
    ✓ key svc_…LAST may write to organization Default (N of 100000 reads left)
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
  expect(`\n${stable(stdout.replaceAll(String.raw`\_`, '_'))}`).toMatchInlineSnapshot(`
    "
    - ✓ svc 0.1.0 · node N · OS
    - ✓ server URL answers (svc 0.1.0, N ms, clock N s)
    - ✓ key svc_…LAST may write to organization Default (N of 100000 reads left)
    - ! vitest N without @&#8203;svc/vitest-reporter in vitest.config.ts
      - \`npm install --save-dev @svc/vitest-reporter\`
      - then in vitest.config.ts: \`test: { reporters: ['default', '@svc/vitest-reporter'] }\`
      - or let svc do both: \`svc init\`
    "
  `);
});

it('says that the reporter is not installed', async () => {
  const directory = await makeProject('// @svc/vitest-reporter');
  const { stdout } = await server.svc(['doctor'], { directory });
  expect(stdout).toContain(
    '! @svc/vitest-reporter is in vitest.config.ts, but not installed\n' +
      '  npm install --save-dev @svc/vitest-reporter\n',
  );
});

it("proposes the project's own package manager", async () => {
  const directory = await makeProject('export default {}', 'vitest');
  await writeFile(join(directory, 'package.json'), '{}');
  await writeFile(join(directory, 'yarn.lock'), '');
  const { stdout } = await server.svc(['doctor'], { directory });
  expect(stdout).toContain('vitest.config.ts\n  yarn add --dev @svc/vitest-reporter\n');
});

const REPORTER_FILE = join(root, 'packages/vitest-reporter/dist/index.js');
const LOADED = '✓ vitest N with @svc/vitest-reporter in vitest.config.ts, loaded from ';

it.each([
  ['an absolute path', (): string => `'${REPORTER_FILE}'`],
  [
    'a path into node_modules, in double quotes',
    (): string => '"./node_modules/@svc/vitest-reporter/dist/index.js"',
  ],
  [
    'a relative path beside options',
    (directory: string): string => `['${relative(directory, REPORTER_FILE)}', { quiet: true }]`,
  ],
  ['an address', (): string => `new URL('${pathToFileURL(REPORTER_FILE).href}').pathname`],
])('knows a reporter that is set by %s', async (_, reporterIn) => {
  const directory = await makeProject('', 'vitest', '@svc/vitest-reporter');
  const config = `export default { test: { reporters: ['default', ${reporterIn(directory)}] } }`;
  await writeFile(join(directory, 'vitest.config.ts'), config);
  const { stdout } = await server.svc(['doctor'], { directory });
  expect(stable(stdout)).toContain(LOADED);
});

it('does not require the package when the reporter is set by the path of a checkout', async () => {
  const config = `export default { test: { reporters: ['${REPORTER_FILE}'] } }`;
  const { stdout } = await server.svc(['doctor'], { directory: await makeProject(config) });
  expect(stable(stdout)).toContain(
    stable(
      `✓ vitest with @svc/vitest-reporter in vitest.config.ts, loaded from ${REPORTER_FILE}\n`,
    ),
  );
});

it('cannot judge a path that the configuration computes, and raises no alarm', async () => {
  const config = 'export default { test: { reporters: [`${svc}/vitest-reporter/dist/index.js`] } }';
  const { stdout } = await server.svc(['doctor'], { directory: await makeProject(config) });
  expect(stdout).toContain('✓ vitest with @svc/vitest-reporter in vitest.config.ts\n');
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
  ['an import without extension', "import '../my/vitest-reporter'"],
  ['a file that is missing', "import '../vitest-reporter/wrapper.js'"],
  ['an address of another machine', "import 'file://host/vitest-reporter/index.js'"],
  ['an address with a wrong escape', "import 'file:///a%E0%A4%A'"],
  ['an address with a null character', "import 'file:///a%00b'"],
  ['an absolute path that cannot be read', `import '/${'a'.repeat(300)}'`],
])("goes by the package's name beside %s", async (_, line) => {
  const config = `${line}; export default { test: { reporters: ['@svc/vitest-reporter'] } }`;
  const directory = await makeProject(config, '@svc/vitest-reporter');
  const { stdout } = await server.svc(['doctor'], { directory });
  expect(stable(stdout)).toContain(
    '✓ vitest with @svc/vitest-reporter in vitest.config.ts, loaded from ',
  );
});

it('knows Jest and Playwright, and takes no configuration of Vite for one of Vitest', async () => {
  const directory = await makeProject('', '@svc/playwright-reporter');
  await rm(join(directory, 'vitest.config.ts'));
  await writeFile(join(directory, 'vite.config.ts'), 'export default {};');
  await writeFile(join(directory, 'package.json'), '{"jest":{"reporters":["default"]}}');
  const reporter = 'reporter: [["list"], ["@svc/playwright-reporter"]]';
  await writeFile(join(directory, 'playwright.config.ts'), `export default { ${reporter} };`);
  const { stdout } = await server.svc(['doctor'], { directory, env: { COLUMNS: '120' } });
  const text = stable(stdout);
  expect(text.slice(text.indexOf('! jest'))).toMatchInlineSnapshot(`
    "! jest without @svc/jest-reporter in package.json
      npm install --save-dev @svc/jest-reporter
      then in package.json: "jest": { "reporters": ["default", "@svc/jest-reporter"] }
      or let svc do both: svc init
    ✓ playwright with @svc/playwright-reporter in playwright.config.ts, loaded from ROOT/packages/playwright-reporter/dist/index.js
    "
  `);
  expect(text).not.toContain('vitest');
});

it("is not satisfied by another package's reporter", async () => {
  const directory = await makeProject(
    "export default { test: { reporters: ['./vitest-reporter/index.js'] } }",
  );
  await mkdir(join(directory, 'vitest-reporter'));
  await writeFile(join(directory, 'vitest-reporter/package.json'), '{"name":"other"}');
  await writeFile(join(directory, 'vitest-reporter/index.js'), '');
  const { stdout } = await server.svc(['doctor'], { directory });
  expect(stdout).toContain('! vitest without @svc/vitest-reporter in vitest.config.ts\n');
});

it.each([
  ['is not JSON', (path: string) => writeFile(path, '{')],
  ['is a number', (path: string) => writeFile(path, '1')],
  ['has no usable name', (path: string) => writeFile(path, '{"name":{"toString":1}}')],
  // On Linux, reading this file fails even for root. Elsewhere it does not exist.
  ['cannot be read', (path: string) => symlink('/proc/self/mem', path)],
])("goes by the package's name beside a file whose package.json %s", async (_, make) => {
  const directory = await makeProject(
    "import '../other/index.js'; export default { test: { reporters: ['@svc/vitest-reporter'] } }",
    '@svc/vitest-reporter',
  );
  await mkdir(join(directory, 'other'));
  await make(join(directory, 'other/package.json'));
  await writeFile(join(directory, 'other/index.js'), '');
  const { stdout } = await server.svc(['doctor'], { directory });
  expect(stable(stdout)).toContain(
    '✓ vitest with @svc/vitest-reporter in vitest.config.ts, loaded from ',
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
  const url = await addressOfNobody();
  const { status, stdout } = await server.svc(['doctor', '--url', url]);
  expect(status).toBe(4);
  expect(stdout).toContain(
    `✗ server ${url} cannot be reached (connection refused)\n  start the server, or`,
  );
  expect(stdout).toContain(
    `○ key ${shortKey()} is well-formed; not checked, because the server did not answer\n`,
  );
});

it.each([
  ['another service', 200, { status: 'ok' }, 'but it is not an svc server'],
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
