import type { ReporterSetting } from './source/add-reporter.ts';

export type FrameworkName = 'vitest' | 'jest' | 'playwright';

/** What svc init knows of a framework. */
export interface Framework {
  name: FrameworkName;
  /** The package that a project depends on. */
  dependency: string;
  /** The configuration files, the one that counts first. */
  configs: RegExp[];
  setting: ReporterSetting;
  /** A new configuration; undefined if the framework is not used without one. */
  newConfig: NewConfig | undefined;
  /** Adds the reporter by hand. */
  snippet: string;
  /** The same in a package.json. */
  manifestSnippet?: string;
}

interface NewConfig {
  name: string;
  /** Its name in a package of ES modules. */
  moduleName: string;
  code: string;
}

export const FRAMEWORKS: readonly Framework[] = [
  {
    name: 'vitest',
    dependency: 'vitest',
    configs: [/^vitest\.config\.[cm]?[jt]s$/, /^vite\.config\.[cm]?[jt]s$/],
    setting: {
      within: 'test',
      name: 'reporters',
      reporter: '@svc/vitest-reporter',
      defaults: "'default'",
    },
    newConfig: {
      // Vite warns of ES modules in a file that Node.js takes for CommonJS.
      name: 'vitest.config.mts',
      moduleName: 'vitest.config.ts',
      code:
        "import { defineConfig } from 'vitest/config';\n\n" +
        'export default defineConfig({\n' +
        "  test: { reporters: ['default', '@svc/vitest-reporter'] },\n" +
        '});\n',
    },
    snippet: "test: { reporters: ['default', '@svc/vitest-reporter'] }",
  },
  {
    name: 'jest',
    dependency: 'jest',
    configs: [/^jest\.config\.(?:[cm]?[jt]s|json)$/],
    setting: {
      name: 'reporters',
      reporter: '@svc/jest-reporter',
      defaults: "'default'",
    },
    // Its configuration goes into package.json.
    newConfig: undefined,
    snippet: "reporters: ['default', '@svc/jest-reporter']",
    manifestSnippet: '"jest": { "reporters": ["default", "@svc/jest-reporter"] }',
  },
  {
    name: 'playwright',
    dependency: '@playwright/test',
    configs: [/^playwright\.config\.[cm]?[jt]s$/],
    setting: {
      name: 'reporter',
      reporter: '@svc/playwright-reporter',
      isWrapped: true,
      // As Playwright itself chooses.
      defaults: "[process.env.CI ? 'dot' : 'list']",
    },
    newConfig: undefined,
    snippet: "reporter: [['list'], ['@svc/playwright-reporter']]",
  },
];
