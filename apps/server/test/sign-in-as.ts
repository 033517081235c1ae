import { randomUUID } from 'node:crypto';
import type { Role } from '../src/accounts/principal.ts';
import type { TestApp } from './app.ts';
import { makePerson, PASSWORD } from './people.ts';

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
  const { userId } = await makePerson(server, { email, organizationId, role });
  const answer = await server.app.inject({
    method: 'POST',
    url: '/api/auth/sign-in/email',
    payload: { email, password: PASSWORD },
    remoteAddress: '198.51.100.1',
  });
  const token = answer.headers['set-auth-token'];
  if (typeof token !== 'string') throw new Error(`signing in failed: ${answer.body}`);
  return { token, email, userId };
}
