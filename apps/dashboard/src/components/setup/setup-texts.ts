import type { AccountAnswer } from '@svc/contract/people/account';

/** How to report from a framework or tool: what to write where, and how to run the tests. */
export interface SetupText {
  id: string;
  label: string;
  /** With comments that begin with `#` or `//`. */
  code: string;
  run: string;
}

type Checkout = AccountAnswer['checkout'];

/**
 * Names the packages as the reader can use them: from npm; by their path, in the checkout that the server on the
 * reader's machine runs from; or from tarballs, because npm may not have the packages of a checkout elsewhere.
 */
export function buildSetupTexts(checkout: Checkout): readonly SetupText[] {
  const svc = buildSvcCommand(checkout);
  const install = (name: string) => buildInstallText(checkout, name);
  const reporter = (name: string) => formatReporterName(checkout, name);
  return [
    {
      id: 'vitest',
      label: 'Vitest',
      code: `${install('vitest-reporter')}// vitest.config.ts
import { defineConfig } from 'vitest/config'
export default defineConfig({
  test: { reporters: ${formatConfigList("'default'", reporter('vitest-reporter'))} },
})`,
      run: 'npx vitest run',
    },
    {
      id: 'jest',
      label: 'Jest',
      code: `${install('jest-reporter')}// jest.config.js
export default {
  reporters: ${formatConfigList("'default'", reporter('jest-reporter'))},
}`,
      run: 'npx jest',
    },
    {
      id: 'playwright',
      label: 'Playwright',
      code: `${install('playwright-reporter')}// playwright.config.ts
import { defineConfig } from '@playwright/test'
export default defineConfig({
  reporter: ${formatConfigList("['list']", `[${reporter('playwright-reporter')}]`)},
})`,
      run: 'npx playwright test',
    },
    {
      id: 'cli',
      label: 'Report files',
      code: `${checkout?.folder === null ? install('cli') : ''}# any tool that writes JUnit XML, CTRF, or its own JSON
${svc} upload report.xml

# checks address, key, clock and unsent executions
${svc} doctor`,
      run: `${svc} upload report.xml`,
    },
  ];
}

/** What the reader types for `svc`. In a checkout elsewhere, the tab "Report files" says how to install it. */
export function buildSvcCommand(checkout: Checkout): string {
  if (checkout === null || checkout.folder === null) return 'npx @svc/cli';
  const path = `${checkout.folder}/packages/cli/bin/svc.js`;
  return `node '${path.replaceAll("'", String.raw`'\''`)}'`;
}

function buildInstallText(checkout: Checkout, name: string): string {
  if (checkout === null) return `# install\nnpm i -D @svc/${name}\n\n`;
  if (checkout.folder !== null) return `// nothing to install on this machine\n\n`;
  return `# in a clone of svc's repository
npx -y pnpm@12 pack:packages

# in your project, with the path of that clone
npm i -D /path/to/svc/.packed/svc-${name}-*.tgz

`;
}

/** A list for a configuration file. A path is long, so it gets a line of its own. */
function formatConfigList(first: string, second: string): string {
  return second.includes('/dist/')
    ? `[\n    ${first},\n    ${second},\n  ]`
    : `[${first}, ${second}]`;
}

/** In quotes, for a configuration file. */
function formatReporterName(checkout: Checkout, name: string): string {
  if (checkout === null || checkout.folder === null) return `'@svc/${name}'`;
  return `'${`${checkout.folder}/packages/${name}/dist/index.js`.replaceAll(/[\\']/g, String.raw`\$&`)}'`;
}
