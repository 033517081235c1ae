import type { Page } from '@svc/contract/pages';

/** The first items of a list, and what is known about the total. */
export interface Listing<Item, Answer extends Page<Item> = Page<Item>> {
  /** For `--json`: the contract's page of at most `limit` items, with the answer's other fields. */
  data: Answer;
  items: Item[];
  total: Total;
  /** The `--limit` of the command that shows more items. */
  nextLimit: number;
}

export interface Total {
  count: number;
  isAtLeast: boolean;
}

export interface ListingFlags {
  limit: number;
  json?: boolean;
}

// A list has no total, so svc reads ahead up to this number to count the rest: one page, one request.
const COUNTED_ITEMS = 100;
const LARGEST_PAGE = 100;

/** Reads pages until there are enough items for the flags. */
export async function readListing<Item, Answer extends Page<Item> = Page<Item>>(
  { limit, json }: ListingFlags,
  ask: (page: { limit: number; cursor: string | undefined }) => Promise<Answer & { items: Item[] }>,
): Promise<Listing<Item, Answer>> {
  const wanted = json === true ? limit : Math.max(limit, COUNTED_ITEMS);
  const items: Item[] = [];
  let cursor: string | null = null;
  let page: Answer & { items: Item[] };
  do {
    const pageLimit = Math.min(LARGEST_PAGE, wanted - items.length);
    page = await ask({ limit: pageLimit, cursor: cursor ?? undefined });
    items.push(...page.items);
    cursor = page.items.length === 0 ? null : page.nextCursor;
  } while (cursor !== null && items.length < wanted);
  const shown = items.slice(0, limit);
  return {
    data: { ...page, items: shown, nextCursor: cursor },
    items: shown,
    total: { count: items.length, isAtLeast: cursor !== null },
    nextLimit: cursor === null ? items.length : Math.max(limit * 2, items.length),
  };
}
