import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { openGates } from '../src/admission/gates.ts';
import { makeOwner } from '../src/accounts/owner.ts';
import { buildApp } from '../src/app.ts';
import { readConfig } from '../src/config.ts';
import { openDatabases } from '../src/db/connections/databases.ts';
import { scopeOf, type Scope } from '../src/db/scope.ts';
import { systemRandom, type Deps } from '../src/deps.ts';
import { createApiKey } from '../src/features/api-keys/api-keys.service.ts';
import { makeMeasurements } from '../src/measurements.ts';
import { openKeyring } from '../src/secrets/keyring.ts';
import { openDiskReserve } from '../src/storage/disk-reserve.ts';
import { openStorage } from '../src/storage/storage.ts';
import { setNow, testClock } from './clock.ts';
import { makeDisk } from './storages/storages.ts';
import { makeDatabase } from './test-database.ts';

export interface TestApp {
  app: FastifyInstance;
  deps: Deps;
  /** The key of the organization "Default". */
  apiKey: string;
  organizationId: string;
  /** The scope of "Default", on the connections for jobs. */
  scope: Scope;
  /** A further organization with its key. */
  makeOrganization(name: string): Promise<{ organizationId: string; apiKey: string }>;
  /** A new session of the owner of an organization, by default of "Default"; the first call makes the owner. */
  signIn(organizationId?: string): Promise<OwnerSession>;
  /** Sets the clock of this process; null means the machine's time. */
  setNow(now: Date | null): void;
  close(): Promise<void>;
}

export interface OwnerSession {
  /** The text after `Bearer`. */
  token: string;
  email: string;
  password: string;
}

/** The app in this process, on its own database. Requests go through `app.inject`. */
export async function makeApp(env: Record<string, string> = {}): Promise<TestApp> {
  const { databaseUrl, drop } = await makeDatabase();
  const disk = await makeDisk();
  const config = readConfig(
    {
      DATABASE_URL: databaseUrl,
      SVC_SECRET: 'a secret that only the tests know, long enough',
      SVC_BASE_URL: 'http://svc.test',
      SVC_RATE_LIMIT_READS: '100000',
      SVC_RATE_LIMIT_WRITES: '100000',
      SVC_LOG_LEVEL: 'silent',
      ...disk.env,
      ...env,
    },
    '/',
  );
  const databases = openDatabases(databaseUrl, config.databasePoolSize, SILENT);
  const deps: Deps = {
    config,
    databases,
    database: databases.jobs,
    storage: await openStorage(config.storage),
    diskReserve: openDiskReserve(config),
    gates: openGates(config),
    keyring: openKeyring(config),
    clock: testClock,
    random: systemRandom,
    measurements: makeMeasurements(),
    version: '0.0.0-test',
  };
  const makeOrganization = async (name: string) => {
    const organizationId = deps.random.id();
    await deps.database.query(
      'INSERT INTO organizations (organization_id, name, created_at) VALUES ($1, $2, now())',
      [organizationId, name],
    );
    const scope = scopeOf(deps.database, organizationId);
    const { text } = await createApiKey(deps, scope, { name: 'test', createdBy: null });
    return { organizationId, apiKey: text };
  };
  const { organizationId, apiKey } = await makeOrganization('Default');
  const app = await buildApp(deps);
  const owned = new Set<string>();
  const signIn = async (ofOrganization: string = organizationId): Promise<OwnerSession> => {
    const owner = { email: `owner@${ofOrganization}.test`, password: 'correct horse battery' };
    if (!owned.has(ofOrganization)) {
      await makeOwner(deps, scopeOf(deps.database, ofOrganization), owner);
    }
    owned.add(ofOrganization);
    const answer = await app.inject({
      method: 'POST',
      url: '/api/auth/sign-in/email',
      payload: owner,
    });
    const token = answer.headers['set-auth-token'];
    if (typeof token !== 'string') throw new Error(`signing in failed: ${answer.body}`);
    return { token, ...owner };
  };
  return {
    app,
    deps,
    apiKey,
    organizationId,
    scope: scopeOf(deps.database, organizationId),
    makeOrganization,
    signIn,
    setNow,
    close: async () => {
      setNow(null);
      await app.close();
      await databases.close();
      await drop();
      await disk.close();
    },
  };
}

/** Rate limits count per clock minute, so a test that counts up to a limit must not begin at the end of a minute. */
export async function untilMinuteHasRoom(): Promise<void> {
  const leftMs = 60_000 - (testClock.now().getTime() % 60_000);
  if (leftMs < 5_000) await sleep(leftMs);
}

const SILENT = { info: () => {}, warn: () => {} };
