import { fileURLToPath } from 'node:url';
import { defineConfig, type UserConfig } from 'tsdown';

/**
 * Bundles what a user's test run loads: one file per reporter, without dependencies. Fifty separate modules took five
 * times as long to load, which a short run notices.
 */
const REPORTERS = ['vitest-reporter', 'jest-reporter', 'playwright-reporter'];

// The input is the compiler's output, which is type-checked.
export default defineConfig(
  REPORTERS.flatMap((name) => [
    {
      ...shared(name),
      entry: 'build/index.js',
      dts: false,
      deps: { alwaysBundle: [/^@svc\//, 'ci-info'], onlyBundle: ['ci-info'] },
      copy: { from: '../reporter-core/node_modules/ci-info/LICENSE', rename: 'LICENSE.ci-info' },
    },
    {
      ...shared(name),
      entry: 'build/index.d.ts',
      dts: { dtsInput: true, oxc: true },
      // The user's Jest provides its types.
      deps: { alwaysBundle: /^@svc\//, neverBundle: /^@jest\// },
    },
  ]),
);

function shared(name: string): UserConfig {
  return {
    cwd: fileURLToPath(new URL(`../packages/${name}`, import.meta.url)),
    platform: 'node',
    target: 'node20',
    fixedExtension: false,
    clean: false,
    logLevel: 'warn',
  };
}
