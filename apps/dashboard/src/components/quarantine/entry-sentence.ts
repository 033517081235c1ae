import type { QuarantineEntry } from '@svc/contract/gate/quarantine';
import { describeEffect, describeEntryState } from './entry-words.ts';
import { formatDate } from '../../format/time.ts';

type Ended = Pick<QuarantineEntry, 'state' | 'fingerprints' | 'expiresAt' | 'endedAt' | 'endedBy'>;

/** What an entry does now, or since when it does nothing any more. */
export function describeEntry(entry: Ended, now: Date): string {
  const { fingerprints, expiresAt, endedAt, endedBy } = entry;
  const { words } = describeEntryState(entry, now);
  if (words === 'expired') {
    return `It expired on ${formatDate(new Date(expiresAt))}. These failures block again.`;
  }
  if (entry.state === 'active') return describeEffect(fingerprints, new Date(expiresAt));
  const when = endedAt === null ? '' : ` on ${formatDate(new Date(endedAt))}`;
  if (endedBy === 'server') {
    return `The server lifted it${when}: it had excused nothing for 14 days, and its test has recovered.`;
  }
  const who = endedBy === null ? 'It was lifted' : `${endedBy} lifted it`;
  return `${who}${when}. These failures block again.`;
}
