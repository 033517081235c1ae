import type { Deps } from '../../deps.ts';

/** Who waits for the hash: no address gets all turns. People who are signed in are served before others. */
interface Asker {
  address: string;
  sessionId?: string | undefined;
}

/** The hash of a new password, by better-auth's scrypt. Waits for its turn, as sign-in does. */
export async function hashNewPassword(
  { gates }: Pick<Deps, 'gates'>,
  { address, sessionId }: Asker,
  password: string,
): Promise<string> {
  // Loaded on first use, like all of better-auth.
  const { hashPassword } = await import('better-auth/crypto');
  return inTurn(gates, { address, isPreferred: sessionId !== undefined }, () =>
    hashPassword(password),
  );
}

/** Whether the password has this hash. */
export async function isPassword(
  { gates }: Pick<Deps, 'gates'>,
  { address }: Asker,
  { password, hash }: { password: string; hash: string },
): Promise<boolean> {
  const { verifyPassword } = await import('better-auth/crypto');
  // Only for people who are signed in.
  return inTurn(gates, { address, isPreferred: true }, () => verifyPassword({ password, hash }));
}

async function inTurn<Answer>(
  { passwords }: Deps['gates'],
  { address, isPreferred }: { address: string; isPreferred: boolean },
  work: () => Promise<Answer>,
): Promise<Answer> {
  const { signal } = new AbortController();
  const pass = await passwords.enter({ organizationId: address, weight: 1, isPreferred, signal });
  try {
    return await work();
  } finally {
    pass.release();
  }
}
