import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { makeInitProject, manifest } from '../../../test/init-project.ts';
import { joinShopServer, type ShopServer } from '../../../test/shop-server.ts';

let server: ShopServer;
beforeEach(async () => {
  server = await joinShopServer();
});

const init = (directory: string, ...args: string[]) =>
  server.svc(['init', ...args], { directory, env: { COLUMNS: '80' } });

it('makes one that Vite loads without a warning where files are CommonJS, for Yarn', async () => {
  const directory = await makeInitProject({ 'package.json': manifest('vitest'), 'yarn.lock': '' });
  const { stdout } = await init(directory, '--yes');
  expect(stdout).toContain('✓ created vitest.config.mts for vitest\n');
  expect(stdout).toContain('    yarn add --dev @svc/vitest-reporter\n');
  expect(stdout).toMatch(/ SVC_API_KEY=svc_… yarn vitest run\n$/);
});

it('shows the change and writes nothing when nobody can be asked', async () => {
  const workflow = 'jobs:\n  unit:\n    steps:\n      - run: pnpm test\n';
  const files = {
    'package.json': manifest('vitest', { scripts: { test: 'vitest run' } }),
    'vite.config.ts':
      "import { defineConfig } from 'vite';\nexport default defineConfig({ plugins: [] });\n",
    '.github/workflows/ci.yml': workflow,
    '.gitlab-ci.yml': 'test: {}\n',
    'pnpm-lock.yaml': '',
    'pnpm-workspace.yaml': '',
  };
  const directory = await makeInitProject(files);
  for (const args of [[], ['--dry-run'], ['--dry-run', '--yes']]) {
    const { status, stdout } = await init(directory, ...args);
    expect(status).toBe(0);
    expect(stdout).toMatch(/\nNothing was written\. Write it: svc init --yes\n$/);
  }
  for (const [name, text] of Object.entries(files)) {
    expect(await readFile(join(directory, name), 'utf8')).toBe(text);
  }
  const { stdout } = await init(directory, '--yes');
  expect(stdout.replaceAll(server.url, 'URL')).toMatchInlineSnapshot(`
    "--- a/vite.config.ts
    +++ b/vite.config.ts
    @@ -1,2 +1,3 @@
    +/// <reference types="vitest/config" />
     import { defineConfig } from 'vite';
    -export default defineConfig({ plugins: [] });
    +export default defineConfig({ plugins: [], test: { reporters: ['default', '@svc/vitest-reporter'] } });
    --- a/.github/workflows/ci.yml
    +++ b/.github/workflows/ci.yml
    @@ -2,3 +2,6 @@
       unit:
         steps:
           - run: pnpm test
    +        env:
    +          SVC_URL: \${{ vars.SVC_URL }}
    +          SVC_API_KEY: \${{ secrets.SVC_API_KEY }}

    ✓ changed vite.config.ts for vitest
    ✓ changed .github/workflows/ci.yml: job unit
    ! .gitlab-ci.yml: give the job that runs tests the variables SVC_URL and
      SVC_API_KEY

    Install, before the tests run again:
        pnpm add --save-dev --workspace-root @svc/vitest-reporter
    Report a first run from here:
        SVC_URL=URL SVC_API_KEY=svc_… npx vitest run
    Sign in as an admin, and tell CI its key and the server's address:
        svc login
        svc keys create CI --scope ingest -q | gh secret set SVC_API_KEY
        gh variable set SVC_URL --body https://svc.example.com
    "
  `);
  const json = await init(directory, '--json');
  expect(JSON.parse(json.stdout)).toEqual({
    frameworks: [
      {
        name: 'vitest',
        state: 'already',
        path: 'vite.config.ts',
        snippet: "test: { reporters: ['default', '@svc/vitest-reporter'] }",
      },
    ],
    workflows: [],
    otherCi: ['.gitlab-ci.yml'],
    folder: '',
    install: ['pnpm add --save-dev --workspace-root @svc/vitest-reporter'],
    diff: '',
    written: false,
  });
});

it('leaves a computed configuration to a person', async () => {
  const config = "import { config } from '../shared.js';\nexport default config;\n";
  const directory = await makeInitProject({
    'package.json': manifest('vitest'),
    'vitest.config.js': config,
  });
  const { status, stdout } = await init(directory, '--yes');
  expect(status).toBe(0);
  expect(stdout).toContain(
    '! vitest.config.js computes its reporters; add for vitest:\n' +
      "    test: { reporters: ['default', '@svc/vitest-reporter'] }\n",
  );
  expect(await readFile(join(directory, 'vitest.config.js'), 'utf8')).toBe(config);
});

it('finds the project from a folder below it', async () => {
  const directory = await makeInitProject({ 'package.json': manifest('jest'), 'src/lib/a.js': '' });
  const { stdout } = await init(join(directory, 'src/lib'), '--yes');
  expect(stdout).toContain('✓ changed ../../package.json for jest\n');
});

it.each([
  ['npm', { 'package-lock.json': '' }, { workspaces: ['packages/*', '!packages/old'] }],
  ['yarn', { 'yarn.lock': '' }, { workspaces: { packages: ['./packages/*/', '!packages/old'] } }],
  [
    'pnpm',
    { 'pnpm-lock.yaml': '', 'pnpm-workspace.yaml': "packages: ['packages/*', '!packages/old']\n" },
    {},
  ],
])('sets up the packages of a workspace of %s from its root', async (manager, files, more) => {
  const directory = await makeInitProject({
    'package.json': JSON.stringify({ name: 'root', private: true, ...more }),
    ...files,
    'packages/a web/package.json': manifest('vitest', { scripts: { test: 'vitest run' } }),
    'packages/e2e/package.json': manifest('@playwright/test'),
    'packages/e2e/playwright.config.ts': 'export default {};\n',
    'packages/lib/package.json': manifest('mocha'),
    'packages/old/package.json': manifest('jest'),
    'packages/lib/node_modules/x/package.json': manifest('jest'),
    '.github/workflows/ci.yml': 'jobs:\n  unit:\n    steps:\n      - run: npm test\n',
  });
  const { status, stdout } = await init(directory, '--yes');
  expect(status).toBe(0);
  expect(stdout).toContain('✓ created packages/a web/vitest.config.mts for vitest\n');
  expect(stdout).toContain('✓ changed packages/e2e/playwright.config.ts for playwright\n');
  expect(stdout).toContain('✓ changed .github/workflows/ci.yml: job unit\n');
  expect(stdout).toMatch(
    new RegExp(
      `    \\(cd 'packages/a web' && ${manager} .* @svc/vitest-reporter\\)\\n` +
        `    \\(cd packages/e2e && ${manager} .* @svc/playwright-reporter\\)\\n` +
        'Report a first run from packages/a web:\\n',
    ),
  );
  expect(stdout).not.toContain('jest');
  const again = await init(directory, '--yes');
  expect(again.stdout).toContain('✓ packages/a web/vitest.config.mts has the reporter for vitest');
});

const vitestConfig = 'export default {};\n';

it.each<[string, Record<string, string>, string[]]>([
  [
    'the packages alone where the root only has the framework for them',
    {
      'package.json': manifest('vitest', {
        workspaces: ['packages/*'],
        scripts: { test: 'turbo run test', 'lint:vitest': 'eslint --plugin @x/vitest' },
      }),
      'packages/a/package.json': manifest('vitest', { scripts: { test: 'vitest run' } }),
      'packages/a/vitest.config.ts': vitestConfig,
      'packages/b/package.json': manifest('vitest'),
      'packages/b/vitest.config.ts': vitestConfig,
    },
    ['packages/a/vitest.config.ts', 'packages/b/vitest.config.ts'],
  ],
  [
    'the root alone where it runs the framework for all, and the other frameworks of packages',
    {
      'package.json': manifest('vitest', {
        workspaces: ['packages/*'],
        scripts: { test: 'CI=1 vitest run' },
      }),
      'vitest.config.ts': vitestConfig,
      'packages/a/package.json': manifest('vitest'),
      'packages/a/vitest.config.ts': vitestConfig,
      'packages/e2e/package.json': manifest('@playwright/test'),
      'packages/e2e/playwright.config.ts': 'export default {};\n',
    },
    ['vitest.config.ts', 'packages/e2e/playwright.config.ts'],
  ],
  [
    'the root and a package that runs the framework by itself, too',
    {
      'package.json': manifest('vitest', { workspaces: ['packages/*'] }),
      'vitest.config.ts': vitestConfig,
      'packages/a/package.json': manifest('vitest', { scripts: { test: 'vitest' } }),
      'packages/a/vitest.config.ts': vitestConfig,
    },
    ['vitest.config.ts', 'packages/a/vitest.config.ts'],
  ],
  [
    'the root that runs the framework by its path',
    {
      'package.json': manifest('jest', {
        workspaces: ['packages/*'],
        scripts: { test: 'node --experimental-vm-modules node_modules/jest/bin/jest.js' },
      }),
      'packages/a/package.json': manifest('jest'),
    },
    ['package.json'],
  ],
  [
    'the packages in which a script of the root runs the framework',
    {
      'package.json': manifest('vitest', {
        workspaces: ['packages/*'],
        scripts: { test: 'pnpm -r exec vitest run' },
      }),
      'packages/a/package.json': manifest('vitest'),
      'packages/a/vitest.config.ts': vitestConfig,
    },
    ['packages/a/vitest.config.ts'],
  ],
  [
    'the package that has the tests, where the root only installs browsers',
    {
      'package.json': manifest('@playwright/test', {
        workspaces: ['packages/*'],
        scripts: { postinstall: 'playwright install' },
      }),
      'packages/a/package.json': manifest('@playwright/test'),
      'packages/a/playwright.config.ts': 'export default {};\n',
    },
    ['packages/a/playwright.config.ts'],
  ],
  [
    'the workflow that runs a script of the root, which a package has under the same name',
    {
      'package.json': manifest('vitest', {
        workspaces: ['packages/*'],
        scripts: { test: 'vitest run' },
      }),
      'vitest.config.ts': vitestConfig,
      'packages/e2e/package.json': manifest('@playwright/test', {
        scripts: { test: 'echo none', e2e: 'playwright test' },
      }),
      'packages/e2e/playwright.config.ts': 'export default {};\n',
      '.github/workflows/ci.yml': 'jobs:\n  unit:\n    steps:\n      - run: pnpm test\n',
    },
    ['vitest.config.ts', 'packages/e2e/playwright.config.ts', '.github/workflows/ci.yml'],
  ],
  [
    'the root where no package has the framework',
    {
      'package.json': manifest('jest', { workspaces: ['packages/*'] }),
      'packages/a/package.json': manifest('mocha'),
    },
    ['package.json'],
  ],
])('sets up %s', async (_, files, expected) => {
  const directory = await makeInitProject(files);
  const { stdout } = await init(directory, '--yes');
  expect([...stdout.matchAll(/✓ (?:changed|created) (\S+?):? /g)].map(([, path]) => path)).toEqual(
    expected,
  );
});

it('says where it looked when there is no framework', async () => {
  const directory = await makeInitProject({ 'package.json': manifest('mocha') });
  expect(await init(directory)).toEqual({
    status: 2,
    stdout: '',
    stderr:
      `svc: no package.json in ${directory}, above it, or in its workspace depends on vitest, jest or @playwright/test\n` +
      "try: run svc init in the project's folder; reports of other frameworks: svc upload 'reports/**/*.xml'\n",
  });
});
