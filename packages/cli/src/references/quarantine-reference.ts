import type { SvcClient } from '@svc/client';
import type { QuarantineEntry } from '@svc/contract/gate/quarantine';
import { CommandError } from '../errors/exit.ts';
import { resultTitle } from '../views/test-names.ts';
import { UNICODE_GLYPHS } from '../format/glyphs.ts';
import { isPartOfId, isWholeId, shortId } from '../webhooks/short-id.ts';

const PAGE = 100;
// An organization has at most 1,000 active entries; ended ones are found by their whole id.
const PAGES_MOST = 12;
const SHOWN_CANDIDATES = 3;

/**
 * The entry that `<entry>` means: an id, 4 or more digits of its start or end, or the id of its test or 4 or more of its
 * first digits. Only active entries are found by a part of an id.
 * @throws CommandError for none and for several, with candidates.
 */
export async function findEntry(client: SvcClient, typed: string): Promise<QuarantineEntry> {
  const word = typed.trim().toLowerCase();
  if (isWholeId(word)) {
    const { excusals: _, ...entry } = await client.quarantine.get.query({ id: word, limit: 1 });
    return entry;
  }
  const found: QuarantineEntry[] = [];
  let cursor: string | undefined;
  for (let pages = 0; pages < PAGES_MOST; pages++) {
    const page = await client.quarantine.list.query({ active: 'true', limit: PAGE, cursor });
    found.push(...page.items.filter((entry) => isMeant(entry, word)));
    if (page.nextCursor === null) break;
    cursor = page.nextCursor;
  }
  const [entry, ...others] = found;
  if (entry === undefined) {
    throw new CommandError(`no active quarantine entry '${typed}'`, 'svc quarantine');
  }
  if (others.length > 0) {
    throw new CommandError(
      `'${typed}' matches ${found.length} quarantine entries`,
      `write one of ${candidatesText(found)}`,
    );
  }
  return entry;
}

function isMeant({ id, testId }: QuarantineEntry, word: string): boolean {
  return isPartOfId(word, id) || (word.length >= 4 && testId.startsWith(word));
}

function candidatesText(entries: readonly QuarantineEntry[]): string {
  const shown = entries
    .slice(0, SHOWN_CANDIDATES)
    .map((entry) => `${shortId(entry.id)} (${resultTitle(entry, UNICODE_GLYPHS)})`);
  const more =
    entries.length > SHOWN_CANDIDATES ? ', or another one that svc quarantine lists' : '';
  return shown.join(', ') + more;
}
