import { fileURLToPath } from 'node:url';
import { defaultServerConditions } from 'vite';
import { defineConfig } from 'vitest/config';

const root = fileURLToPath(new URL('..', import.meta.url));

// Node itself knows no `module`, and cannot load what some packages (the AWS SDK) offer bundlers under it.
const nodeConditions = defaultServerConditions.filter((condition) => condition !== 'module');

export default defineConfig({
  root,
  // Tests import each package's source; what tests spawn (servers, commands, user projects) runs the build.
  ssr: { resolve: { conditions: ['@svc/source', ...nodeConditions] } },
  test: {
    include: [
      '.config/*.test.ts',
      'packages/*/src/**/*.test.ts',
      'packages/*/test/**/*.test.ts',
      'apps/*/src/**/*.test.ts',
      'apps/*/test/**/*.test.ts',
    ],
    globalSetup: ['apps/server/test/global-setup.ts'],
    reporters: ['default', '@svc/vitest-reporter'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
