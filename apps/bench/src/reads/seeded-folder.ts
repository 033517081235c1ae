import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { printProgress } from '../report.ts';
import { withServer } from '../processes/server-process.ts';

const SEED = fileURLToPath(new URL('../../../seed/dist/main.js', import.meta.url));

/**
 * Runs `work` on a data directory with a history of this many results. The directory is below `dataDir` and is kept for
 * the next time. Without `dataDir` it is temporary.
 */
export async function withSeededFolder<Answer>(
  results: number,
  dataDir: string | undefined,
  work: (folder: string) => Promise<Answer>,
): Promise<Answer> {
  if (dataDir !== undefined) {
    const folder = join(resolve(dataDir), `svc-bench-reads-${results}`);
    await seedOnce(folder, results);
    return work(folder);
  }
  const folder = await mkdtemp(join(tmpdir(), 'svc-bench-reads-'));
  try {
    await seedOnce(folder, results);
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function seedOnce(folder: string, results: number): Promise<void> {
  const mark = join(folder, 'seeded.json');
  if (existsSync(mark)) {
    printProgress(`reads: ${folder} is seeded already`);
    return;
  }
  // An interrupted seeding leaves an incomplete history.
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  printProgress(`reads: seeding ${results} results`);
  const startedAt = performance.now();
  await withServer(folder, async (server) => {
    const databaseUrl = await server.databaseUrl();
    await seedDatabase(databaseUrl, results);
  });
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  printProgress(`reads: seeded with all roll-ups in ${seconds} s`);
  await writeFile(mark, JSON.stringify({ results, seconds }));
}

/** Seeds the database of a server that has started on it once. */
export async function seedDatabase(databaseUrl: string, results: number): Promise<void> {
  await seed(databaseUrl, results);
  await settle(databaseUrl);
}

/**
 * Writes the history by COPY, with all roll-ups. The seed chooses the numbers of tests, projects, branches and days.
 */
async function seed(databaseUrl: string, results: number): Promise<void> {
  const args = [SEED, '--results', String(results), '--database-url', databaseUrl];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`seeding ended with ${code}`);
}

/** Does what autovacuum would do within the hour. Stopping the server writes the rest to disk. */
async function settle(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query('VACUUM ANALYZE');
  } finally {
    await client.end();
  }
}
