import type { Deps } from '../../deps.ts';

/** Who waits for the hash: no address gets all turns. */
interface Asker {
  address: string;
}

/** The hash of a new password, by better-auth's scrypt. Waits for its turn, as sign-in does. */
export async function hashNewPassword(
  { gates }: Pick<Deps, 'gates'>,
  { address }: Asker,
  password: string,
): Promise<string> {
  // Loaded on first use, like all of better-auth.
  const { hashPassword } = await import('better-auth/crypto');
  return inTurn(gates, address, () => hashPassword(password));
}

/** Whether the password has this hash. */
export async function isPassword(
  { gates }: Pick<Deps, 'gates'>,
  { address }: Asker,
  { password, hash }: { password: string; hash: string },
): Promise<boolean> {
  const { verifyPassword } = await import('better-auth/crypto');
  return inTurn(gates, address, () => verifyPassword({ password, hash }));
}

async function inTurn<Answer>(
  { passwords }: Deps['gates'],
  address: string,
  work: () => Promise<Answer>,
): Promise<Answer> {
  const { signal } = new AbortController();
  const pass = await passwords.enter({ organizationId: address, weight: 1, signal });
  try {
    return await work();
  } finally {
    pass.release();
  }
}
