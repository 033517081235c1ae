import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import type { AccountAnswer } from '@svc/contract/people/account';
import { OAuth2Server } from 'oauth2-mock-server';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeApp, type TestApp } from '../../../test/app.ts';
import { freePort } from '../../../test/server.ts';
import { addUser } from '../../admin/commands/users.ts';
import {
  actionsOf,
  makeBrowser,
  makePerson,
  makeTeam,
  PASSWORD,
  type Browser,
} from '../../../test/people.ts';

const ORIGIN = 'http://svc.test';

/** A real OpenID Connect provider on loopback: signed tokens, discovery, PKCE. */
const provider = new OAuth2Server();
/** The claims of the user who is signed in at the provider. */
let claims: Record<string, unknown> = {};
let sub = '';

let test: TestApp;
let open: TestApp;

function envOf(issuer: string): Record<string, string> {
  return {
    SVC_OIDC_ISSUER: issuer,
    SVC_OIDC_CLIENT_ID: 'svc',
    SVC_OIDC_CLIENT_SECRET: 'the secret of svc',
    SVC_OIDC_NAME: 'Acme',
    SVC_GITHUB_CLIENT_ID: 'gh-client',
    SVC_GITHUB_CLIENT_SECRET: 'gh-secret',
  };
}

beforeAll(async () => {
  await provider.issuer.keys.generate('RS256');
  await provider.start(0, '127.0.0.1');
  provider.service.on('beforeTokenSigning', (token: { payload: Record<string, unknown> }) => {
    Object.assign(token.payload, { sub, ...claims });
  });
  const issuer = provider.issuer.url ?? '';
  test = await makeApp(envOf(issuer));
  open = await makeApp({ ...envOf(issuer), SVC_SIGN_UP: 'open' });
});
beforeEach(() => {
  sub = test.deps.random.id();
});
afterAll(async () => {
  await test.close();
  await open.close();
  await provider.stop();
});

function cookiesIn(header: string | string[] | undefined): string {
  return [header]
    .flat()
    .map((one) => one?.split(';')[0] ?? '')
    .join('; ');
}

interface Landing {
  /** Where the browser ends: a page of the dashboard. */
  location: string;
  browser: Browser;
}

/** Goes through the sign-in as a browser does: to the provider, and back. */
async function signIn(
  { app, ...rest }: TestApp = test,
  { callbackURL = '/executions?page=2', withState = true } = {},
): Promise<Landing> {
  const browser = makeBrowser({ app, ...rest });
  const begun = await app.inject({
    method: 'POST',
    url: '/api/auth/sign-in/social',
    remoteAddress: browser.address,
    headers: { origin: ORIGIN, 'content-type': 'application/json' },
    payload: { provider: 'oidc', callbackURL },
  });
  if (begun.statusCode !== 200) throw new Error(begun.body);
  const atProvider = await fetch(begun.json().url, { redirect: 'manual' });
  const back = new URL(atProvider.headers.get('location') ?? '');
  const landed = await app.inject({
    url: back.pathname + back.search,
    remoteAddress: browser.address,
    headers: withState ? { cookie: cookiesIn(begun.headers['set-cookie']) } : {},
  });
  expect(landed.statusCode).toBe(302);
  expect(landed.headers['set-auth-token']).toBeUndefined();
  const session = [landed.headers['set-cookie']]
    .flat()
    .find((one) => one?.startsWith('svc.session_token=') && !one.includes('Max-Age=0'));
  browser.cookie = session?.split(';')[0];
  return { location: String(landed.headers.location), browser };
}

async function accountsOf({ deps }: TestApp, email: string) {
  return deps.database.query<object>(
    `SELECT provider_id AS provider,
            num_nonnulls(access_token, refresh_token, id_token) AS tokens,
            email_verified AS "isVerified"
     FROM users JOIN accounts ON accounts.user_id = users.id
     WHERE email = $1
     ORDER BY 1`,
    [email],
  );
}

const beginOidc = (headers: object, more: object = {}) =>
  test.app.inject({
    method: 'POST',
    url: '/api/auth/sign-in/social',
    headers: { 'content-type': 'application/json', ...headers },
    payload: { provider: 'oidc', ...more },
  });

it('offers the providers that are configured', async () => {
  const { data } = await makeBrowser(test).ask('account.get');
  expect(data).toMatchObject({
    providers: [
      { id: 'github', name: 'GitHub' },
      { id: 'oidc', name: 'Acme' },
    ],
  });
});

it('sends the browser to GitHub with state and a challenge, and to no provider that is not set', async () => {
  const begin = (one: TestApp, provider: string) =>
    one.app.inject({
      method: 'POST',
      url: '/api/auth/sign-in/social',
      headers: { origin: ORIGIN },
      payload: { provider },
    });
  const answer = await begin(test, 'github');
  const url = new URL(answer.json().url);
  expect(url.origin + url.pathname).toBe('https://github.com/login/oauth/authorize');
  expect(Object.fromEntries(url.searchParams)).toMatchObject({
    client_id: 'gh-client',
    redirect_uri: `${ORIGIN}/api/auth/callback/github`,
    state: expect.stringMatching(/^[\w-]{32}$/),
    code_challenge_method: 'S256',
    scope: 'read:user user:email',
  });
  const bare = await makeApp();
  const statuses = [
    (await begin(bare, 'github')).statusCode,
    (await begin(bare, 'oidc')).statusCode,
    (await begin(test, 'google')).statusCode,
  ];
  await bare.close();
  expect(statuses).toEqual([404, 404, 400]);
});

describe('somebody new', () => {
  it('with an invitation for the verified address joins the organization', async () => {
    const { owner, organizationId } = await makeTeam(test);
    await owner.change('members.invite', { email: 'ada@acme.test', role: 'admin' });
    claims = { email: 'Ada@Acme.test', email_verified: true, name: 'Ada L.' };
    const { location, browser } = await signIn();
    expect(location).toBe('/executions?page=2');
    expect((await browser.ask('account.get')).data).toMatchObject({
      user: { email: 'ada@acme.test', name: 'Ada L.', hasPassword: false },
      activeOrganization: { id: organizationId, role: 'admin' },
    });
    expect(await actionsOf(test, organizationId)).toEqual([
      `${owner.email} member.invited ada@acme.test`,
      `ada@acme.test member.joined ada@acme.test`,
    ]);
    // No token of the provider is kept.
    expect(await accountsOf(test, 'ada@acme.test')).toEqual([
      { provider: 'oidc', tokens: 0, isVerified: true },
    ]);
    const again = await signIn();
    expect((await again.browser.ask('account.get')).data).toMatchObject({
      user: { email: 'ada@acme.test' },
    });
  });

  it('with a name that no form would take gets it without control characters', async () => {
    claims = {
      email: 'odd@acme.test',
      email_verified: true,
      name: `\u0000Eve\u001b[2J\n${'x'.repeat(91)}👩‍👩‍👧‍👧`,
    };
    const { browser } = await signIn(open);
    const { data } = await browser.ask<AccountAnswer>('account.get');
    // Nor half of a pair of code units, which is no text.
    expect(data.user?.name).toBe(`Eve [2J ${'x'.repeat(91)}`);
  });

  it.each([
    [
      'without an invitation',
      { email: 'b@acme.test', email_verified: true },
      'invitation_required',
    ],
    ['with an address that is not verified', { email: 'c@acme.test' }, 'email_not_verified'],
    [
      'whose provider sends the text "false"',
      { email: 'd@acme.test', email_verified: 'false' },
      'email_not_verified',
    ],
  ])('%s is led back to the sign-in', async (_who, given, error) => {
    const { owner } = await makeTeam(test);
    if (error === 'email_not_verified') {
      await owner.change('members.invite', { email: given.email, role: 'member' });
    }
    claims = { email_verified: false, ...given };
    const { location, browser } = await signIn();
    expect(new URL(location, ORIGIN).pathname).toBe('/sign-in');
    expect(new URL(location, ORIGIN).searchParams.get('error')).toBe(error);
    expect(browser.cookie).toBeUndefined();
    expect(await accountsOf(test, given.email)).toEqual([]);
  });

  it('gets an organization of their own where anybody may sign up', async () => {
    claims = { email: 'eve@acme.test', email_verified: true, name: 'Eve' };
    const { browser } = await signIn(open);
    expect((await browser.ask('account.get')).data).toMatchObject({
      activeOrganization: { name: "Eve's organization", role: 'owner' },
    });
  });

  it('is refused on a closed server, even with an invitation', async () => {
    const closed = await makeApp({ ...envOf(provider.issuer.url ?? ''), SVC_SIGN_UP: 'closed' });
    const { owner } = await makeTeam(closed);
    await owner.change('members.invite', { email: 'f@acme.test', role: 'member' });
    claims = { email: 'f@acme.test', email_verified: true };
    const { location } = await signIn(closed);
    await closed.close();
    expect(location).toContain('error=sign_up_closed');
  });
});

it('comes back below the path of the base URL, also when the provider refuses', async () => {
  const below = await makeApp({
    ...envOf(provider.issuer.url ?? ''),
    SVC_SIGN_UP: 'open',
    SVC_BASE_URL: `${ORIGIN}/svc`,
  });
  claims = { email: 'ada@below.test', email_verified: true, name: 'Ada' };
  const { location, browser } = await signIn(below, { callbackURL: '/svc/executions?page=2' });
  expect(location).toBe('/svc/executions?page=2');
  expect((await browser.ask('account.get')).data).toMatchObject({ user: { name: 'Ada' } });
  sub = test.deps.random.id();
  claims = { email: 'bob@below.test', email_verified: false };
  const refused = await signIn(below);
  await below.close();
  expect(new URL(refused.location, ORIGIN).pathname).toBe('/svc/sign-in');
});

describe('somebody with an account', () => {
  it('signs in to it when both sides verified the address', async () => {
    const person = await makePerson(test);
    claims = { email: person.email, email_verified: true };
    const { browser } = await signIn();
    expect((await browser.ask('account.get')).data).toMatchObject({
      user: { id: person.userId, hasPassword: true },
    });
    expect(await accountsOf(test, person.email)).toEqual([
      { provider: 'credential', tokens: 0, isVerified: true },
      { provider: 'oidc', tokens: 0, isVerified: true },
    ]);
    expect(await makeBrowser(test).signIn(person.email, PASSWORD)).toBe(200);
  });

  it.each([
    ['the provider has not verified the address', { emailVerified: true, email_verified: false }],
    ['nobody has verified the local address', { emailVerified: false, email_verified: true }],
  ])('does not when %s', async (_what, { emailVerified, email_verified }) => {
    const person = await makePerson(test, { emailVerified });
    claims = { email: person.email, email_verified };
    const { location, browser } = await signIn();
    expect(location).toBe('/sign-in?error=account_not_linked');
    expect(browser.cookie).toBeUndefined();
    expect(await accountsOf(test, person.email)).toHaveLength(1);
  });
});

describe('the sign-in', () => {
  it('fails without the cookie of the browser that began it', async () => {
    const person = await makePerson(test);
    claims = { email: person.email, email_verified: true };
    const { location, browser } = await signIn(test, { withState: false });
    expect(location).toContain('error=state_mismatch');
    expect(browser.cookie).toBeUndefined();
  });

  it.each([
    'https://elsewhere.test/',
    '//elsewhere.test',
    '/\\elsewhere.test',
    'javascript:alert(1)',
    '/\tx',
    'executions',
  ])('leads to no other site: %j', async (callbackURL) => {
    await expect(signIn(test, { callbackURL })).rejects.toThrow(
      'Must be a path that begins with /',
    );
  });

  it('is not begun by another site, and takes no token instead of a visit', async () => {
    const statuses = [
      (await beginOidc({ origin: 'http://elsewhere.test' })).statusCode,
      (await beginOidc({ origin: ORIGIN }, { idToken: { token: 'x' } })).statusCode,
      (await beginOidc({ origin: ORIGIN }, { scopes: ['admin'] })).statusCode,
    ];
    expect(statuses).toEqual([403, 400, 400]);
  });

  it('answers 503 after 5 s when the provider accepts the connection and says nothing', async () => {
    const silent = createServer().listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    const one = await makeApp(envOf(`http://127.0.0.1:${port}`));
    const startedAt = performance.now();
    await expect(signIn(one)).rejects.toThrow('The sign-in provider does not answer.');
    expect(performance.now() - startedAt).toBeLessThan(15_000);
    silent.close();
    await one.close();
  });

  it('leads back after 10 s when the provider does not answer about a visitor', async () => {
    const stuck = createHttpServer((request, response) => {
      if (request.url?.startsWith('/.well-known') !== true) return;
      const issuer = `http://${request.headers.host}`;
      response.setHeader('Content-Type', 'application/json');
      response.end(
        JSON.stringify({
          issuer,
          authorization_endpoint: `${issuer}/authorize`,
          token_endpoint: `${issuer}/token`,
          jwks_uri: `${issuer}/jwks`,
          id_token_signing_alg_values_supported: ['RS256'],
        }),
      );
    }).listen(0, '127.0.0.1');
    await once(stuck, 'listening');
    const { port } = stuck.address() as AddressInfo;
    const one = await makeApp(envOf(`http://127.0.0.1:${port}`));
    const begun = await one.app.inject({
      method: 'POST',
      url: '/api/auth/sign-in/social',
      headers: { origin: ORIGIN },
      payload: { provider: 'oidc' },
    });
    const state = new URL(begun.json().url).searchParams.get('state');
    const answer = await one.app.inject({
      url: `/api/auth/callback/oidc?code=code&state=${state}`,
      headers: { cookie: cookiesIn(begun.headers['set-cookie']) },
    });
    stuck.closeAllConnections();
    stuck.close();
    await one.close();
    expect([answer.statusCode, answer.headers.location]).toEqual([
      302,
      '/sign-in?error=provider_unavailable',
    ]);
  });

  it('answers 503 while the provider is down, works once it is up, and passwords work meanwhile', async () => {
    const port = await freePort();
    const late = new OAuth2Server();
    await late.issuer.keys.generate('RS256');
    const one = await makeApp(envOf(`http://127.0.0.1:${port}`));
    const { email, password } = await one.signIn();
    claims = { email: 'late@acme.test', email_verified: true };
    late.service.on('beforeTokenSigning', (token: { payload: Record<string, unknown> }) => {
      Object.assign(token.payload, { sub, ...claims });
    });
    await expect(signIn(one)).rejects.toThrow('The sign-in provider does not answer.');
    expect(await makeBrowser(one).signIn(email, password)).toBe(200);
    await late.start(port, '127.0.0.1');
    const { location } = await signIn(one);
    await one.close();
    await late.stop();
    expect(location).toContain('error=invitation_required');
  });
});

describe('a server without passwords', () => {
  let only: TestApp;
  beforeAll(async () => {
    only = await makeApp({ ...envOf(provider.issuer.url ?? ''), SVC_PASSWORDS: 'off' });
  });
  afterAll(() => only.close());

  it('refuses the right password, and whatever makes or changes one', async () => {
    const person = await makePerson(only);
    expect(await makeBrowser(only).signIn(person.email, PASSWORD)).toBe(403);
    const token = 'a token of a link';
    const visitor = makeBrowser(only);
    const answers = [
      await visitor.change('account.signUp', {
        name: 'Eve',
        password: PASSWORD,
        email: 'e@b.test',
      }),
      await visitor.change('account.confirmSignUp', { token }),
      await visitor.change('account.requestPasswordReset', { email: person.email }),
      await visitor.change('account.resetPassword', { token, password: PASSWORD }),
      await person.change('account.changePassword', {
        currentPassword: PASSWORD,
        newPassword: `${PASSWORD}!`,
      }),
    ];
    for (const answer of answers) {
      expect(answer).toMatchObject({
        code: 'FORBIDDEN',
        message: 'This server has no passwords: SVC_PASSWORDS is off. Sign in with GitHub or Acme.',
      });
    }
  });

  it('lets people in through the provider whom the operator added', async () => {
    const { organizationId } = await only.makeOrganization('Added');
    const add = (email: string) =>
      addUser(
        only.deps,
        { id: organizationId, name: 'Added' },
        { email, role: 'member', isVerified: false },
      );
    expect(await add('new@added.test')).toEqual(['They sign in with the provider of the server.']);
    claims = { email: 'new@added.test', email_verified: true };
    const { browser } = await signIn(only);
    expect((await browser.ask('account.get')).data).toMatchObject({
      activeOrganization: { name: 'Added' },
    });
    const { email } = await makePerson(only, { emailVerified: false });
    await expect(add(email)).rejects.toThrow(`Run 'svc-admin users delete ${email} --yes'`);
  });

  it('lets the first owner in through the provider, who never had to see their password', async () => {
    const person = await makePerson(only);
    await only.deps.database.query('UPDATE users SET must_change_password = true WHERE id = $1', [
      person.userId,
    ]);
    claims = { email: person.email, email_verified: true };
    const { browser } = await signIn(only);
    expect((await browser.ask('account.get')).data).toMatchObject({
      user: { id: person.userId, mustChangePassword: false, hasPassword: false },
      passwords: false,
    });
    expect((await browser.ask('whoami.get')).status).toBe(200);
    expect(await browser.change('account.delete', { email: person.email })).toMatchObject({
      data: { done: true },
    });
  });
});
