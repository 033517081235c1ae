import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: { reporters: ['default', '@svc/vitest-reporter'] },
});
