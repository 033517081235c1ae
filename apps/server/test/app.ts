import { setTimeout as sleep } from 'node:timers/promises';
import { onTestFinished, TestRunner, type RunnerTestCase as Test } from 'vitest';
import { makeOwner } from '../src/people/members/make-owner.ts';
import { createScope, type Scope } from '../src/db/scope.ts';
import { createApiKey } from '../src/people/api-keys/api-keys.service.ts';
import { fixedNow, setNow, testClock } from './clock.ts';
import { startApp, type RunningApp } from './running-app.ts';
import { joinDatabase, makeDatabase } from './test-database.ts';

export interface TestApp extends RunningApp {
  /** The key of the organization "Default". */
  apiKey: string;
  organizationId: string;
  /** The scope of "Default", on the connections for jobs. */
  scope: Scope;
  /** A further organization with its key. */
  makeOrganization(name: string): Promise<{ organizationId: string; apiKey: string }>;
  /** A new session of the owner of an organization, by default of "Default"; the first call makes the owner. */
  signIn(organizationId?: string): Promise<OwnerSession>;
  /**
   * Sets the clock of this process; null means the machine's time. A clock set in a test is set back at its end, and
   * one set in `beforeAll` by `close`.
   */
  setNow(now: Date | null): void;
}

export interface OwnerSession {
  /** The text after `Bearer`. */
  token: string;
  email: string;
  password: string;
}

/**
 * The app in this process, with a new organization "Default". Requests go through `app.inject`. All test files of a
 * worker share a database, in which other organizations exist. Without settings of its own, the caller also shares
 * the app.
 */
export async function makeApp(env: Record<string, string> = {}): Promise<TestApp> {
  const { databaseUrl } = await joinDatabase();
  if (Object.keys(env).length > 0) return enter(await startApp(databaseUrl, env));
  ofWorker ??= startApp(databaseUrl, {});
  return enter({ ...(await ofWorker), close: async () => {} });
}

let ofWorker: Promise<RunningApp> | undefined;

export interface OwnAppOptions {
  /** What the tests ask that a shared server cannot answer. */
  because: string;
  env?: Record<string, string>;
}

/** The app in this process, on its own, empty database. */
export async function makeOwnApp({ env = {} }: OwnAppOptions): Promise<TestApp> {
  const { databaseUrl, drop } = await makeDatabase();
  const running = await startApp(databaseUrl, env);
  return enter({
    ...running,
    close: async () => {
      await running.close();
      await drop();
    },
  });
}

/** A new organization "Default" of the app. */
async function enter({ app, deps, listen, close }: RunningApp): Promise<TestApp> {
  const makeOrganization = async (name: string) => {
    const organizationId = deps.random.id();
    await deps.database.query(
      'INSERT INTO organizations (organization_id, name, created_at) VALUES ($1, $2, now())',
      [organizationId, name],
    );
    const scope = createScope(deps.database, organizationId);
    const { text } = await createApiKey(deps, scope, { name: 'test', createdBy: null });
    return { organizationId, apiKey: text };
  };
  const { organizationId, apiKey } = await makeOrganization('Default');
  return {
    app,
    deps,
    apiKey,
    organizationId,
    scope: createScope(deps.database, organizationId),
    makeOrganization,
    signIn: ownerSignIn({ app, deps }, organizationId),
    setNow: setNowInTest,
    listen,
    close: async () => {
      setNow(null);
      await close();
    },
  };
}

function ownerSignIn({ app, deps }: Pick<TestApp, 'app' | 'deps'>, ownOrganization: string) {
  const owned = new Set<string>();
  return async (organizationId: string = ownOrganization): Promise<OwnerSession> => {
    const owner = { email: `owner@${organizationId}.test`, password: 'correct horse battery' };
    if (!owned.has(organizationId)) {
      await makeOwner(deps, createScope(deps.database, organizationId), owner);
    }
    owned.add(organizationId);
    const answer = await app.inject({
      method: 'POST',
      url: '/api/auth/sign-in/email',
      payload: owner,
    });
    const token = answer.headers['set-auth-token'];
    if (typeof token !== 'string') throw new Error(`signing in failed: ${answer.body}`);
    return { token, ...owner };
  };
}

let restoring: Test | undefined;

function setNowInTest(now: Date | null): void {
  const test = TestRunner.getCurrentTest<Test | undefined>();
  if (test !== undefined && test !== restoring) {
    restoring = test;
    const before = fixedNow();
    onTestFinished(() => setNow(before));
  }
  setNow(now);
}

/** Rate limits count per clock minute, so a test that counts up to a limit must not begin at the end of a minute. */
export async function untilMinuteHasRoom(): Promise<void> {
  const leftMs = 60_000 - (testClock.now().getTime() % 60_000);
  if (leftMs < 5_000) await sleep(leftMs);
}
