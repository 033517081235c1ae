import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDiskReserve } from './disk-reserve.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svc-reserve-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const EMBEDDED = { databaseUrl: null, diskReservePercent: 5 };
const OWN_POSTGRES = { databaseUrl: 'postgres://elsewhere/svc', diskReservePercent: 5 };
const onDisk = (path: string) => ({ kind: 'disk', folder: path }) as const;
const IN_BUCKET = {
  kind: 's3',
  bucket: 'files',
  region: 'us-east-1',
  endpoint: null,
  credentials: null,
  forcePathStyle: false,
} as const;

/** The disk uses that the reserve refuses. */
async function refusals(reserve: ReturnType<typeof openDiskReserve>): Promise<string[]> {
  const refused: string[] = [];
  for (const use of ['results', 'artifacts'] as const) {
    await reserve.requireRoom(use).catch(() => refused.push(use));
  }
  return refused;
}

describe('with a reserve that no disk has', () => {
  it.each([
    ['the embedded Postgres and a folder', EMBEDDED, true, ['results', 'artifacts']],
    ['the embedded Postgres and a bucket', EMBEDDED, false, ['results']],
    ['a Postgres elsewhere and a folder', OWN_POSTGRES, true, ['artifacts']],
    ['a Postgres elsewhere and a bucket', OWN_POSTGRES, false, []],
  ])('guards only disks of the server: %s', async (_name, facts, hasFolder, guarded) => {
    const storage = hasFolder ? onDisk(join(folder, 'not', 'there', 'yet')) : IN_BUCKET;
    const reserve = openDiskReserve({
      ...facts,
      dataDir: folder,
      storage,
      // Twice what a disk can have free.
      diskReservePercent: 200,
    });
    expect((await reserve.scarceDisks()).map(({ use }) => use)).toEqual(guarded);
  });

  it('refuses nothing with a reserve of 0', async () => {
    const config = { ...EMBEDDED, dataDir: folder, storage: onDisk(folder), diskReservePercent: 0 };
    const reserve = openDiskReserve(config);
    expect([await refusals(reserve), await reserve.scarceDisks()]).toEqual([[], []]);
  });
});

// Only root may mount a file system.
describe.runIf(process.getuid?.() === 0)('on a file system of 10 MB', () => {
  const run = promisify(execFile);
  let disk: string;
  beforeEach(async () => {
    disk = join(folder, 'disk');
    await mkdir(disk);
    await run('mount', ['-t', 'tmpfs', '-o', 'size=10m', 'svc-test', disk]);
  });
  afterEach(() => run('umount', [disk]));

  const fill = (share: number) =>
    writeFile(join(disk, 'filler'), Buffer.alloc(Math.floor(10 * 1024 * 1024 * share)));
  const open = (sampleMs: number) =>
    openDiskReserve({ ...EMBEDDED, dataDir: disk, storage: onDisk(disk) }, { sampleMs });

  it('refuses artifacts below the reserve, uploads below half of it, and nothing once there is room', async () => {
    const reserve = open(0);
    const seen: Record<string, string[]> = {};
    for (const share of [0, 0.9, 0.96, 0.98, 0.5]) {
      await fill(share);
      seen[share] = await refusals(reserve);
    }
    expect(seen).toEqual({
      0: [],
      0.5: [],
      0.9: [],
      0.96: ['artifacts'],
      0.98: ['results', 'artifacts'],
    });
  });

  it('answers 503 with Retry-After, and how much is free', async () => {
    await fill(0.955);
    await expect(open(0).requireRoom('artifacts')).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      message:
        'The disk of the server is nearly full (4 % free), so it refuses artifacts at the moment. Its operator has to free space: see `svc-admin retention --help`.',
      retryAfterSeconds: 60,
    });
  });

  it('reads the disk once in a while, not for each request', async () => {
    const reserve = open(60_000);
    expect(await refusals(reserve)).toEqual([]);
    await fill(0.98);
    expect(await refusals(reserve)).toEqual([]);
  });
});
