import { joinServer } from '@svc/server/test/server.ts';
import { expect, it } from 'vitest';
import { makeProject, stable } from '../../../test/doctor-project.ts';
import { spawnSvc } from '../../../test/run-svc.ts';

it('finds everything in order', async () => {
  const { url, apiKey } = await joinServer();
  const env = { SVC_URL: url, SVC_API_KEY: apiKey };
  const config = "export default { test: { reporters: ['@svc/vitest-reporter'] } }";
  const directory = await makeProject(config, 'vitest', '@svc/vitest-reporter');
  const { status, stdout, stderr } = await spawnSvc(['doctor'], { directory, env });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stable(stdout, `svc_…${apiKey.slice(-4)}`)).toMatchInlineSnapshot(`
    "✓ svc N · node N · OS
    ✓ server URL answers (svc N, N ms, clock N s)
    ✓ key svc_…LAST may write to organization Default (N of 100000 reads left, 100000 writes a minute)
    ✓ vitest N with @svc/vitest-reporter in vitest.config.ts, loaded from ROOT/packages/vitest-reporter/dist/index.js
    "
  `);
  expect((await spawnSvc(['doctor', '-q'], { directory, env })).stdout).toBe('');
});
