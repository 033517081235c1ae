import { mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { testClock } from '../../test/clock.ts';
import { useMachineTime } from '../../test/machine-time.ts';
import { makeDisk, STORAGES, type TestStorage } from '../../test/storages/storages.ts';
import { readConfig } from '../config.ts';
import { openStorage, type Storage } from './storage.ts';

useMachineTime();

let made: TestStorage;
let storage: Storage;
const openMade = async (): Promise<void> => {
  storage = await openStorage(readConfig(made.env, '/').storage);
};

async function readAll(key: string, start: number, end: number): Promise<string | null> {
  const content = await storage.read(key, { start, end });
  return content === null ? null : (await buffer(content)).toString();
}

async function listKeys(folder: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const page of storage.list(folder)) keys.push(...page.map(({ key }) => key));
  return keys.toSorted();
}

/** A source that fails after some of it is stored. */
async function* breaking() {
  for (let count = 0; count < 40; count++) yield Buffer.alloc(64 * 1024, count);
  for (let names: string[] = []; !names.some((name) => name.includes('incoming/1'));) {
    names = await readdir(made.folder, { recursive: true });
  }
  throw new Error('the line was cut');
}

const write = (key: string, text: string) =>
  storage.write(key, Readable.from([Buffer.from(text)]), text.length);

describe.each(STORAGES)('storage on %s', (_kind, make) => {
  beforeEach(async () => {
    made = await make();
    await openMade();
  });
  afterEach(() => made.close());

  it('returns what was written, in full and in ranges', async () => {
    await write('a/bc/file', 'hello there');
    expect(await readAll('a/bc/file', 0, 10)).toBe('hello there');
    expect(await readAll('a/bc/file', 6, 8)).toBe('the');
    expect(await readAll('a/bc/file', 6, 100)).toBe('there');
  });

  it('finds nothing under an unknown key', async () => {
    expect(await readAll('a/bc/none', 0, 10)).toBe(null);
    expect(await listKeys('a')).toEqual([]);
    await storage.delete('a/bc/none');
  });

  it('keeps an empty file', async () => {
    await storage.write('empty', Readable.from([]), 0);
    await storage.move('empty', 'a/e/empty');
    expect(await listKeys('a')).toEqual(['a/e/empty']);
  });

  it('replaces a file by moving another', async () => {
    await write('incoming/1', 'new');
    await write('a/bc/file', 'old');
    await storage.move('incoming/1', 'a/bc/file');
    expect(await readAll('a/bc/file', 0, 2)).toBe('new');
    expect(await listKeys('incoming')).toEqual([]);
  });

  it('lists the files below a folder, and when they were written', async () => {
    const before = testClock.now().getTime();
    for (const key of ['a/b1/1', 'a/b1/2', 'a/b2/3', 'ab/b1/4']) await write(key, 'x');
    expect(await listKeys('a/b1')).toEqual(['a/b1/1', 'a/b1/2']);
    expect(await listKeys('a/')).toEqual(['a/b1/1', 'a/b1/2', 'a/b2/3']);
    await storage.delete('a/b1/1');
    expect(await listKeys('a/')).toEqual(['a/b1/2', 'a/b2/3']);
    for await (const page of storage.list('a/')) {
      for (const file of page) {
        const writtenAt = (await file.writtenAt())?.getTime() ?? 0;
        // S3 reports whole seconds.
        expect(writtenAt).toBeGreaterThan(before - 2_000);
      }
    }
  });

  it('streams, and leaves nothing of a source that fails', async () => {
    const writing = storage.write('incoming/1', Readable.from(breaking()), 100 * 64 * 1024);
    await expect(writing).rejects.toThrow('the line was cut');
    expect(await readAll('incoming/1', 0, 1)).toBe(null);
    expect(await listKeys('incoming')).toEqual([]);
  });
});

it('reports that it cannot write, with the reason only for the log', async () => {
  made = await makeDisk();
  await writeFile(join(made.folder, 'artifacts'), 'a file where the folder should be');
  await openMade();
  await expect(write('incoming/1', 'x')).rejects.toMatchObject({
    code: 'SERVICE_UNAVAILABLE',
    message:
      'The server cannot use its file storage at the moment. Its operator finds the reason in its log.',
    retryAfterSeconds: 30,
    cause: { code: expect.stringMatching(/ENOTDIR|EEXIST/) as string },
  });
  await made.close();
});

it('reports that the disk is full, and deletes what it has written', async () => {
  made = await makeDisk();
  const incoming = join(made.folder, 'artifacts', 'incoming');
  await mkdir(incoming, { recursive: true });
  await symlink('/dev/full', join(incoming, '1'));
  await openMade();
  const pieces = Readable.from([Buffer.from('a'), Buffer.from('b')]);
  await expect(storage.write('incoming/1', pieces, 2)).rejects.toMatchObject({
    code: 'SERVICE_UNAVAILABLE',
    message:
      'The server has no room left to store files. Its operator finds the reason in its log.',
    cause: { code: 'ENOSPC' },
  });
  expect(await readdir(incoming)).toEqual([]);
  await made.close();
});

it('reports the same for an unreachable store', async () => {
  made = await makeDisk();
  await mkdir(join(made.folder, 'artifacts'));
  made.env = {
    SVC_STORAGE: 's3',
    SVC_S3_BUCKET: 'artifacts',
    SVC_S3_ENDPOINT: 'http://127.0.0.1:1',
    SVC_S3_ACCESS_KEY_ID: 'a',
    SVC_S3_SECRET_ACCESS_KEY: 'b',
  };
  await openMade();
  await expect(write('incoming/1', 'x')).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  await expect(readAll('incoming/1', 0, 1)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  expect(await readdir(join(made.folder, 'artifacts'))).toEqual([]);
  await made.close();
});
