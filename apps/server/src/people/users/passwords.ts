import type { Deps } from '../../deps.ts';

/** The caller that waits for the hash: no address gets all turns. People who are signed in are served before others. */
interface Asker {
  address: string;
  sessionId?: string | undefined;
}

/** The hash of a new password, by better-auth's scrypt. Waits for its turn, as sign-in does. */
export async function hashNewPassword(
  { limiters }: Pick<Deps, 'limiters'>,
  { address, sessionId }: Asker,
  password: string,
): Promise<string> {
  // Loaded on first use, like all of better-auth.
  const { hashPassword } = await import('better-auth/crypto');
  return runInTurn(limiters, { address, isPreferred: sessionId !== undefined }, () =>
    hashPassword(password),
  );
}

/** Whether the password has this hash. */
export async function isPassword(
  { limiters }: Pick<Deps, 'limiters'>,
  { address }: Asker,
  { password, hash }: { password: string; hash: string },
): Promise<boolean> {
  const { verifyPassword } = await import('better-auth/crypto');
  // Used only for people who are signed in.
  return runInTurn(limiters, { address, isPreferred: true }, () =>
    verifyPassword({ password, hash }),
  );
}

async function runInTurn<Answer>(
  { passwords }: Deps['limiters'],
  { address, isPreferred }: { address: string; isPreferred: boolean },
  work: () => Promise<Answer>,
): Promise<Answer> {
  const pass = await passwords.enter(address, { isPreferred });
  try {
    return await work();
  } finally {
    pass.release();
  }
}
