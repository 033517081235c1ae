import type { Session } from '@svc/contract/people/account';
import Bowser from 'bowser';
import { endSession, listSessions } from '../sessions/user-sessions.queries.ts';
import { endSessions } from '../users/credentials.queries.ts';
import type { SignedInUser } from '../../principal.ts';
import type { Deps } from '../../deps.ts';
import { SvcError } from '../../errors.ts';

/** The sessions of the user that have not expired: the current one, then the 99 that were used last. */
export async function listOwnSessions(deps: Deps, user: SignedInUser): Promise<Session[]> {
  const rows = await listSessions(deps, {
    userId: user.id,
    currentId: user.sessionId,
    at: deps.clock.now(),
  });
  return rows.map((row) => ({
    id: row.id,
    createdAt: row.createdAt.toISOString(),
    lastUsedAt: row.lastUsedAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    device: formatDevice(row.userAgent),
    isCurrent: row.id === user.sessionId,
  }));
}

/** @throws SvcError NOT_FOUND, also for a session of another user. */
export async function endOwnSession(deps: Deps, user: SignedInUser, id: string): Promise<void> {
  if (await endSession(deps, { userId: user.id, id })) return;
  throw new SvcError('NOT_FOUND', `There is no session '${id}'.`);
}

export async function endOtherSessions(deps: Deps, user: SignedInUser): Promise<void> {
  await endSessions(deps.database, user.id, user.sessionId);
}

// A longer text is not from a browser, and could make the parser's patterns slow.
const LONGEST_USER_AGENT = 512;

/** The browser and system of a User-Agent header, such as "Firefox on Linux"; of the command, "svc on build-box". */
export function formatDevice(userAgent: string | null): string {
  if (userAgent === null || userAgent === '' || userAgent.length > LONGEST_USER_AGENT) {
    return 'Unknown device';
  }
  const machine = /^svc\/\S+ \((.{1,100})\)$/.exec(userAgent)?.[1];
  if (machine !== undefined) return `svc on ${machine}`;
  const { browser, os } = Bowser.parse(userAgent);
  if (browser.name === undefined || browser.name === '') {
    // A program names itself first, such as `curl/8.5`.
    return /^[\w.-]{1,40}/.exec(userAgent)?.[0] ?? 'Unknown device';
  }
  return os.name === undefined || os.name === '' ? browser.name : `${browser.name} on ${os.name}`;
}
