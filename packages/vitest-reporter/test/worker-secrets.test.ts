import { expect, it, vi } from 'vitest';
import { config } from './projects/fixture-project.ts';
import { send } from './projects/sent-run.ts';

// The test starts Vitest, and the machine may be busy.
vi.setConfig({ testTimeout: 120_000 });

it('masks variables that the configuration of the root or a project sets in workers', async () => {
  const project = { name: 'unit', env: { UNIT_TOKEN: 'token-of-a-project' } };
  const { body } = await send('5', {
    files: {
      'vitest.config.js': config(['tap', '@svc/vitest-reporter'], {
        env: { DB_PASSWORD: 'correcthorse' },
        projects: [{ extends: true, test: project }],
      }),
      'a.test.js': `import { test } from 'vitest';
test('signs in', () => {
  throw new Error(process.env.DB_PASSWORD + ' ' + process.env.UNIT_TOKEN);
});
`,
    },
  });
  const [error] = body.results[0]?.attempts?.[0]?.errors ?? [];
  expect(error?.message).toBe('Error: [redacted DB_PASSWORD] [redacted UNIT_TOKEN]');
});
