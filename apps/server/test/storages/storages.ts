// Other packages type-check their tests with this file, and find the types only through this reference.
// oxlint-disable-next-line typescript/triple-slash-reference
/// <reference path="./s3rver.d.ts" />
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from 's3rver';

export interface TestStorage {
  /** The settings that make a server use it. */
  env: Record<string, string>;
  /** The folder below which its files are, under any names. */
  folder: string;
  close(): Promise<void>;
}

/** Every kind of storage, each new and empty. */
export const STORAGES: [kind: string, make: () => Promise<TestStorage>][] = [
  ['disk', makeDisk],
  ['S3', makeBucket],
];

export async function makeDisk(): Promise<TestStorage> {
  const folder = await mkdtemp(join(tmpdir(), 'svc-storage-'));
  return {
    env: { SVC_DATA_DIR: folder },
    folder,
    close: () => rm(folder, { recursive: true, force: true }),
  };
}

async function makeBucket(): Promise<TestStorage> {
  const { folder, close } = await makeDisk();
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory: folder,
    configureBuckets: [{ name: 'artifacts' }],
  });
  // Without this header, Node writes the machine's time, and the client corrects the clock of its signatures by it.
  server.middleware.unshift(async (context, next) => {
    // Not `testClock`, which a test may have set: the client signs with the time of the process.
    // oxlint-disable-next-line svc/no-machine-time
    context.set('date', new Date().toUTCString());
    await next();
  });
  const { port } = await server.run();
  return {
    env: {
      SVC_STORAGE: 's3',
      SVC_S3_BUCKET: 'artifacts',
      SVC_S3_ENDPOINT: `http://127.0.0.1:${port}`,
      SVC_S3_ACCESS_KEY_ID: 'S3RVER',
      SVC_S3_SECRET_ACCESS_KEY: 'S3RVER',
    },
    folder,
    close: async () => {
      await server.close();
      await close();
    },
  };
}
