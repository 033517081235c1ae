import { appendFile, mkdir, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import {
  attach,
  backUp,
  makeTarget,
  openScene,
  restoreTo,
  useBackups,
  type Scene,
  type Target,
} from '../../test/scenes/backing-up.ts';
import { sha256Of } from '../../test/storages/artifacts.ts';
import { openDatabase, type Database } from '../db/connections/database.ts';
import { migrations } from '../db/migrations/index.ts';
import type { Migration } from '../db/migrations/migration.ts';
import { readServerSecret, replaceSecret } from '../secrets/server-secret.ts';
import { buildContentKey } from '../storage/content-key.ts';
import { openStorage } from '../storage/storage.ts';
import { listSchemaSteps } from './backup.queries.ts';
import { checkBackup } from './check-backup.ts';
import { readManifest } from './manifest.ts';
import { requireRoomFor } from './restore-room.ts';

useBackups();

const LATER: Migration[] = [
  ...migrations,
  {
    name: '9001-colour',
    up: async (transaction) => {
      await transaction.query(`ALTER TABLE projects ADD COLUMN colour text NOT NULL DEFAULT 'red'`);
    },
  },
];

async function makeOne(): Promise<Scene & { backup: string; file: string }> {
  const scene = await openScene();
  await attach(scene, 'content');
  const { folder: backup } = await backUp(scene);
  const key = buildContentKey(scene.server.organizationId, sha256Of('content'));
  return { ...scene, backup, file: join(scene.folder, 'files', key) };
}

it('refuses a backup that is cut or altered, and names the file', async () => {
  const { backup, file } = await makeOne();
  const target = await makeTarget();
  const results = (await readdir(backup)).find((name) => name.startsWith('results_')) ?? '';
  const damages: [path: string, damage: (path: string) => Promise<void>, message: string][] = [
    [join(backup, results), (path) => truncate(path, 20), 'is cut or altered'],
    [join(backup, 'projects.copy.zst'), flipLastByte, 'is cut or altered'],
    [join(backup, 'tests.copy.zst'), (path) => rm(path), 'is missing'],
    [join(backup, 'manifest.json'), (path) => truncate(path, 200), 'is damaged'],
    [join(backup, 'manifest.json'), (path) => rm(path), 'There is no backup in'],
    [file, (path) => appendFile(path, '!'), 'is cut or altered'],
    [file, (path) => writeFile(path, 'CONTENT'), 'is cut or altered'],
    [file, (path) => rm(path), 'is missing'],
  ];
  for (const [path, damage, message] of damages) {
    const content = await readFile(path);
    await damage(path);
    const refused = restoreTo(target, { folder: backup });
    await expect(refused, path).rejects.toThrow(message);
    await expect(refused).rejects.toThrow(/\. (?:Copy|Restore|Name) .+\.$/);
    await writeFile(path, content);
  }
  await restoreTo(target);
});

async function flipLastByte(path: string): Promise<void> {
  const content = await readFile(path);
  content[content.length - 1] = (content.at(-1) ?? 0) ^ 1;
  await writeFile(path, content);
}

it('counts the secrets of the data directory to the backup, unless they are lost', async () => {
  const scene = await openScene();
  const dataDir = join(scene.folder, 'data');
  await mkdir(dataDir);
  const config = { ...scene.server.deps.config, secret: null, dataDir };
  readServerSecret(config);
  replaceSecret(dataDir);
  const { folder: backup } = await backUp(scene, { config });
  const manifest = await readManifest(backup);
  const facts = { manifest, contents: true, secrets: true, onProgress: () => {} };
  await checkBackup(backup, facts);
  for (const name of ['secret', 'secret.previous']) {
    const path = join(backup, name);
    const content = await readFile(path);
    await truncate(path, content.length - 1);
    await expect(checkBackup(backup, facts)).rejects.toThrow(
      `${path} is cut or altered: it is not what the backup wrote. Copy the backup again, or restore another one. If the secret is lost, restore with --other-secret`,
    );
    await rm(path);
    await expect(checkBackup(backup, facts)).rejects.toThrow(`${path} is missing. Copy`);
    await checkBackup(backup, { ...facts, secrets: false });
    await writeFile(path, content);
  }
});

it('refuses a count of rows that the file does not have, and loads nothing', async () => {
  const { backup } = await makeOne();
  const path = join(backup, 'manifest.json');
  const text = await readFile(path, 'utf8');
  await writeFile(path, text.replace(/("rows": )1,/, '$12,'));
  const target = await makeTarget();
  await expect(restoreTo(target)).rejects.toThrow('is cut or altered');
  await writeFile(path, text);
  await restoreTo(target);
});

it('refuses a database with organizations, and a storage with other files', async () => {
  const scene = await makeOne();
  const target = await makeTarget();
  await restoreTo(target);
  await expect(restoreTo(target)).rejects.toThrow(
    'The database has organizations or users, and restore overwrites nothing. Set DATABASE_URL to an empty database',
  );
  const other = await makeTarget();
  const elsewhere = await openStorage({
    kind: 'disk',
    folder: join(other.env['SVC_DATA_DIR'] ?? '', 'artifacts'),
  });
  const key = buildContentKey(scene.server.organizationId, sha256Of('of another'));
  await elsewhere.write(key, Readable.from([Buffer.from('of another')]), 10);
  await expect(restoreTo(other)).rejects.toThrow('The storage has artifacts that are not in');
  await elsewhere.delete(key);
  await restoreTo(other);
});

it('refuses a folder without a backup', async () => {
  const { folder } = await openScene();
  const target = await makeTarget();
  await expect(restoreTo(target)).rejects.toThrow(`There is no backup in ${folder}`);
  await expect(restoreTo(target, { folder: join(folder, 'no') })).rejects.toThrow('no folder');
});

it('refuses a backup with tables of a newer svc, and brings an older one up to date', async () => {
  const { backup } = await makeOne();
  const newer = await makeTarget();
  await restoreTo(newer, { steps: LATER });
  expect(await readSteps(newer)).toEqual(['0001-schema', '9001-colour']);
  expect(await readColours(newer)).toEqual([{ colour: 'red' }]);
  const path = join(backup, 'manifest.json');
  const text = await readFile(path, 'utf8');
  await writeFile(path, text.replace('"0001-schema"', '"0001-schema", "9001-colour"'));
  await expect(restoreTo(await makeTarget())).rejects.toThrow(
    'whose database is newer than that of this svc 0.0.0-test. Install that version or a later one',
  );
});

async function readSteps(target: Target): Promise<string[]> {
  return ask(target, listSchemaSteps);
}

async function readColours(target: Target): Promise<object[]> {
  return ask(target, (database) => database.query('SELECT colour FROM projects'));
}

async function ask<Answer>(
  { databaseUrl }: Target,
  question: (database: Database) => Promise<Answer>,
): Promise<Answer> {
  const database = openDatabase(databaseUrl, 1);
  try {
    return await question(database);
  } finally {
    await database.close();
  }
}

it('refuses another secret, unless it is lost', async () => {
  await makeOne();
  const target = await makeTarget();
  const other = {
    ...target,
    env: { ...target.env, SVC_SECRET: 'another secret, 32 characters long' },
  };
  await expect(restoreTo(other)).rejects.toThrow('SVC_SECRET is not the one that the backup');
  await restoreTo(other, { otherSecret: true });
});

it('refuses a disk that would lose its reserve, with both sizes', async () => {
  const config = {
    databaseUrl: null,
    dataDir: '/nowhere/yet',
    storage: { kind: 'disk', folder: '/nowhere/artifacts' },
    diskReservePercent: 5,
  } as const;
  const files = { file: 'files.copy.zst', rows: 1, sizeBytes: 1, sha256: '' };
  const need = (bytes: number) =>
    requireRoomFor({ databaseBytes: bytes, files: { ...files, contentBytes: bytes } }, config);
  await expect(need(1e15)).rejects.toThrow(
    /^The backup needs 2000\.0 TB on the disk of \/, which has .+ free\. .+ must stay free\. Free space/,
  );
  await need(1);
});

it.each([
  ['below', 'ENOTDIR'],
  ['', 'EEXIST'],
  ['../'.padEnd(300, 'x'), 'ENAMETOOLONG'],
])('refuses a folder that cannot be written, a file and then %j', async (then, code) => {
  const { server } = await openScene();
  const file = join((await openScene()).folder, 'file');
  await writeFile(file, '');
  await expect(backUp({ server, base: '', folder: join(file, then) })).rejects.toThrow(
    `is not a folder that this user may write (${code}). Name another one.`,
  );
});
