import type { QuarantineEntry } from '@svc/contract/gate/quarantine';
import { describeEntryState } from '../../components/quarantine/entry-words.ts';
import { formatNumber, formatCount } from '../../format/count.ts';
import type { QuarantineSearch } from '../../search/page-search.ts';

interface Listed {
  entries: readonly Pick<QuarantineEntry, 'testId' | 'state' | 'expiresAt' | 'endedBy'>[];
  hasMore: boolean;
  show: QuarantineSearch['show'];
}

/** The page's first line: `Failures of 3 tests are quarantined`. */
export function describeQuarantine({ entries, hasMore, show }: Listed): string {
  const more = hasMore ? `${formatNumber(entries.length)} or more entries` : null;
  const words = more ?? formatCount(entries.length, 'entry', 'entries');
  if (show === 'all') return entries.length === 0 ? 'No entry' : words;
  if (show === 'ended') {
    if (entries.length === 0) return 'No entry has ended';
    return `${words} ${entries.length === 1 && !hasMore ? 'has' : 'have'} ended`;
  }
  const tests = new Set(entries.map(({ testId }) => testId)).size;
  if (tests === 0) return 'Nothing is quarantined';
  if (hasMore) return `Failures of ${formatNumber(tests)} or more tests are quarantined`;
  return `Failures of ${formatCount(tests, 'test')} are quarantined`;
}

/** How many entries end soon, as far as they are shown: `1 entry ends within 3 days.` */
export function describeExpiring(
  { entries, hasMore }: Pick<Listed, 'entries' | 'hasMore'>,
  now: Date,
): string {
  const ending = entries.filter((entry) => describeEntryState(entry, now).tone === 'warn').length;
  if (ending === 0) return '';
  const verb = ending === 1 ? 'ends' : 'end';
  if (hasMore) return `Of the entries shown, ${formatNumber(ending)} ${verb} within 3 days.`;
  return `${formatCount(ending, 'entry', 'entries')} ${verb} within 3 days.`;
}
