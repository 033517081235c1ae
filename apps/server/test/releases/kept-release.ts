import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeBackup } from '../../src/backup/index.ts';
import { createScope } from '../../src/db/scope.ts';
import type { Migration } from '../../src/db/migrations/migration.ts';
import type { Transaction } from '../../src/db/statements.ts';
import { createApiKey } from '../../src/people/api-keys/api-keys.service.ts';
import type { TestApp } from '../app.ts';
import { inDays, testClock } from '../clock.ts';
import { uploadHistory, uploadRow } from '../history.ts';
import { settle } from '../make.ts';
import { callWith, PROCEDURES } from '../procedures.ts';
import { plantOrganization, type References } from '../tenants/planted-organization.ts';
import { PROCEDURE_INPUTS } from '../tenants/procedure-inputs.ts';

/**
 * What the repository keeps of a release, so that a test can upgrade from it: the SQL of its schema, a backup of a
 * database with something of every kind, and what the release answered about it.
 */
export interface KeptRelease {
  version: string;
  /** The folder of the backup. */
  backup: string;
  schema: KeptStep[];
  /** The time of all answers. */
  at: Date;
  /** Of the organization in the backup. It opens nothing else. */
  apiKey: string;
  answers: KeptAnswer[];
}

/** A step of the schema, with the SQL that it ran in the release. */
export interface KeptStep {
  name: string;
  sql: string;
}

interface KeptAnswer {
  path: string;
  input: Record<string, unknown>;
  answer: unknown;
}

const ROOT = import.meta.dirname;
const VERSION = /^\d+\.\d+\.\d+$/;

export async function listKeptVersions(): Promise<string[]> {
  return (await readdir(ROOT)).filter((name) => VERSION.test(name));
}

export async function readKeptRelease(version: string): Promise<KeptRelease> {
  const folder = join(ROOT, version);
  const read = (name: string) => readFile(join(folder, name), 'utf8');
  const { at, apiKey } = JSON.parse(await read('asked.json')) as { at: string; apiKey: string };
  const lines = (await read('answers.jsonl')).trimEnd().split('\n');
  const parts = (await read('schema.sql')).split(STEP).slice(1);
  return {
    version,
    backup: join(folder, 'backup'),
    schema: parts.map((part) => {
      const [name = '', ...sql] = part.split('\n');
      return { name, sql: sql.join('\n').trim() };
    }),
    at: new Date(at),
    apiKey,
    answers: lines.map((line) => JSON.parse(line) as KeptAnswer),
  };
}

/** Replaces what is kept of the version by what this source makes. */
export async function keepRelease(
  server: TestApp,
  { version, steps }: { version: string; steps: readonly Migration[] },
): Promise<void> {
  const folder = join(ROOT, version);
  const { organizationId, references } = await fill(server);
  const scope = createScope(server.deps.database, organizationId);
  const key = await createApiKey(server.deps, scope, { name: 'asks', createdBy: null });
  server.setNow(testClock.now());
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await makeBackup({ ...server.deps, version }, join(folder, 'backup'), () => {});
  const schema = (await listKeptSteps(steps)).map(({ name, sql }) => `${STEP}${name}\n${sql}\n`);
  await writeFile(join(folder, 'schema.sql'), schema.join('\n'));
  const asked = { at: testClock.now().toISOString(), apiKey: key.text };
  await writeFile(join(folder, 'asked.json'), `${JSON.stringify(asked, null, 2)}\n`);
  const answers = await askEverything({ ...server, apiKey: key.text }, references);
  await writeFile(
    join(folder, 'answers.jsonl'),
    answers.map((one) => `${JSON.stringify(one, withoutSize)}\n`).join(''),
  );
}

/** Left out: the size on disk, which differs from database to database. */
function withoutSize(name: string, value: unknown): unknown {
  return name === 'databaseBytes' ? undefined : value;
}

const STEP = '-- step ';

/** The steps with the SQL that they run. */
export async function listKeptSteps(steps: readonly Migration[]): Promise<KeptStep[]> {
  const kept: KeptStep[] = [];
  for (const { name, up } of steps) {
    const statements: string[] = [];
    const query = async (sql: string, bind: unknown[] = []) => {
      if (bind.length > 0) throw new Error(`${name} binds values, which schema.sql cannot hold`);
      statements.push(sql.trim());
      return [];
    };
    await up({ query } as unknown as Transaction);
    kept.push({ name, sql: statements.join('\n') });
  }
  return kept;
}

/** Something of every kind, and a month of runs: a flaky test, one that broke, one that a commit repaired. */
async function fill(server: TestApp) {
  const { references } = await plantOrganization(server, await server.listen());
  const { organizationId, project } = references;
  const scope = createScope(server.deps.database, organizationId);
  const { text } = await createApiKey(server.deps, scope, { name: 'uploads', createdBy: null });
  const to = { app: server.app, apiKey: text };
  for (const [days, letters] of [
    [-28, '....r...'],
    [-12, '..f.r..r'],
    [-1, 'ff..r.ff'],
  ] as const) {
    await uploadHistory(to, letters, { end: inDays(days), project, title: 'adds up' });
    const tests = { 'empties the cart': 'f', 'shows the total': '.' } as const;
    const at = inDays(days).toISOString();
    await uploadRow(to, { at, project, commit: 'b'.repeat(40), tests });
  }
  await settle(server);
  return { organizationId, references };
}

async function askEverything(
  to: Pick<TestApp, 'app' | 'apiKey'>,
  references: References,
): Promise<KeptAnswer[]> {
  const kept: KeptAnswer[] = [];
  for (const { path, type } of PROCEDURES) {
    // What it answers depends on the requests of this minute.
    if (type !== 'query' || path === 'whoami.get') continue;
    for (const { input } of PROCEDURE_INPUTS[path]?.(references) ?? []) {
      const { status, answer } = await askAgain(to, { path, input });
      if (status === 200) kept.push({ path, input, answer });
    }
  }
  return kept;
}

/** The answer of today. */
export async function askAgain(
  { app, apiKey }: Pick<TestApp, 'app' | 'apiKey'>,
  { path, input }: Pick<KeptAnswer, 'path' | 'input'>,
): Promise<{ status: number; answer: unknown }> {
  const { status, text } = await callWith({ app }, path, { token: apiKey, input });
  const { result } = JSON.parse(text) as { result?: { data: unknown } };
  return { status, answer: result?.data };
}
