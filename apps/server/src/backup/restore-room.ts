import { stat, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { formatBytes } from '@svc/contract/zod-free/amounts';
import type { Config } from '../config.ts';
import { BackupError } from './backup-error.ts';
import type { Manifest } from './manifest.ts';

type RoomConfig = Pick<Config, 'databaseUrl' | 'dataDir' | 'storage' | 'diskReservePercent'>;

/**
 * Requires that the backup leaves the reserve free on the disks that the server itself fills: with the embedded
 * Postgres, with artifacts, or both.
 * @throws BackupError with the free and the needed size.
 */
export async function requireRoomFor(
  { databaseBytes, files }: Pick<Manifest, 'databaseBytes' | 'files'>,
  { databaseUrl, dataDir, storage, diskReservePercent }: RoomConfig,
): Promise<void> {
  const needs = [
    ...(databaseUrl === null ? [{ folder: dataDir, bytes: databaseBytes }] : []),
    ...(storage.kind === 'disk' ? [{ folder: storage.folder, bytes: files.contentBytes }] : []),
  ];
  const byDisk = new Map<number, { folder: string; bytes: number }>();
  for (const { folder, bytes } of needs) {
    const present = await findPresentFolder(folder);
    const { dev } = await stat(present);
    const before = byDisk.get(dev)?.bytes ?? 0;
    byDisk.set(dev, { folder: present, bytes: before + bytes });
  }
  for (const { folder, bytes } of byDisk.values()) {
    const { bavail, blocks, bsize } = await statfs(folder);
    const reserve = (blocks * bsize * diskReservePercent) / 100;
    if (bavail * bsize - bytes >= reserve) continue;
    throw new BackupError(
      `The backup needs ${formatBytes(bytes)} on the disk of ${folder}, which has ${formatBytes(bavail * bsize)} free. ${formatBytes(reserve)} must stay free. Free space, or lower SVC_DISK_RESERVE_PERCENT.`,
    );
  }
}

async function findPresentFolder(folder: string): Promise<string> {
  const isPresent = await stat(folder).then(
    () => true,
    () => false,
  );
  const parent = dirname(folder);
  return isPresent || parent === folder ? folder : findPresentFolder(parent);
}
