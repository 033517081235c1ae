import { QUARANTINE_DAYS_MOST, QUARANTINE_ENTRIES_MOST } from '@svc/contract/gate/quarantine';
import type { Scope, TransactionScope } from '../../db/scope.ts';
import { SvcError } from '../../errors.ts';
import {
  listActiveEntriesOfTest,
  readCoveredFingerprints,
  type ActiveEntry,
} from '../excusals/active-entries.queries.ts';
import { countActiveEntries } from './entries.queries.ts';
import { listUnknownFingerprints } from './entry-fingerprints.queries.ts';

export const DAY_MS = 24 * 60 * 60 * 1000;

/** @throws SvcError BAD_REQUEST for a time in the past, or too far in the future. */
export function parseExpiry(expiresAt: string, now: Date): Date {
  const at = new Date(expiresAt);
  if (at <= now) throw buildRefusal('expiresAt', 'Must be in the future');
  if (at.getTime() > now.getTime() + QUARANTINE_DAYS_MOST * DAY_MS) {
    throw buildRefusal('expiresAt', `Must be at most ${QUARANTINE_DAYS_MOST} days ahead`);
  }
  return at;
}

/** @throws SvcError BAD_REQUEST for a fingerprint that no failure of the project has: it would excuse no failure. */
export async function refuseUnknownFingerprints(
  scope: Scope,
  wanted: { projectId: string; fingerprints: readonly string[] },
): Promise<void> {
  const [unknown] = await listUnknownFingerprints(scope, wanted);
  if (unknown === undefined) return;
  throw buildRefusal('fingerprints', `No failure of the project has the fingerprint ${unknown}`);
}

type WantedEntry = Pick<ActiveEntry, 'testId' | 'projectId' | 'fingerprints'> & {
  /** Null for a new entry. */
  id: string | null;
};

/**
 * The caller holds the lock of the organization's entries.
 * @throws SvcError CONFLICT when another active entry of the test excuses one of these failures: it would be unclear
 * which of the two does.
 */
export async function refuseOverlap(
  scope: TransactionScope,
  wanted: WantedEntry,
  now: Date,
): Promise<void> {
  const others = (await listActiveEntriesOfTest(scope, { testId: wanted.testId, now })).filter(
    ({ id }) => id !== wanted.id,
  );
  const own = readCoveredFingerprints(wanted);
  const other = others.find((one) => hasOverlap(own, readCoveredFingerprints(one)));
  if (other === undefined) return;
  throw new SvcError(
    'CONFLICT',
    `The quarantine entry '${other.id}' excuses failures of this test with the same fingerprints until ${other.expiresAt.toISOString()}.`,
    { hint: 'Change that entry, or lift it first.' },
  );
}

function hasOverlap(a: readonly string[] | null, b: readonly string[] | null): boolean {
  return a === null || b === null || a.some((fingerprint) => b.includes(fingerprint));
}

/**
 * The caller holds the lock of the organization's entries.
 * @throws SvcError CONFLICT with 1,000 active entries.
 */
export async function refuseTooMany(scope: TransactionScope, now: Date): Promise<void> {
  if ((await countActiveEntries(scope, now)) < QUARANTINE_ENTRIES_MOST) return;
  throw new SvcError(
    'CONFLICT',
    `The organization has ${QUARANTINE_ENTRIES_MOST} active quarantine entries.`,
    { hint: 'Lift one of them first.' },
  );
}

export function buildRefusal(path: string, message: string, hint?: string): SvcError {
  return new SvcError('BAD_REQUEST', `${path}: ${message}.`, {
    details: [{ path, message }],
    ...(hint === undefined ? {} : { hint }),
  });
}
