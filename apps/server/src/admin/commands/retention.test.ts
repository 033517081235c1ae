import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeOwnApp, type TestApp } from '../../../test/app.ts';
import { makeArtifact, makeUploadWith, put } from '../../../test/storages/artifacts.ts';
import { inDays } from '../../../test/clock.ts';
import { upload } from '../../../test/make.ts';
import { applyNow, setRetention, showRetention } from './retention.ts';

let server: TestApp;
beforeAll(async () => {
  server = await makeOwnApp({ because: 'applies retention to all organizations' });
});
afterAll(() => server.close());

it('reports the size of artifacts, and frees it', async () => {
  const organization = { id: server.organizationId, name: 'Default' };
  const base = await server.listen();
  const contents = ['x'.repeat(1_500_000), 'x'.repeat(1_500_000), 'y'];
  const artifacts = contents.map((content, index) => makeArtifact(`${index}`, content));
  const { uploads } = await upload(server, makeUploadWith(artifacts));
  for (const wanted of uploads) await put(base, wanted, contents[Number(wanted.clientId)] ?? '');
  expect(await showRetention(server.deps, organization)).toEqual([
    'results    without limit',
    'artifacts  without limit',
    'roll-ups   without limit',
    expect.stringMatching(/^The database holds [\d.]+ MB\.$/) as string,
    'The artifacts are 2 files of 1.5 MB in all.',
  ]);
  const set = await setRetention(server.deps, organization, { artifacts: 5 });
  expect(set[1]).toBe('artifacts  5 days');
  server.setNow(inDays(6));
  expect(await applyNow(server.deps)).toContain('deleted 2 files of artifacts');
  expect((await showRetention(server.deps, organization)).at(-1)).toBe(
    'The artifacts are 0 files of 0 B in all.',
  );
});
