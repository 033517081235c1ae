/** How to report from a framework or tool: what to write where, and how to run the tests. */
export interface SetupText {
  id: string;
  label: string;
  /** With comments that begin with `#` or `//`. */
  code: string;
  run: string;
}

export const SETUP_TEXTS: readonly SetupText[] = [
  {
    id: 'vitest',
    label: 'Vitest',
    code: `# install
npm i -D @svc/vitest-reporter

// vitest.config.ts
export default defineConfig({
  test: { reporters: ['default', '@svc/vitest-reporter'] },
})`,
    run: 'npx vitest run',
  },
  {
    id: 'jest',
    label: 'Jest',
    code: `# install
npm i -D @svc/jest-reporter

// jest.config.js
export default {
  reporters: ['default', '@svc/jest-reporter'],
}`,
    run: 'npx jest',
  },
  {
    id: 'playwright',
    label: 'Playwright',
    code: `# install
npm i -D @svc/playwright-reporter

// playwright.config.ts
export default defineConfig({
  reporter: [['list'], ['@svc/playwright-reporter']],
})`,
    run: 'npx playwright test',
  },
  {
    id: 'cli',
    label: 'Report files',
    code: `# any tool that writes JUnit XML, CTRF, or its own JSON
npx @svc/cli upload report.xml

# checks address, key, clock and unsent executions
npx @svc/cli doctor`,
    run: 'npx @svc/cli upload report.xml',
  },
];
