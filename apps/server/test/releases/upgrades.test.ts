import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { migrations } from '../../src/db/migrations/index.ts';
import type { Migration } from '../../src/db/migrations/migration.ts';
import { makeOwnApp } from '../app.ts';
import { setNow } from '../clock.ts';
import { listExecutions, makeUpload, settle, upload } from '../make.ts';
import { makeTarget, restoreTo, startRestored, useBackups } from '../scenes/backing-up.ts';
import {
  askAgain,
  keepRelease,
  listKeptSteps,
  listKeptVersions,
  readKeptRelease,
  type KeptRelease,
} from './kept-release.ts';

useBackups();
afterEach(() => setNow(null));

// `pnpm release:keep`, before a version is published.
beforeAll(async () => {
  if (process.env['SVC_KEEP_RELEASE'] === undefined) return;
  const server = await makeOwnApp({ because: 'a backup copies all organizations' });
  await keepRelease(server, { version: manifest.version, steps: migrations });
  await server.close();
}, 120_000);

/** The database of the release, made with its own SQL, and upgraded by today's steps and those in `later`. */
async function upgrade(kept: KeptRelease, later: readonly Migration[] = []) {
  const released = kept.schema.map(({ name, sql }): Migration => ({
    name,
    up: async (transaction) => void (await transaction.query(sql)),
  }));
  const steps = [...released, ...migrations.slice(released.length), ...later];
  const target = await makeTarget();
  await restoreTo(target, { folder: kept.backup, steps });
  setNow(kept.at);
  return startRestored(kept, target);
}

/** The questions whose answers lost something or have other values. What a later version adds is no difference. */
async function listDifferences(kept: KeptRelease, running: Awaited<ReturnType<typeof upgrade>>) {
  const differences: unknown[] = [];
  for (const { path, input, answer } of kept.answers) {
    const { answer: today } = await askAgain(running, { path, input });
    if (!equalsKept(today, answer)) differences.push({ path, input, kept: answer, today });
  }
  return differences;
}

function equalsKept(today: unknown, kept: unknown): boolean {
  try {
    expect({ answer: today }).toMatchObject({ answer: kept });
    return true;
  } catch {
    return false;
  }
}

it('keeps every version from the first', async () => {
  expect(await listKeptVersions()).toContain(manifest.version);
});

describe.each(await listKeptVersions())('from %s', (version) => {
  it('runs the same SQL as the release in every step that the release had', async () => {
    const { schema } = await readKeptRelease(version);
    // After a release, write a further step. Before it, run `pnpm release:keep`.
    expect((await listKeptSteps(migrations)).slice(0, schema.length)).toEqual(schema);
  });

  it('answers as the release did, and goes on', async () => {
    const kept = await readKeptRelease(version);
    expect(kept.answers.length).toBeGreaterThan(80);
    const running = await upgrade(kept);
    expect(await listDifferences(kept, running)).toEqual([]);
    const { executionId } = await upload(running, makeUpload());
    await settle(running);
    expect((await listExecutions(running)).items.map(({ id }) => id)).toContain(executionId);
  }, 60_000);

  it('would notice a step that changes what is answered', async () => {
    const kept = await readKeptRelease(version);
    const running = await upgrade(kept, [
      {
        name: '9999-renumber',
        up: async (transaction) => {
          await transaction.query('UPDATE executions SET number = number + 100');
        },
      },
    ]);
    expect((await listDifferences(kept, running)).length).toBeGreaterThan(5);
  }, 60_000);
});
