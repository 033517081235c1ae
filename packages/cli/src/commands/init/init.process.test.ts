import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { clockEnv } from '@svc/server/test/clock.ts';
import { joinServer } from '@svc/server/test/server.ts';
import { beforeEach, expect, it } from 'vitest';
import { makeInitProject, manifest } from '../../../test/init-project.ts';
import { joinShopServer, type ShopServer } from '../../../test/shop-server.ts';

let server: ShopServer;
beforeEach(async () => {
  server = await joinShopServer(joinServer);
});

const init = (directory: string, ...args: string[]) =>
  server.svc(['init', ...args], { directory, env: { COLUMNS: '80' } });

/** Runs a framework of the project as its user does; returns the executions that arrived. */
async function executionsAfter(directory: string, bin: string, ...args: string[]) {
  await promisify(execFile)(process.execPath, [join(directory, 'node_modules', bin), ...args], {
    cwd: directory,
    env: {
      ...clockEnv(),
      PATH: process.env['PATH'],
      HOME: directory,
      SVC_URL: server.url,
      SVC_API_KEY: server.apiKey,
      SVC_PROJECT: 'started',
    },
  });
  const { items } = (await server.data('executions?project=started')) as {
    items: { framework: string; status: string; totals: { tests: number } }[];
  };
  return items.map(({ framework, status, totals }) => ({ framework, status, tests: totals.tests }));
}

it('sets up Vitest: the next run reports, beside the reporter that was there', async () => {
  const config = `import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    reporters: [['json', { outputFile: 'report.json' }]], // for others
  },
});
`;
  const files = {
    'package.json': manifest('vitest'),
    'vitest.config.ts': config,
    'sum.test.ts':
      "import { expect, it } from 'vitest';\nit('adds', () => expect(1 + 1).toBe(2));\n",
  };
  const directory = await makeInitProject(files, {
    vitest: 'node_modules/vitest',
    '@svc/vitest-reporter': 'packages/vitest-reporter',
  });
  const { status, stdout, stderr } = await init(directory, '--yes');
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout.replaceAll(server.url, 'URL')).toMatchInlineSnapshot(`
    "--- a/vitest.config.ts
    +++ b/vitest.config.ts
    @@ -2,6 +2,6 @@

     export default defineConfig({
       test: {
    -    reporters: [['json', { outputFile: 'report.json' }]], // for others
    +    reporters: [['json', { outputFile: 'report.json' }], '@svc/vitest-reporter'], // for others
       },
     });

    ✓ changed vitest.config.ts for vitest

    Install, before the tests run again:
        npm install --save-dev @svc/vitest-reporter
    Report a first run from here:
        SVC_URL=URL SVC_API_KEY=svc_… npx vitest run
    "
  `);
  const arrived = await executionsAfter(directory, 'vitest/vitest.mjs', 'run');
  expect(arrived).toEqual([{ framework: 'vitest', status: 'passed', tests: 1 }]);
  const report = JSON.parse(await readFile(join(directory, 'report.json'), 'utf8')) as object;
  expect(report).toMatchObject({ numPassedTests: 1 });

  const again = await init(directory, '--yes');
  expect(again.stdout).toMatch(/^✓ vitest\.config\.ts has the reporter for vitest\n/);
});

it('makes a configuration for Vitest where there is none', async () => {
  const directory = await makeInitProject(
    {
      'package.json': manifest('vitest', { type: 'module' }),
      'a.test.js': "import { it } from 'vitest';\nit('runs', () => {});\n",
    },
    { vitest: 'node_modules/vitest', '@svc/vitest-reporter': 'packages/vitest-reporter' },
  );
  const { stdout } = await init(directory, '--yes');
  expect(stdout).toContain('--- /dev/null\n+++ b/vitest.config.ts\n');
  expect(stdout).toContain('✓ created vitest.config.ts for vitest\n');
  expect(await executionsAfter(directory, 'vitest/vitest.mjs', 'run')).toEqual([
    { framework: 'vitest', status: 'passed', tests: 1 },
  ]);
});

it.each([
  ['package.json', {}],
  ['jest.config.js', { 'jest.config.js': "module.exports = {\n  testEnvironment: 'node'\n};\n" }],
  ['jest.config.json', { 'jest.config.json': '{\n    "testEnvironment": "node"\n}\n' }],
])('sets up Jest in %s', async (path, files) => {
  const directory = await makeInitProject(
    { 'package.json': manifest('jest'), 'sum.test.js': "test('adds', () => {});\n", ...files },
    {
      jest: 'packages/jest-reporter/node_modules/jest',
      '@svc/jest-reporter': 'packages/jest-reporter',
    },
  );
  expect((await init(directory, '--yes')).stdout).toContain(`✓ changed ${path} for jest\n`);
  expect(await executionsAfter(directory, 'jest/bin/jest.js')).toEqual([
    { framework: 'jest', status: 'passed', tests: 1 },
  ]);
});

it('sets up Playwright, and keeps its report', async () => {
  const directory = await makeInitProject(
    {
      'package.json': manifest('@playwright/test'),
      'playwright.config.js': "module.exports = { reporter: 'json', testDir: '.' };\n",
      'shop.spec.js': "const { test } = require('@playwright/test');\ntest('opens', () => {});\n",
    },
    {
      '@playwright/test': 'packages/playwright-reporter/node_modules/@playwright/test',
      '@svc/playwright-reporter': 'packages/playwright-reporter',
    },
  );
  await init(directory, '--yes');
  expect(await readFile(join(directory, 'playwright.config.js'), 'utf8')).toBe(
    "module.exports = { reporter: [['json'], ['@svc/playwright-reporter']], testDir: '.' };\n",
  );
  expect(await executionsAfter(directory, '@playwright/test/cli.js', 'test')).toEqual([
    { framework: 'playwright', status: 'passed', tests: 1 },
  ]);
});
