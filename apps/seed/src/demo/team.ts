import { systemClock } from '@svc/server/operations';
import type { KnownFailures } from '@svc/contract/gate/known-failures';
import { testId } from '@svc/contract/zod-free/test-identity';
import { PEOPLE } from '../world/shop/shop.ts';
import type { DemoServer } from './demo-server.ts';
import { writePastOfTeam } from './past-of-team.ts';

/** The signed-in owner. */
export interface Account {
  name: string;
  apiKey: string;
  token: string;
  /** The name and the value. */
  cookie: string;
  url: string;
}

/** Signs in as the owner, under whom every visitor looks at the demo. */
export async function signIn({ url, owner, apiKey }: DemoServer): Promise<Account> {
  const response = await fetch(`${url}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(owner),
  });
  const token = response.headers.get('set-auth-token');
  const cookies = response.headers.getSetCookie().map((text) => text.split(';', 1)[0] ?? '');
  const cookie = cookies.find((text) => text.includes('session_token='));
  if (token === null || cookie === undefined) {
    throw new Error(`the owner cannot sign in: ${await response.text()}`);
  }
  const [{ name }] = PEOPLE;
  const account = { name, apiKey, token, cookie, url };
  await call(account, 'account.rename', { name });
  await call(account, 'organizations.rename', { name: 'Northtrail (demo)' });
  return account;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** What a team has set up some weeks ago: members, keys, webhooks and the quarantine. */
export async function prepareTeam(
  account: Account,
  { databaseUrl, receiver }: { databaseUrl: string; receiver: string },
): Promise<{ apiKey: string }> {
  // The oldest first, as in PAST: the audit log has this order.
  const { text } = await call<{ text: string }>(account, 'apiKeys.create', {
    name: 'GitHub Actions',
    scope: 'ingest',
    mayClaimBase: true,
  });
  await createWebhooks(account, receiver);
  await quarantineFlakyTests(account);
  for (const { email, role } of INVITED) await call(account, 'members.invite', { email, role });
  await writePastOfTeam(databaseUrl);
  return { apiKey: text };
}

const INVITED = [{ email: 'ruth.adeyemi@northtrail.example', role: 'member' }] as const;

async function createWebhooks(account: Account, receiver: string): Promise<void> {
  await call(account, 'webhooks.create', {
    url: `${receiver}/release-board`,
    description: 'Release board: main is red or green',
    events: ['test.regressed', 'test.recovered'],
    branch: 'main',
  });
  await call(account, 'webhooks.create', {
    url: `${receiver}/team-chat`,
    description: 'Team chat: verdicts that need a person',
    events: ['analysis.completed'],
    minSeverity: 'REAL_BUG',
  });
}

async function quarantineFlakyTests(account: Account): Promise<void> {
  const now = systemClock.now().getTime();
  for (const { test, days, ...entry } of QUARANTINED) {
    await call(account, 'quarantine.add', {
      ...entry,
      testId: testId(test),
      fingerprints: await listFingerprints(account, testId(test)),
      expiresAt: new Date(now + days * DAY_MS).toISOString(),
    });
  }
}

/** Every failure of the test by itself, without those of the outages. */
async function listFingerprints({ url, apiKey }: Account, id: string): Promise<string[]> {
  const response = await fetch(`${url}/api/tests/${id}/known-failures`, {
    headers: { authorization: `Bearer ${apiKey}` },
  });
  const { data } = (await response.json()) as { data: KnownFailures };
  return data.items
    .filter(({ pattern }) => !pattern.includes('REFUSED'))
    .map(({ fingerprint }) => fingerprint);
}

const QUARANTINED = [
  {
    test: {
      project: 'orders-api',
      variant: null,
      file: 'src/stock/reservations.test.ts',
      titlePath: ['reservations', 'expires after fifteen minutes'],
    },
    days: 9,
    owner: 'orders',
    reason:
      'Reads the machine clock instead of the fake one. Fix is in review: fix/stock-after-cancel.',
  },
  {
    test: {
      project: 'orders-api',
      variant: null,
      file: 'src/shipping/tracking.test.ts',
      titlePath: ['tracking', 'sends one mail per state'],
    },
    days: 2,
    owner: 'logistics',
    reason: 'The mail server of the tests drops connections. Moves to the in-memory one.',
  },
] as const;

/** Calls a procedure of the dashboard. */
async function call<Answer>(
  { url, token }: Account,
  procedure: string,
  input: object,
): Promise<Answer> {
  const response = await fetch(`${url}/trpc/${procedure}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(input),
  });
  if (!response.ok) throw new Error(`${procedure}: ${await response.text()}`);
  const { result } = (await response.json()) as { result: { data: Answer } };
  return result.data;
}
