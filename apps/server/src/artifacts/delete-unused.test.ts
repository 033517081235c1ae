import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeOwnApp, type TestApp } from '../../test/app.ts';
import {
  makeArtifact,
  makeUploadWith,
  only,
  put,
  readArtifacts,
  send,
  sha256Of,
} from '../../test/storages/artifacts.ts';
import { testClock } from '../../test/clock.ts';
import { useMachineTime } from '../../test/machine-time.ts';
import { settle, upload } from '../../test/make.ts';
import { makeDisk, STORAGES, type TestStorage } from '../../test/storages/storages.ts';
import { makeComingPartitions } from '../db/partitions/partitions.ts';
import { writeRetention, type Retention } from '../lifetime/retention/retention-settings.ts';
import { applyRetention } from '../lifetime/retention/retention.ts';
import { buildContentKey } from '../storage/content-key.ts';
import { deleteUnusedContents } from './delete-unused.ts';
import { sweepStorage } from './sweep-storage.ts';
import { readStoredSize } from './unused-contents.queries.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

useMachineTime();

let storage: TestStorage;
let server: TestApp;
let base: string;
let startedAt: number;

async function start(make: () => Promise<TestStorage>): Promise<void> {
  storage = await make();
  startedAt = testClock.now().getTime();
  server = await makeOwnApp({
    because: 'deletes the unused contents of all organizations',
    env: storage.env,
  });
  // The template has the partitions of the tests' clock.
  await makeComingPartitions(server.deps.database, testClock.now());
  base = await server.listen();
}
afterEach(async () => {
  await server.close();
  await storage.close();
});

/** Uploads an execution with one artifact, and puts its content where the answer asks for it. */
async function attach(content: string) {
  const answer = await upload(server, makeUploadWith([makeArtifact('a', content)]));
  for (const wanted of answer.uploads) {
    const { status, text } = await put(base, wanted, content);
    if (status !== 200) throw new Error(`answered ${status}: ${text}`);
  }
  return answer;
}

async function listFiles(): Promise<string[]> {
  const keys: string[] = [];
  for (const folder of [`${server.organizationId}/`, 'incoming/']) {
    for await (const files of server.deps.storage.list(folder)) {
      keys.push(...files.map(({ key }) => key));
    }
  }
  return keys.toSorted();
}

const filesOf = (...contents: string[]) =>
  contents.map((one) => buildContentKey(server.organizationId, sha256Of(one))).toSorted();

const later = (days: number) => server.setNow(new Date(startedAt + days * DAY_MS));

async function keep(days: Partial<Retention>): Promise<void> {
  const none = { resultsDays: null, artifactsDays: null, rollUpsDays: null };
  await writeRetention(server.scope, { ...none, ...days });
}

describe.each(STORAGES)('on %s', (_kind, make) => {
  beforeEach(() => start(make));

  it('deletes files when the last artifact that refers to them has expired', async () => {
    await keep({ artifactsDays: 30 });
    const old = await attach('shared');
    await attach('old');
    const { createdAt, expiresAt, url } = only(await readArtifacts(server, old));
    expect(Date.parse(expiresAt ?? '') - Date.parse(createdAt)).toBe(30 * DAY_MS);
    later(20);
    const young = await attach('shared');
    later(31);
    await applyRetention(server.deps);
    expect(await deleteUnusedContents(server.deps)).toBe(1);
    expect(await listFiles()).toEqual(filesOf('shared'));
    const expired = only(await readArtifacts(server, old));
    expect(expired).toMatchObject({ state: 'expired', url: null });
    expect(Date.parse(expired.expiresAt ?? '')).toBeGreaterThan(Date.parse(expiresAt ?? ''));
    server.setNow(null);
    expect((await send(base, url ?? '', {})).status).toBe(404);
    expect((await send(base, only(await readArtifacts(server, young)).url ?? '', {})).text).toBe(
      'shared',
    );
  });

  it('deletes files with their executions, and takes them again', async () => {
    await attach('x');
    await settle(server);
    await keep({ resultsDays: 1, rollUpsDays: 1 });
    later(20);
    await applyRetention(server.deps);
    expect(await deleteUnusedContents(server.deps)).toBe(1);
    expect(await listFiles()).toEqual([]);
    expect(await readStoredSize(server.scope)).toEqual({
      files: 0,
      bytes: 0,
    });
    const again = await attach('x');
    expect(again.uploads).toHaveLength(1);
    expect(await listFiles()).toEqual(filesOf('x'));
  });

  it('sweeps up what a crash left a day later, and nothing else', async () => {
    await attach('stored');
    const pending = await upload(server, makeUploadWith([makeArtifact('a', 'awaited')]));
    const write = (key: string, text: string) =>
      server.deps.storage.write(key, Readable.from([Buffer.from(text)]), text.length);
    await write('incoming/0', 'half an upl');
    await write(only(filesOf('awaited')), 'awaited');
    await write(only(filesOf('stray')), 'stray');
    const before = await listFiles();
    const clean = async (): Promise<void> => {
      await sweepStorage(server.deps);
      await deleteUnusedContents(server.deps);
    };
    await clean();
    expect(await listFiles()).toEqual(before);
    later(2);
    await clean();
    expect(await listFiles()).toEqual(filesOf('stored', 'awaited'));
    server.setNow(null);
    expect((await put(base, only(pending.uploads), 'awaited')).status).toBe(200);
    expect((await attach('stray')).uploads).toHaveLength(1);
    later(4);
    await clean();
    expect(await listFiles()).toEqual(filesOf('stored', 'awaited', 'stray'));
  });
});

const expireAll = () => server.scope.query(`UPDATE artifacts SET state = 'expired'`);

describe('beside uploads', () => {
  beforeEach(() => start(makeDisk));

  it('finishes an interrupted deletion the next time, and offers its file to nobody meanwhile', async () => {
    await attach('x');
    await expireAll();
    const path = join(storage.folder, 'artifacts', only(filesOf('x')));
    await rm(path);
    await mkdir(join(path, 'in the way'), { recursive: true });
    await expect(deleteUnusedContents(server.deps)).rejects.toThrow('file storage');
    const answer = await upload(server, makeUploadWith([makeArtifact('a', 'x')]));
    expect(only(await readArtifacts(server, answer)).state).toBe('pending');
    await rm(path, { recursive: true });
    expect((await put(base, only(answer.uploads), 'x')).status).toBe(200);
    expect(await deleteUnusedContents(server.deps)).toBe(0);
    expect((await send(base, only(await readArtifacts(server, answer)).url ?? '', {})).text).toBe(
      'x',
    );
  });

  it('keeps every artifact readable that is reported as stored, also during deletions', async () => {
    const contents = ['a', 'b', 'c'];
    const over = new AbortController();
    const broken: unknown[] = [];
    const deleting = (async () => {
      while (!over.signal.aborted) {
        await expireAll();
        await deleteUnusedContents(server.deps);
      }
    })();
    const uploading = contents.flatMap((content) =>
      [1, 2].map(async () => {
        for (let count = 0; count < 15; count++) {
          const answer = await upload(server, makeUploadWith([makeArtifact('a', content)]));
          // The server may answer that the artifact has expired meanwhile.
          for (const wanted of answer.uploads) await put(base, wanted, content);
          const { state, url } = only(await readArtifacts(server, answer));
          if (state !== 'stored' || url === null) continue;
          const { status, text } = await send(base, url, {});
          const after = only(await readArtifacts(server, answer)).state;
          if (after === 'stored' && text !== content) broken.push({ status, text });
        }
      }),
    );
    await Promise.all(uploading);
    over.abort();
    await deleting;
    expect(broken).toEqual([]);
    for (const content of contents) await attach(content);
    await deleteUnusedContents(server.deps);
    expect(await listFiles()).toEqual(filesOf(...contents));
  });
});
