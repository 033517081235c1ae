import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { makeBackup, restoreBackup, type BackupReport } from '../../src/backup/index.ts';
import { readConfig } from '../../src/config.ts';
import type { Migration } from '../../src/db/migrations/migration.ts';
import { makeOwnApp, type TestApp } from '../app.ts';
import { makeUpload, upload } from '../make.ts';
import { startApp, type RunningApp } from '../running-app.ts';
import { makeArtifact, makeUploadWith, put } from '../storages/artifacts.ts';
import { makeDisk, type TestStorage } from '../storages/storages.ts';
import { makeBareDatabase } from '../test-database.ts';

export interface Scene {
  server: TestApp;
  base: string;
  /** The folder of the backups. */
  folder: string;
}

const undo: (() => Promise<void>)[] = [];
let folder = '';

/** Gives each test of the file a folder, and closes afterwards what its scenes opened. */
export function useBackups(): void {
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'svc-backup-'));
  });
  afterEach(async () => {
    for (const step of undo.splice(0).toReversed()) await step();
    await rm(folder, { recursive: true, force: true });
  });
}

export async function openStorageOf(make: () => Promise<TestStorage>): Promise<TestStorage> {
  const storage = await make();
  undo.push(() => storage.close());
  return storage;
}

export async function openScene(make: () => Promise<TestStorage> = makeDisk): Promise<Scene> {
  const storage = await openStorageOf(make);
  const server = await makeOwnApp({
    because: 'a backup copies all organizations',
    env: storage.env,
  });
  undo.push(() => server.close());
  return { server, base: await server.listen(), folder };
}

/** Uploads an execution with one artifact. */
export async function attach({ server, base }: Scene, content: string) {
  const body = makeUploadWith([makeArtifact('a', content)], { idempotencyKey: randomUUID() });
  const answer = await upload(server, body);
  for (const wanted of answer.uploads) await put(base, wanted, content);
  return answer;
}

export function backUp(
  { server, folder: into }: Scene,
  deps: Partial<TestApp['deps']> = {},
): Promise<BackupReport> {
  return makeBackup({ ...server.deps, ...deps }, into, () => {});
}

/** Where a backup is restored to: a database without tables, and an empty storage. */
export interface Target {
  databaseUrl: string;
  env: Record<string, string>;
}

export async function makeTarget(make: () => Promise<TestStorage> = makeDisk): Promise<Target> {
  const { env } = await openStorageOf(make);
  const { databaseUrl, drop } = await makeBareDatabase();
  undo.push(drop);
  return { databaseUrl, env };
}

interface RestoreFacts {
  folder?: string;
  otherSecret?: boolean;
  steps?: readonly Migration[];
}

export async function restoreTo({ databaseUrl, env }: Target, facts: RestoreFacts = {}) {
  const config = readConfig({ DATABASE_URL: databaseUrl, SVC_SECRET: SECRET, ...env }, '/');
  return restoreBackup(config, {
    folder,
    version: '0.0.0-test',
    log: { info: () => {}, warn: () => {} },
    onProgress: () => {},
    otherSecret: false,
    ...facts,
  });
}

const SECRET = 'a secret that only the tests know, long enough';

/** A server on what was restored. */
export async function startRestored(
  { apiKey }: Pick<TestApp, 'apiKey'>,
  { databaseUrl, env }: Target,
): Promise<RunningApp & { apiKey: string }> {
  const running = await startApp(databaseUrl, env);
  undo.push(() => running.close());
  return { ...running, apiKey };
}

/** Uploads one execution after the other until the returned function is called; returns how many. */
export function keepUploading({ server }: Scene): () => Promise<number> {
  const over = new AbortController();
  const uploading = (async () => {
    let uploads = 0;
    while (!over.signal.aborted) {
      await upload(server, makeUpload({ idempotencyKey: randomUUID() }));
      uploads++;
    }
    return uploads;
  })();
  return () => {
    over.abort();
    return uploading;
  };
}
