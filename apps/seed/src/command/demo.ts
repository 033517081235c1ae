import { resolve } from 'node:path';
import {
  openDatabase,
  findRunningEmbeddedPostgres,
  systemClock,
  systemRandom,
  makeOrganization,
  shareWithOwners,
} from '@svc/server/operations';
import { SeedError } from '../seed-error.ts';

/**
 * Creates the organization "Demo" in the database of the server that runs on this machine. The server's owners own it
 * too, so that they see it in the dashboard.
 * @throws SeedError without such a server, and if a "Demo" exists.
 */
export async function makeDemo(): Promise<{
  databaseUrl: string;
  organizationId: string;
  apiKey: string;
}> {
  const databaseUrl = await locateDatabase();
  const database = openDatabase(databaseUrl, 1);
  try {
    const existing = await database.query(
      `SELECT FROM organizations WHERE name = 'Demo' AND deleted_at IS NULL`,
    );
    if (existing.length > 0) {
      throw new SeedError(
        "The organization Demo already exists. Delete it with 'pnpm svc-admin organizations delete Demo --yes', or choose another target: pnpm seed --help.",
      );
    }
    const deps = { clock: systemClock, random: systemRandom };
    const made = await makeOrganization(deps, database, 'Demo');
    await shareWithOwners(deps, database, made.organizationId);
    return { databaseUrl, ...made };
  } finally {
    await database.close();
  }
}

/** Finds the data directory as the server does. */
async function locateDatabase(): Promise<string> {
  const { SVC_DATA_DIR, INIT_CWD, DATABASE_URL } = process.env;
  if (DATABASE_URL !== undefined && DATABASE_URL !== '') return DATABASE_URL;
  const base = INIT_CWD ?? process.cwd();
  const dataDir =
    SVC_DATA_DIR === undefined || SVC_DATA_DIR === ''
      ? resolve('.svc')
      : resolve(base, SVC_DATA_DIR);
  const running = await findRunningEmbeddedPostgres(dataDir);
  if (running !== null) return running;
  throw new SeedError(
    `No server runs on ${dataDir}. Start it with 'pnpm start', or choose another target: pnpm seed --help.`,
  );
}
