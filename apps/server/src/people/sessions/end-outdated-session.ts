import { deleteSession } from './sessions.queries.ts';
import { findCredential, type StoredCredential } from '../users/credentials.queries.ts';
import { lockUser } from '../users/users.queries.ts';
import type { Deps } from '../../deps.ts';

/**
 * Ends the session that has just begun if the password of the user changed while it was checked: the change ended only
 * the sessions that there were. `checked` is the credential from before the check. Returns whether it ended.
 */
export async function endOutdatedSession(
  { database }: Pick<Deps, 'database'>,
  { checked, token }: { checked: StoredCredential; token: string },
): Promise<boolean> {
  return database.transaction(async (transaction) => {
    // Waits for a change in progress.
    await lockUser(transaction, checked.userId);
    const now = await findCredential({ database: transaction }, { id: checked.userId });
    if (now?.passwordHash === checked.passwordHash) return false;
    await deleteSession(transaction, token);
    return true;
  });
}
