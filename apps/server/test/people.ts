import { createHmac, randomBytes } from 'node:crypto';
import { hashPassword } from 'better-auth/crypto';
import { insertMember } from '../src/people/members/members.queries.ts';
import type { Role } from '../src/principal.ts';
import { insertUser } from '../src/people/users/users.queries.ts';
import { deriveCookieSettings, SESSION_SECONDS } from '../src/people/sessions/session-cookie.ts';
import { createScope } from '../src/db/scope.ts';
import { readServerSecret } from '../src/secrets/server-secret.ts';
import type { TestApp } from './app.ts';

export const PASSWORD = 'correct horse battery staple';

/** What a call of a procedure answered: the status, and the data or the error's code, message and details. */
export interface Answer<Data = unknown> {
  status: number;
  data: Data;
  code: string | undefined;
  message: string | undefined;
  details: { path: string; message: string }[] | undefined;
}

/** A browser: it keeps its session cookie, and sends the origin of the dashboard. */
export interface Browser {
  cookie: string | undefined;
  address: string;
  signIn(email: string, password?: string): Promise<number>;
  ask<Data>(path: string, input?: object): Promise<Answer<Data>>;
  change<Data>(path: string, input?: object): Promise<Answer<Data>>;
}

export interface Person extends Browser {
  userId: string;
  email: string;
}

let addresses = 0;

/** Sign-ins are limited per address, so each browser has its own. */
export function makeBrowser({ app, deps }: TestApp): Browser {
  const { origin } = new URL(deps.config.baseUrl);
  addresses++;
  const address = `198.51.${addresses >> 8}.${addresses & 255}`;
  const send = async (options: { method: 'GET' | 'POST'; url: string; payload?: object }) => {
    const { cookie } = browser;
    const answer = await app.inject({
      ...options,
      remoteAddress: address,
      headers: { origin, ...(cookie === undefined ? {} : { cookie }) },
    });
    const set = [answer.headers['set-cookie']].flat().find((one) => one?.includes('session_token'));
    if (set !== undefined) browser.cookie = set.split(';')[0];
    return answer;
  };
  const answerOf = async <Data>(sent: ReturnType<typeof send>): Promise<Answer<Data>> => {
    const { statusCode, body } = await sent;
    const { result, error } = JSON.parse(body) as {
      result?: { data: Data };
      error?: { message: string; data: { svcCode: string; details?: Answer['details'] } };
    };
    return {
      status: statusCode,
      data: result?.data as Data,
      code: error?.data.svcCode,
      message: error?.message,
      details: error?.data.details,
    };
  };
  const browser: Browser = {
    cookie: undefined,
    address,
    signIn: async (email, password = PASSWORD) => {
      const url = '/api/auth/sign-in/email';
      return (await send({ method: 'POST', url, payload: { email, password } })).statusCode;
    },
    ask: (path, input = {}) => {
      const query = encodeURIComponent(JSON.stringify(input));
      return answerOf(send({ method: 'GET', url: `/trpc/${path}?input=${query}` }));
    },
    change: (path, input = {}) =>
      answerOf(send({ method: 'POST', url: `/trpc/${path}`, payload: input })),
  };
  return browser;
}

export interface PersonOptions {
  email?: string;
  name?: string;
  /** In the organization; by default `member`. Null makes a user without an organization. */
  role?: Role | null;
  organizationId?: string;
  emailVerified?: boolean;
}

let people = 0;
let passwordHash: Promise<string> | undefined;

/** A signed-in user with the password PASSWORD. */
export async function makePerson(test: TestApp, options: PersonOptions = {}): Promise<Person> {
  const { deps, organizationId: ofDefault } = test;
  const {
    email = `person${++people}@svc.test`,
    name = 'Ada',
    role = 'member',
    organizationId = ofDefault,
    emailVerified = true,
  } = options;
  const userId = deps.random.id();
  const at = deps.clock.now();
  const hash = await (passwordHash ??= hashPassword(PASSWORD));
  await createScope(deps.database, organizationId).transaction(async (scope) => {
    await insertUser(scope, {
      id: userId,
      accountId: deps.random.id(),
      name,
      email,
      emailVerified,
      passwordHash: hash,
      mustChangePassword: false,
      at,
    });
    if (role !== null) await insertMember(scope, { id: deps.random.id(), userId, role, at });
  });
  const browser = makeBrowser(test);
  browser.cookie = await beginSession(test, userId, role === null ? null : organizationId);
  return Object.assign(browser, { userId, email });
}

/** The cookie of a new session, as sign-in makes it, without the time that a password's hash takes. */
async function beginSession(
  { deps }: TestApp,
  userId: string,
  organizationId: string | null,
): Promise<string> {
  const token = randomBytes(16).toString('hex');
  const at = deps.clock.now();
  await deps.database.query(
    `INSERT INTO sessions (id, user_id, token, active_organization_id, expires_at, created_at, updated_at)
     VALUES ($1, $2, $3, $4, $5, $6, $6)`,
    [
      deps.random.id(),
      userId,
      token,
      organizationId,
      new Date(at.getTime() + SESSION_SECONDS * 1_000),
      at,
    ],
  );
  const signature = createHmac('sha256', readServerSecret(deps.config))
    .update(token)
    .digest('base64');
  const { prefix } = deriveCookieSettings(deps.config);
  return `${prefix}.session_token=${encodeURIComponent(`${token}.${signature}`)}`;
}

/** An organization with an owner, an admin and a member. */
export async function makeTeam(test: TestApp, name = 'Team') {
  const { organizationId } = await test.makeOrganization(name);
  const [owner, admin, member] = await Promise.all(
    (['owner', 'admin', 'member'] as const).map((role) =>
      makePerson(test, { organizationId, role }),
    ),
  );
  if (owner === undefined || admin === undefined || member === undefined) throw new Error('none');
  return { organizationId, owner, admin, member };
}

/** The actions in the audit log of an organization without the creation of its test key, the oldest first. */
export async function actionsOf({ deps }: TestApp, organizationId: string): Promise<string[]> {
  const rows = await deps.database.query<{ entry: string }>(
    `SELECT concat_ws(' ', actor, action, target) AS entry
     FROM audit_log
     WHERE organization_id = $1 AND action <> 'apiKey.created'
     ORDER BY id`,
    [organizationId],
  );
  return rows.map((row) => row.entry);
}
