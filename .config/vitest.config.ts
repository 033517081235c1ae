import { fileURLToPath } from 'node:url';
import { defaultServerConditions } from 'vite';
import { defineConfig } from 'vitest/config';

const root = fileURLToPath(new URL('..', import.meta.url));

export default defineConfig({
  root,
  // Tests import each package's source; what tests spawn (servers, commands, user projects) runs the build.
  ssr: { resolve: { conditions: ['@svc/source', ...defaultServerConditions] } },
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
