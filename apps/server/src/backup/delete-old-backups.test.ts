import { mkdir, readdir, rename, stat, truncate, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import {
  attach,
  backUp,
  makeTarget,
  openScene,
  restoreTo,
  useBackups,
} from '../../test/scenes/backing-up.ts';
import { deleteUnusedContents } from '../artifacts/index.ts';
import type { Storage } from '../storage/storage.ts';
import { deleteOldBackups } from './delete-old-backups.ts';
import { listBackups, readManifest } from './manifest.ts';

useBackups();

it('deletes older backups on request, with the artifacts that no other has', async () => {
  const scene = await openScene();
  const { executionId } = await attach(scene, 'old');
  await backUp(scene);
  await scene.server.deps.database.query(
    `UPDATE artifacts SET state = 'expired' WHERE organization_id = $1 AND execution_id = $2`,
    [scene.server.organizationId, executionId],
    scene.server.organizationId,
  );
  expect(await deleteUnusedContents(scene.server.deps)).toBe(1);
  await attach(scene, 'newer');
  const second = await backUp(scene);
  const third = await backUp(scene);
  const foreign = join(scene.folder, 'files', 'notes.txt');
  await writeFile(foreign, 'of somebody else');
  const part = join(
    scene.folder,
    'files',
    scene.server.organizationId,
    '00',
    `${'0'.repeat(64)}.part`,
  );
  await mkdir(dirname(part), { recursive: true });
  await writeFile(part, 'of an interrupted copy');
  const keep = (count: number) => deleteOldBackups(scene.server.deps, third.folder, count);
  expect(await keep(3)).toEqual({ backups: 0, files: 1, bytes: 22 });
  expect(await keep(2)).toEqual({ backups: 1, files: 1, bytes: 3 });
  expect(await keep(2)).toEqual({ backups: 0, files: 0, bytes: 0 });
  expect(await readdir(scene.folder)).toHaveLength(3);
  expect((await stat(foreign)).size).toBe(16);
  const { copiedFiles } = await restoreTo(await makeTarget(), { folder: second.folder });
  expect(copiedFiles).toBe(1);
});

it('keeps the backup that was just made, also when the clock was ahead before', async () => {
  const scene = await openScene();
  const { folder: earlier } = await backUp(scene);
  await rename(earlier, join(scene.folder, '2031-01-01T00-00-00.000Z'));
  const { folder } = await backUp(scene);
  expect(await deleteOldBackups(scene.server.deps, folder, 1)).toMatchObject({ backups: 1 });
  expect(await readdir(scene.folder)).toEqual([folder.slice(scene.folder.length + 1), 'files']);
});

it('neither counts nor deletes a folder without a manifest', async () => {
  const scene = await openScene();
  const other = '2020-01-01T00-00-00.000Z';
  await mkdir(join(scene.folder, other));
  await backUp(scene);
  const { folder } = await backUp(scene);
  expect(await deleteOldBackups(scene.server.deps, folder, 2)).toMatchObject({ backups: 0 });
  expect(await deleteOldBackups(scene.server.deps, folder, 1)).toMatchObject({ backups: 1 });
  expect(await readdir(scene.folder)).toEqual([
    other,
    folder.slice(scene.folder.length + 1),
    'files',
  ]);
});

it.each(['the list of artifacts', 'a table'])(
  'deletes nothing when a backup that would stay has lost the end of %s',
  async (which) => {
    const scene = await openScene();
    await attach(scene, 'one');
    await backUp(scene);
    const { folder: cut } = await backUp(scene);
    const { files, tables } = await readManifest(cut);
    const { file, sizeBytes } = (which === 'a table' ? tables[0] : files) ?? files;
    await truncate(join(cut, file), sizeBytes - 1);
    const { folder } = await backUp(scene);
    await expect(deleteOldBackups(scene.server.deps, folder, 2)).rejects.toThrow(
      `${join(cut, file)} is cut or altered`,
    );
    expect(await listBackups(scene.folder)).toHaveLength(3);
  },
);

it('waits for a backup that runs, whose artifacts no list has yet', async () => {
  const scene = await openScene();
  const { folder } = await backUp(scene);
  for (const content of ['one', 'two']) await attach(scene, content);
  const [reading, goingOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const { storage } = scene.server.deps;
  let reads = 0;
  const slow = {
    read: async (...range: Parameters<Storage['read']>) => {
      if (++reads === 2) {
        reading.resolve();
        await goingOn.promise;
      }
      return storage.read(...range);
    },
  } as Storage;
  const second = backUp(scene, { storage: slow });
  await reading.promise;
  // The first artifact is copied meanwhile.
  await sleep(500);
  const deleting = deleteOldBackups(scene.server.deps, folder, 2);
  await Promise.race([deleting, sleep(500)]);
  goingOn.resolve();
  const report = await second;
  expect(await deleting).toEqual({ backups: 0, files: 0, bytes: 0 });
  const restored = await restoreTo(await makeTarget(), { folder: report.folder });
  expect(restored.copiedFiles).toBe(2);
});
