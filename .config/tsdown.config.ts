import { fileURLToPath } from 'node:url';
import { defineConfig, type UserConfig } from 'tsdown';

/**
 * What a user's test run loads: one file each, without a dependency. As fifty modules one by one they
 * took five times as long to load, and a short run waits for that.
 */
const REPORTERS = ['vitest-reporter', 'jest-reporter', 'playwright-reporter'];

// From what the compiler wrote, which has checked it.
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
      // Jest's types come with the user's Jest.
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
