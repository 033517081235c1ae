import { execFile } from 'node:child_process';
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeEach, expect, it } from 'vitest';
import { emptyFolder } from '../../../test/run-svc.ts';
import { joinShopServer, type ShopServer } from '../../../test/shop-server.ts';

let server: ShopServer;
beforeEach(async () => {
  server = await joinShopServer();
});

const root = fileURLToPath(new URL('../../../../..', import.meta.url));

/** A project with these files, in a repository of its own, with packages linked from this repository. */
async function makeProject(
  files: Record<string, string>,
  links: Record<string, string> = {},
): Promise<string> {
  const directory = await emptyFolder();
  for (const [name, text] of Object.entries({ '.git/HEAD': 'ref: refs/heads/main\n', ...files })) {
    await mkdir(dirname(join(directory, name)), { recursive: true });
    await writeFile(join(directory, name), text);
  }
  for (const [name, place] of Object.entries(links)) {
    const link = join(directory, 'node_modules', name);
    await mkdir(dirname(link), { recursive: true });
    await symlink(join(root, place), link);
  }
  return directory;
}

const init = (directory: string, ...args: string[]) =>
  server.svc(['init', ...args], { directory, env: { COLUMNS: '80' } });

/** Runs a framework of the project as its user does; returns the executions that arrived. */
async function executionsAfter(directory: string, bin: string, ...args: string[]) {
  await promisify(execFile)(process.execPath, [join(directory, 'node_modules', bin), ...args], {
    cwd: directory,
    env: {
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

const manifest = (dependency: string, more: object = {}) =>
  JSON.stringify(
    { name: 'started', devDependencies: { [dependency]: '*' }, ...more },
    undefined,
    2,
  );

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
  const directory = await makeProject(files, {
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
  const directory = await makeProject(
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

it('makes one that Vite loads without a warning where files are CommonJS, for Yarn', async () => {
  const directory = await makeProject({ 'package.json': manifest('vitest'), 'yarn.lock': '' });
  const { stdout } = await init(directory, '--yes');
  expect(stdout).toContain('✓ created vitest.config.mts for vitest\n');
  expect(stdout).toContain('    yarn add --dev @svc/vitest-reporter\n');
  expect(stdout).toMatch(/ SVC_API_KEY=svc_… yarn vitest run\n$/);
});

it.each([
  ['package.json', {}],
  ['jest.config.js', { 'jest.config.js': "module.exports = {\n  testEnvironment: 'node'\n};\n" }],
  ['jest.config.json', { 'jest.config.json': '{\n    "testEnvironment": "node"\n}\n' }],
])('sets up Jest in %s', async (path, files) => {
  const directory = await makeProject(
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
  const directory = await makeProject(
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
  const directory = await makeProject(files);
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
    Give CI a key, and the address where it reaches the server:
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
    install: 'pnpm add --save-dev --workspace-root @svc/vitest-reporter',
    diff: '',
    written: false,
  });
});

it('leaves a computed configuration to a person', async () => {
  const config = "import { config } from '../shared.js';\nexport default config;\n";
  const directory = await makeProject({
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
  const directory = await makeProject({ 'package.json': manifest('jest'), 'src/lib/a.js': '' });
  const { stdout } = await init(join(directory, 'src/lib'), '--yes');
  expect(stdout).toContain('✓ changed ../../package.json for jest\n');
});

it('says where it looked when there is no framework', async () => {
  const directory = await makeProject({ 'package.json': manifest('mocha') });
  expect(await init(directory)).toEqual({
    status: 2,
    stdout: '',
    stderr:
      `svc: no package.json in ${directory} or above it depends on vitest, jest or @playwright/test\n` +
      "try: run svc init in the project's folder; reports of other frameworks: svc upload 'reports/**/*.xml'\n",
  });
});
