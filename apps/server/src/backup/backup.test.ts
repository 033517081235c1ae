import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { analyzed } from '../../test/scenes/analysing.ts';
import {
  attach,
  backUp,
  keepUploading,
  makeTarget,
  openScene,
  restoreTo,
  startRestored,
  useBackups,
  type Scene,
} from '../../test/scenes/backing-up.ts';
import { failureIn, quarantine } from '../../test/scenes/gating.ts';
import type { TestApp } from '../../test/app.ts';
import { testClock, timeBefore } from '../../test/clock.ts';
import { uploadRow } from '../../test/history.ts';
import { ask, listExecutions, settle } from '../../test/make.ts';
import { only, readArtifacts, send } from '../../test/storages/artifacts.ts';
import { STORAGES } from '../../test/storages/storages.ts';
import { deleteUnusedContents } from '../artifacts/index.ts';
import { DISTRIBUTED_TABLES, LOCAL_TABLES } from '../db/citus/table-kinds.ts';
import { deleteOrganization, eraseDeletedOrganizations } from '../lifetime/index.ts';
import type { Storage } from '../storage/storage.ts';
import { BACKED_UP_TABLES, LEFT_OUT_TABLES } from './backed-up-tables.ts';

useBackups();

it('has every table, or says why not', () => {
  const known = [...DISTRIBUTED_TABLES, ...Object.keys(LOCAL_TABLES)];
  const named = [...BACKED_UP_TABLES, ...Object.keys(LEFT_OUT_TABLES)];
  expect(named.toSorted()).toEqual(known.toSorted());
});

/** Failures, a flaky test, characters that COPY escapes, a verdict, an entry of the quarantine and a file. */
async function fill(scene: Scene): Promise<void> {
  const { server } = scene;
  for (const letter of ['.', 'r', 'f', '.', 'f'] as const) {
    await uploadRow(server, {
      at: timeBefore(60),
      commit: 'a'.repeat(40),
      tests: { 'adds up': letter, 'takes\taway \\N ä': '.' },
    });
  }
  await attach(scene, 'it broke');
  const failed = await uploadRow(server, { at: timeBefore(30), tests: { 'adds up': 'f' } });
  await settle(server);
  await analyzed(server, { failures: [{ title: 'a', error: { message: 'it broke\n\\.\n' } }] });
  const { testId } = await failureIn(server, failed);
  await quarantine(server, { testId, fingerprints: 'any', reason: 'it broke' });
  await settle(server);
}

type Asked = Pick<TestApp, 'app' | 'apiKey'>;

const PARAMETERS: Record<string, string> = { project: 'shop', branch: 'main', framework: 'vitest' };

/** The bytes of every GET answer of REST, with the ids of executions, tests and entries in the paths. */
async function readAnswers(from: Asked): Promise<Record<string, string>> {
  const read = async (url: string) => ask(from, { url });
  const idsOf = async (path: string, name = 'id') => {
    const { data } = JSON.parse((await read(path)).text) as {
      data: { items: Record<string, string>[] };
    };
    return data.items.map((item) => item[name] ?? '');
  };
  const ids = [
    ...(await idsOf('/api/executions')),
    ...(await idsOf('/api/tests?project=shop', 'testId')),
    ...(await idsOf('/api/quarantine')),
  ];
  const spec = JSON.parse((await read('/api/openapi.json')).text) as {
    paths: Record<string, { get?: { parameters?: { name: string; in: string }[] } }>;
  };
  const answers: Record<string, string> = {};
  for (const [path, { get }] of Object.entries(spec.paths)) {
    // Its rate limit counts the requests of this minute.
    if (get === undefined || path.endsWith('/whoami')) continue;
    const full = path.startsWith('/api') ? path : `/api${path}`;
    const names = (get.parameters ?? []).filter((one) => one.in === 'query').map((one) => one.name);
    for (const id of ids) {
      const values: Record<string, string> = { ...PARAMETERS, head: id };
      const query = names.filter((name) => name in values).map((name) => `${name}=${values[name]}`);
      const filled = full.replaceAll(/\{\w+\}/g, id);
      for (const url of [filled, `${filled}?${query.join('&')}`]) {
        const { status, text } = await read(url);
        answers[url] = `${status} ${text}`;
      }
    }
  }
  return answers;
}

describe.each(STORAGES)('on %s', (_kind, make) => {
  it('gives the same bytes for every answer, and every file, after a restore', async () => {
    const scene = await openScene(make);
    await fill(scene);
    scene.server.setNow(testClock.now());
    const before = await readAnswers(scene.server);
    expect(Object.values(before).filter((one) => one.startsWith('200')).length).toBeGreaterThan(60);
    const report = await backUp(scene);
    expect(report).toMatchObject({ files: 1, copiedFiles: 1, missing: [], hasSecret: false });
    const target = await makeTarget(make);
    await restoreTo(target);
    const restored = await startRestored(scene.server, target);
    expect(await readAnswers(restored)).toEqual(before);
    const base = await restored.listen();
    const { items } = await listExecutions(restored);
    const artifacts = await Promise.all(
      items.map(({ id }) => readArtifacts(restored, { executionId: id })),
    );
    const { url } = only(artifacts.flat());
    expect((await send(base, url ?? '', {})).text).toBe('it broke');
  }, 120_000);
});

it('is of one moment while uploads run', async () => {
  const scene = await openScene();
  const stop = keepUploading(scene);
  await attach(scene, 'first');
  await backUp(scene);
  await stop();
  const target = await makeTarget();
  await restoreTo(target);
  const restored = await startRestored(scene.server, target);
  const [all, kept] = [await listAll(scene.server), await listAll(restored)];
  expect(kept.length).toBeGreaterThan(0);
  const numbers = kept.map(({ number }) => number).toSorted((a, b) => a - b);
  expect(numbers).toEqual(numbers.map((_, index) => index + 1));
  expect(all.length).toBeGreaterThan(kept.length);
  for (const { id } of kept) {
    const url = `/api/executions/${id}/results`;
    expect((await ask(restored, { url })).text).toBe((await ask(scene.server, { url })).text);
  }
});

function listAll({ deps }: Pick<TestApp, 'deps'>): Promise<{ id: string; number: number }[]> {
  return deps.database.query('SELECT id, number FROM executions');
}

it('copies files that a job would delete meanwhile, and the job deletes them afterwards', async () => {
  const scene = await openScene();
  const { deps } = scene.server;
  const { executionId } = await attach(scene, 'soon gone');
  const other = await scene.server.makeOrganization('Other');
  await deleteOrganization(deps, other.organizationId, 'svc-admin');
  const storage = {
    read: async (...range: Parameters<Storage['read']>) => {
      await deps.database.query(
        `UPDATE artifacts SET state = 'expired' WHERE organization_id = $1 AND execution_id = $2`,
        [scene.server.organizationId, executionId],
        scene.server.organizationId,
      );
      expect(await deleteUnusedContents(deps)).toBe(0);
      await expect(eraseDeletedOrganizations(deps)).rejects.toThrow(
        'the files of the organization are erased when the running backup has ended',
      );
      return deps.storage.read(...range);
    },
  } as Storage;
  expect(await backUp(scene, { storage })).toMatchObject({ copiedFiles: 1, missing: [] });
  expect(await deleteUnusedContents(deps)).toBe(1);
  expect(await eraseDeletedOrganizations(deps)).toBe(1);
  expect(await backUp(scene)).toMatchObject({ files: 0 });
});

it('shares files with earlier backups of the folder, and restores the newest', async () => {
  const scene = await openScene();
  await attach(scene, 'one');
  const first = await backUp(scene);
  await attach(scene, 'two');
  const second = await backUp(scene);
  expect([first, second].map((one) => one.copiedFiles)).toEqual([1, 1]);
  expect(second).toMatchObject({ files: 2, copiedBytes: 3, allBytes: 6 });
  expect((await restoreTo(await makeTarget())).folder).toBe(second.folder);
  expect((await restoreTo(await makeTarget(), { folder: first.folder })).folder).toBe(first.folder);
});

it('is readable only by its owner', async () => {
  const scene = await openScene();
  await attach(scene, 'one');
  const { folder } = await backUp(scene);
  for (const name of await readdir(scene.folder, { recursive: true })) {
    expect((await stat(join(scene.folder, name))).mode & 0o077).toBe(0);
  }
  expect(await readdir(folder)).toContain('manifest.json');
});

it('goes on after an interruption, and leaves no half of a backup', async () => {
  const scene = await openScene();
  for (const content of ['one', 'two', 'three']) await attach(scene, content);
  let reads = 0;
  const { storage } = scene.server.deps;
  const broken = {
    read: async (...range: Parameters<Storage['read']>) => {
      if (++reads === 3) throw new Error('the bucket is away');
      return storage.read(...range);
    },
  } as Storage;
  await expect(backUp(scene, { storage: broken })).rejects.toThrow('the bucket is away');
  expect(await readdir(scene.folder)).toEqual(['files']);
  expect(await backUp(scene)).toMatchObject({ files: 3, copiedFiles: 1 });
});

it('names files that the storage lost, and restores all others', async () => {
  const scene = await openScene();
  await attach(scene, 'kept');
  const report = await backUp(scene);
  expect(report.missing).toEqual([]);
  const lost = { read: async () => null } as unknown as Storage;
  await attach(scene, 'lost');
  const second = await backUp(scene, { storage: lost });
  expect(second).toMatchObject({ files: 1, missing: [expect.stringContaining('/')] });
  expect((await restoreTo(await makeTarget())).copiedFiles).toBe(1);
});
