import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { commitAll } from '@svc/reporter-core/test/projects/git.ts';
import { svcLines } from '@svc/reporter-core/test/projects/run-command.ts';
import { API_KEY } from '@svc/reporter-core/test/servers/sink-server.ts';
import type { Batch } from '../projects/batch.ts';
import { config } from '../projects/fixture-project.ts';

const SECRET = 'hunter2-Hunter2';
const TOKEN = `ghp_${'a1B2'.repeat(9)}`;

/** Tests that no secret is sent. */
export function testSecrets(batch: Batch): void {
  const everywhere = batch.add({
    env: { DB_PASSWORD: SECRET, GIT_CONFIG_GLOBAL: '/dev/null' },
    prepare: (folder) => {
      commitAll(folder, `feat: add ${TOKEN}`);
      const url = `https://ada:${TOKEN}@github.com/example/shop.git`;
      execFileSync('git', ['-C', folder, 'remote', 'add', 'origin', url]);
    },
    args: ['--root', 'web'],
    files: {
      'web/vitest.config.js': config(['default', '@svc/vitest-reporter']),
      'web/src/a.test.js': `import { test } from 'vitest';
test('logs in with ${SECRET}', () => {
  console.log('key ${API_KEY}');
  console.error('Authorization: Bearer ${TOKEN}');
  throw new Error('refused ${TOKEN} of https://ada:${SECRET}@db.test/');
});
`,
    },
  });
  it('sends paths relative to the repository, and secrets nowhere', () => {
    const { run, body } = everywhere();
    const text = JSON.stringify(body);
    for (const plain of [SECRET, TOKEN, API_KEY]) {
      expect(text).not.toContain(plain);
      expect(svcLines(run).join()).not.toContain(plain);
    }
    expect(body.results[0]).toMatchObject({
      titlePath: ['logs in with [redacted DB_PASSWORD]'],
      file: 'web/src/a.test.js',
      attempts: [
        {
          errors: [{ message: expect.stringContaining('[redacted GitHub token]') }],
          stdout: 'key [redacted SVC_API_KEY]\n',
        },
      ],
    });
    expect(body.execution).toMatchObject({
      project: 'shop',
      git: {
        branch: 'main',
        author: 'Ada',
        message: 'feat: add [redacted GitHub token]',
        repository: 'https://github.com/example/shop',
        dirty: false,
      },
    });
  });

  const ofWorkers = batch.add({
    files: {
      'vitest.config.js': config(['tap', '@svc/vitest-reporter'], {
        env: { DB_PASSWORD: 'correcthorse' },
        projects: [
          { extends: true, test: { name: 'unit', env: { UNIT_TOKEN: 'token-of-a-project' } } },
        ],
      }),
      'a.test.js': `import { test } from 'vitest';
test('signs in', () => {
  throw new Error(process.env.DB_PASSWORD + ' ' + process.env.UNIT_TOKEN);
});
`,
    },
  });
  it('masks variables that the configuration of the root or a project sets in workers', () => {
    const [error] = ofWorkers().body.results[0]?.attempts?.[0]?.errors ?? [];
    expect(error?.message).toBe('Error: [redacted DB_PASSWORD] [redacted UNIT_TOKEN]');
  });
}
