import { countOwned } from '../accounts/own-organizations.queries.ts';
import type { Deps } from '../../deps.ts';

// Enough for a consultant, and a bound for a program.
const MOST_OWNED = 50;

/** True if sign-up is open or the user owns an organization already, and the user owns fewer than 50. */
export async function mayCreateOrganizations(
  deps: Pick<Deps, 'database' | 'config'>,
  userId: string,
): Promise<boolean> {
  const owned = await countOwned(deps, userId);
  return owned < MOST_OWNED && (deps.config.signUp === 'open' || owned > 0);
}
