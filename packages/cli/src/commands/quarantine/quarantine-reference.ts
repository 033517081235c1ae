import type { SvcClient } from '@svc/client';
import type { QuarantineEntry } from '@svc/contract/gate/quarantine';
import { CommandError } from '../../errors/exit.ts';
import { formatTestTitle } from '../../wording/test-names.ts';
import { UNICODE_GLYPHS } from '../../terminal/glyphs.ts';
import { isPartOfId, isWholeId, shortenId } from '../../wording/short-ids.ts';

const PAGE = 100;
// An organization has at most 1,000 active entries. Of ended ones, that is the newest 1,200.
const PAGES_MOST = 12;
const SHOWN_CANDIDATES = 3;

/**
 * The entry that `<entry>` means: an id, 4 or more digits of its start or end, or the id of its test or 4 or more of its
 * first digits. If no active entry is meant, `ended` also accepts a part of the id of an entry that has ended, such as
 * `svc quarantine --all` lists it.
 * @throws CommandError for none and for several, with candidates.
 */
export async function findEntry(
  client: SvcClient,
  typed: string,
  { ended }: { ended: boolean },
): Promise<QuarantineEntry> {
  const word = typed.trim().toLowerCase();
  if (isWholeId(word)) {
    const { excusals: _, ...entry } = await client.quarantine.get.query({ id: word, limit: 1 });
    return entry;
  }
  const active = await listMatchingEntries(client, 'true', (entry) => isMeant(entry, word));
  const found =
    active.length > 0 || !ended
      ? active
      : await listMatchingEntries(client, 'false', ({ id }) => isPartOfId(word, id));
  const [entry, ...others] = found;
  if (entry === undefined) {
    throw ended
      ? new CommandError(`no quarantine entry '${typed}'`, 'svc quarantine --all')
      : new CommandError(`no active quarantine entry '${typed}'`, 'svc quarantine');
  }
  if (others.length > 0) {
    throw new CommandError(
      `'${typed}' matches ${found.length} quarantine entries`,
      `write one of ${formatCandidates(found)}`,
    );
  }
  return entry;
}

async function listMatchingEntries(
  client: SvcClient,
  active: 'true' | 'false',
  isMatch: (entry: QuarantineEntry) => boolean,
): Promise<QuarantineEntry[]> {
  const found: QuarantineEntry[] = [];
  let cursor: string | undefined;
  for (let pages = 0; pages < PAGES_MOST; pages++) {
    const page = await client.quarantine.list.query({ active, limit: PAGE, cursor });
    found.push(...page.items.filter(isMatch));
    if (page.nextCursor === null) break;
    cursor = page.nextCursor;
  }
  return found;
}

function isMeant({ id, testId }: QuarantineEntry, word: string): boolean {
  return isPartOfId(word, id) || (word.length >= 4 && testId.startsWith(word));
}

function formatCandidates(entries: readonly QuarantineEntry[]): string {
  const shown = entries
    .slice(0, SHOWN_CANDIDATES)
    .map((entry) => `${shortenId(entry.id)} (${formatTestTitle(entry, UNICODE_GLYPHS)})`);
  const more =
    entries.length > SHOWN_CANDIDATES ? ', or another one that svc quarantine lists' : '';
  return shown.join(', ') + more;
}
