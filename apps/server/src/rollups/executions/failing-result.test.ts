import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeApp, type TestApp } from '../../../test/app.ts';
import { makeRun } from '../../../test/history.ts';
import { makeUpload, upload } from '../../../test/make.ts';
import { createScope } from '../../db/scope.ts';
import { rebuildRollUps } from '../rebuild.ts';

let server: TestApp;
beforeAll(async () => {
  server = await makeApp();
});
afterAll(() => server.close());

const ROOTS = ['/home/runner/work/repo/repo/', '/Users/ann/code/repo/', '/mnt/x7/repo/'];

it.each([
  { name: 'the repository', execution: { project: 'shop', git: { repository: 'acme/repo' } } },
  { name: 'the project', execution: { project: 'repo', git: {} } },
])(
  'finds the root of paths by the name of $name, at the upload and in a rebuild',
  async (facts) => {
    const { organizationId, apiKey } = await server.makeOrganization(randomUUID());
    const scope = createScope(server.deps.database, organizationId);
    for (const root of ROOTS) {
      const stack = `Error: gone\n    at save (${root}packages/repo/core/a.ts:1:2)`;
      const attempts = [
        { status: 'failed' as const, durationMs: 1, errors: [{ message: 'Error: gone', stack }] },
      ];
      const results = [makeRun('saves', 'f', { attempts })];
      await upload(
        { app: server.app, apiKey },
        makeUpload({ execution: facts.execution, results }),
      );
    }
    const patterns = () =>
      scope.query('SELECT id, pattern FROM fingerprints WHERE organization_id = $1', [
        organizationId,
      ]);
    const stored = await patterns();
    expect(stored).toMatchObject([{ pattern: 'gone · packages/repo/core/a.ts save' }]);
    await rebuildRollUps(server.deps.database, () => {}, { organizationId });
    expect(await patterns()).toEqual(stored);
  },
);
