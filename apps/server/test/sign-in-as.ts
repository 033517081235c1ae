import { randomUUID } from 'node:crypto';
import type { Role } from '../src/accounts/principal.ts';
import type { TestApp } from './app.ts';

export interface SignedIn {
  /** The text after `Bearer`. */
  token: string;
  email: string;
  userId: string;
}

const PASSWORD = 'correct horse battery staple';
let passwordHash: Promise<string> | undefined;

/** A new user with this role in the organization, and a session of theirs. */
export async function signInAs(
  { app, deps }: Pick<TestApp, 'app' | 'deps'>,
  organizationId: string,
  role: Role,
): Promise<SignedIn> {
  const { hashPassword } = await import('better-auth/crypto');
  passwordHash ??= hashPassword(PASSWORD);
  const userId = deps.random.id();
  const email = `${role}-${randomUUID()}@svc.test`;
  const at = deps.clock.now();
  await deps.database.query(
    `INSERT INTO users (id, name, email, email_verified, created_at, updated_at)
     VALUES ($1, $2, $3, true, $4, $4)`,
    [userId, role, email, at],
  );
  await deps.database.query(
    `INSERT INTO accounts (id, user_id, account_id, provider_id, issuer, password, created_at, updated_at)
     VALUES ($1, $2, $2, 'credential', 'local:credential', $3, $4, $4)`,
    [deps.random.id(), userId, await passwordHash, at],
  );
  await deps.database.query(
    `INSERT INTO account_organizations (id, name, slug, created_at)
     SELECT organization_id::text, name, organization_id::text, $2
     FROM organizations
     WHERE organization_id = $1
       AND NOT EXISTS (SELECT FROM account_organizations WHERE id = $1::uuid::text)`,
    [organizationId, at],
  );
  await deps.database.query(
    'INSERT INTO members (id, organization_id, user_id, role, created_at) VALUES ($1, $2, $3, $4, $5)',
    [deps.random.id(), organizationId, userId, role, at],
  );
  const answer = await app.inject({
    method: 'POST',
    url: '/api/auth/sign-in/email',
    payload: { email, password: PASSWORD },
  });
  const token = answer.headers['set-auth-token'];
  if (typeof token !== 'string') throw new Error(`signing in failed: ${answer.body}`);
  return { token, email, userId };
}
