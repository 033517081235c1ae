import { insertUser } from '../users/users.queries.ts';
import type { Transaction } from '../../db/statements.ts';
import type { Deps } from '../../deps.ts';
import type { JoiningUser } from '../members/join-organization.ts';

/** The request of a person who signs up. */
export interface SignUp {
  name: string;
  password: string;
  address: string;
}

export interface NewPerson {
  name: string;
  email: string;
  passwordHash: string;
  address: string;
  /** Whether a mail proved that the address is the user's. The link of an invitation is known to its inviter too. */
  emailVerified?: boolean;
}

/** Makes a user with a password; null when there is an account with the address. */
export async function makeUser(
  { random, clock }: Pick<Deps, 'random' | 'clock'>,
  transaction: Transaction,
  { name, email, passwordHash, address, emailVerified = false }: NewPerson,
): Promise<JoiningUser | null> {
  const id = random.id();
  const isMade = await insertUser(transaction, {
    id,
    accountId: random.id(),
    name,
    email,
    emailVerified,
    passwordHash,
    mustChangePassword: false,
    at: clock.now(),
  });
  return isMade ? { id, email, address } : null;
}
