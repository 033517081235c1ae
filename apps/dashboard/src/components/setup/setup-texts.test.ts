import { describe, expect, it } from 'vitest';
import { buildSetupTexts, buildSvcCommand } from './setup-texts.ts';

function codeOf(checkout: Parameters<typeof buildSetupTexts>[0]): Record<string, string> {
  return Object.fromEntries(buildSetupTexts(checkout).map(({ id, code }) => [id, code]));
}

describe('setupTexts', () => {
  it('installs from npm where the server does', () => {
    const { vitest, jest, playwright, cli } = codeOf(null);
    expect(vitest).toMatchInlineSnapshot(`
      "# install
      npm i -D @svc/vitest-reporter

      // vitest.config.ts
      import { defineConfig } from 'vitest/config'
      export default defineConfig({
        test: { reporters: ['default', '@svc/vitest-reporter'] },
      })"
    `);
    expect(jest).toMatch(/^# install\nnpm i -D @svc\/jest-reporter\n/);
    expect(playwright).toMatch(/^# install\nnpm i -D @svc\/playwright-reporter\n/);
    expect(cli).toMatchInlineSnapshot(`
      "# any tool that writes JUnit XML, CTRF, or its own JSON
      npx @svc/cli upload report.xml

      # checks address, key, clock and unsent executions
      npx @svc/cli doctor"
    `);
  });

  it('names files of the checkout on the same machine, and installs nothing', () => {
    const { vitest, jest, playwright, cli } = codeOf({ folder: '/home/ada/my svc' });
    expect(vitest).toMatchInlineSnapshot(`
      "// nothing to install on this machine

      // vitest.config.ts
      import { defineConfig } from 'vitest/config'
      export default defineConfig({
        test: { reporters: [
          'default',
          '/home/ada/my svc/packages/vitest-reporter/dist/index.js',
        ] },
      })"
    `);
    expect(jest).toContain(
      "    'default',\n    '/home/ada/my svc/packages/jest-reporter/dist/index.js',\n",
    );
    expect(playwright).toContain("['/home/ada/my svc/packages/playwright-reporter/dist/index.js']");
    expect(cli).toMatchInlineSnapshot(`
      "# any tool that writes JUnit XML, CTRF, or its own JSON
      node '/home/ada/my svc/packages/cli/bin/svc.js' upload report.xml

      # checks address, key, clock and unsent executions
      node '/home/ada/my svc/packages/cli/bin/svc.js' doctor"
    `);
  });

  it('installs tarballs where the checkout may be on another machine', () => {
    const { vitest, jest, playwright, cli } = codeOf({ folder: null });
    expect(vitest).toMatchInlineSnapshot(`
      "# in a clone of svc's repository
      npx -y pnpm@12 pack:packages

      # in your project, with the path of that clone
      npm i -D /path/to/svc/.packed/svc-vitest-reporter-*.tgz

      // vitest.config.ts
      import { defineConfig } from 'vitest/config'
      export default defineConfig({
        test: { reporters: ['default', '@svc/vitest-reporter'] },
      })"
    `);
    expect(jest).toContain('npm i -D /path/to/svc/.packed/svc-jest-reporter-*.tgz\n');
    expect(playwright).toContain('npm i -D /path/to/svc/.packed/svc-playwright-reporter-*.tgz\n');
    expect(cli).toMatchInlineSnapshot(`
      "# in a clone of svc's repository
      npx -y pnpm@12 pack:packages

      # in your project, with the path of that clone
      npm i -D /path/to/svc/.packed/svc-cli-*.tgz

      # any tool that writes JUnit XML, CTRF, or its own JSON
      npx @svc/cli upload report.xml

      # checks address, key, clock and unsent executions
      npx @svc/cli doctor"
    `);
  });

  it('quotes a path for the shell and for a configuration', () => {
    const folder = "/home/o'neil/svc";
    expect(buildSvcCommand({ folder })).toBe(
      String.raw`node '/home/o'\''neil/svc/packages/cli/bin/svc.js'`,
    );
    expect(codeOf({ folder })['vitest']).toContain(
      String.raw`'/home/o\'neil/svc/packages/vitest-reporter/dist/index.js'`,
    );
  });
});
