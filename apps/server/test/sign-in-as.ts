import { randomUUID } from 'node:crypto';
import type { Role } from '../src/principal.ts';
import type { TestApp } from './app.ts';
import { makePerson } from './people.ts';

export interface SignedIn {
  /** The text after `Bearer`. */
  token: string;
  email: string;
  userId: string;
}

/** A new user with this role in the organization, and a session of theirs. */
export async function signInAs(
  server: TestApp,
  organizationId: string,
  role: Role,
): Promise<SignedIn> {
  const email = `${role}-${randomUUID()}@svc.test`;
  const { userId, cookie = '' } = await makePerson(server, { email, organizationId, role });
  const [, token = ''] = /session_token=(.*)$/.exec(cookie) ?? [];
  return { token: decodeURIComponent(token), email, userId };
}
