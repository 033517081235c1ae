import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, expect, it } from 'vitest';
import { makeProject, root, stable as stableText } from '../../../test/doctor-project.ts';
import { joinShopServer, type ShopServer } from '../../../test/shop-server.ts';

let server: ShopServer;
beforeAll(async () => {
  server = await joinShopServer();
});

const stable = (text: string) => stableText(text, `svc_…${server.apiKey.slice(-4)}`);

it('says that the reporter is not installed', async () => {
  const directory = await makeProject('// @svc/vitest-reporter');
  const { stdout } = await server.svc(['doctor'], { directory });
  expect(stdout).toContain(
    '! @svc/vitest-reporter is in vitest.config.ts, but not installed\n' +
      '  npm install --save-dev @svc/vitest-reporter\n',
  );
});

const REPORTER_FILE = join(root, 'packages/vitest-reporter/src/index.ts');
const LOADED = '✓ vitest N with @svc/vitest-reporter in vitest.config.ts, loaded from ';

it.each([
  ['an absolute path', (): string => `'${REPORTER_FILE}'`],
  [
    'a path into node_modules, in double quotes',
    (): string => '"./node_modules/@svc/vitest-reporter/src/index.ts"',
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
  const config = 'export default { test: { reporters: [`${svc}/vitest-reporter/src/index.ts`] } }';
  const { stdout } = await server.svc(['doctor'], { directory: await makeProject(config) });
  expect(stdout).toContain('✓ vitest with @svc/vitest-reporter in vitest.config.ts\n');
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
    ✓ playwright with @svc/playwright-reporter in playwright.config.ts, loaded from ROOT/packages/playwright-reporter/src/index.ts
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
