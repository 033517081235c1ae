import { createHash } from 'node:crypto';
import type {
  BegunDeviceSignIn,
  DeviceSignInAnswer,
  DeviceSignInInput,
  ShownDeviceSignIn,
} from '@svc/contract/people/device-sign-in';
import {
  changeDeviceSignIn,
  deleteDeviceSignIn,
  findByUserCode,
  buildDeviceIdentifier,
  insertApprovedSession,
  lockByDeviceCode,
  type DeviceSignIn,
  type StoredDeviceSignIn,
} from '../sessions/device-sign-ins.queries.ts';
import type { SignedInUser } from '../../principal.ts';
import { SESSION_SECONDS } from '../sessions/session-cookie.ts';
import { signSessionToken } from '../sessions/session-token.ts';
import { lockUser } from '../users/users.queries.ts';
import { storeVerification } from '../users/verifications.queries.ts';
import type { Deps } from '../../deps.ts';
import type { Random } from '../../random.ts';
import { SvcError } from '../../errors.ts';

// Time to find a browser and to sign in there.
const VALID_MS = 10 * 60_000;
const INTERVAL_SECONDS = 3;
// Letters that RFC 8628 (6.1) recommends: no vowels, so no words; none that looks like a digit. 34 bits.
const USER_CODE_LETTERS = 'BCDFGHJKLMNPQRSTVWXZ';
const SECRET_CHARACTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** Begins the sign-in of a program, which a person approves with a browser: OAuth's device flow, RFC 8628. */
export async function beginDeviceSignIn(
  deps: Deps,
  { device, program }: DeviceSignInInput,
  address: string,
): Promise<BegunDeviceSignIn> {
  const deviceCode = generateText(deps.random, { characters: SECRET_CHARACTERS, length: 43 });
  const letters = generateText(deps.random, { characters: USER_CODE_LETTERS, length: 8 });
  const userCode = `${letters.slice(0, 4)}-${letters.slice(4)}`;
  const at = deps.clock.now();
  const expiresAt = new Date(at.getTime() + VALID_MS);
  const value: DeviceSignIn = { device, program, address, state: 'pending' };
  await deps.database.transaction((transaction) =>
    storeVerification(transaction, {
      id: hashDeviceCode(deviceCode),
      identifier: buildDeviceIdentifier(userCode),
      value,
      expiresAt,
      at,
    }),
  );
  return {
    deviceCode,
    userCode,
    url: `${deps.config.baseUrl}/device`,
    expiresAt: expiresAt.toISOString(),
    expiresInSeconds: VALID_MS / 1000,
    intervalSeconds: INTERVAL_SECONDS,
  };
}

/** @throws SvcError NOT_FOUND when no sign-in with this code waits. */
export async function showDeviceSignIn(deps: Deps, typed: string): Promise<ShownDeviceSignIn> {
  const found = await findPending(deps, typed);
  return {
    userCode: normalizeCode(typed),
    device: found.device,
    program: found.program,
    address: found.address,
    createdAt: found.createdAt.toISOString(),
    expiresAt: found.expiresAt.toISOString(),
  };
}

/**
 * Lets the program have a session of the user, or refuses it. The first decision stays.
 * @throws SvcError NOT_FOUND when no sign-in with this code waits.
 */
export async function decideDeviceSignIn(
  deps: Deps,
  { userCode, user, state }: { userCode: string; user: SignedInUser; state: 'approved' | 'denied' },
): Promise<void> {
  const { id } = await findPending(deps, userCode);
  await deps.database.transaction(async (transaction) => {
    const at = deps.clock.now();
    const found = await lockByDeviceCode(transaction, { id, at });
    if (found?.state !== 'pending') throw buildUnknownCodeError();
    const decided = { ...found, state, approvedBy: { userId: user.id, sessionId: user.sessionId } };
    await changeDeviceSignIn(transaction, decided, at);
  });
}

/** The answer to the program. An approved sign-in gives its session once. */
export async function finishDeviceSignIn(
  deps: Deps,
  deviceCode: string,
): Promise<DeviceSignInAnswer> {
  return deps.database.transaction(async (transaction) => {
    const at = deps.clock.now();
    const found = await lockByDeviceCode(transaction, { id: hashDeviceCode(deviceCode), at });
    if (found === null) return { status: 'expired' };
    if (found.state === 'pending') return { status: 'pending' };
    await deleteDeviceSignIn(transaction, found.id);
    if (found.state === 'denied' || found.approvedBy === undefined) return { status: 'denied' };
    // A change of the password ends all existing sessions. The lock keeps it from running during this transaction.
    await lockUser(transaction, found.approvedBy.userId);
    const token = generateText(deps.random, { characters: SECRET_CHARACTERS, length: 32 });
    const email = await insertApprovedSession(transaction, {
      id: deps.random.id(),
      token,
      approvedBy: found.approvedBy,
      userAgent: `${found.program} (${found.device})`,
      expiresAt: new Date(at.getTime() + SESSION_SECONDS * 1_000),
      at,
    });
    if (email === null) return { status: 'denied' };
    return { status: 'approved', token: signSessionToken(deps, token), email };
  });
}

async function findPending(deps: Deps, typed: string): Promise<StoredDeviceSignIn> {
  const found = await findByUserCode(deps.database, {
    userCode: normalizeCode(typed),
    at: deps.clock.now(),
  });
  if (found?.state !== 'pending') throw buildUnknownCodeError();
  return found;
}

/** `bcdf ghjk` as `BCDF-GHJK`. */
function normalizeCode(typed: string): string {
  const letters = typed.toUpperCase().replaceAll(/[^A-Z]/g, '');
  return `${letters.slice(0, 4)}-${letters.slice(4)}`;
}

function buildUnknownCodeError(): SvcError {
  return new SvcError(
    'NOT_FOUND',
    'No sign-in waits for this code: it is mistyped, used or expired.',
    {
      hint: 'Compare it with your terminal, or run svc login again.',
    },
  );
}

/** The database has only this hash, so a copy of the database does not permit a sign-in. */
function hashDeviceCode(deviceCode: string): string {
  return createHash('sha256').update(deviceCode).digest('hex');
}

function generateText(
  random: Random,
  { characters, length }: { characters: string; length: number },
): string {
  const one = (): string => characters.charAt(random.integer(characters.length));
  return Array.from({ length }, one).join('');
}
