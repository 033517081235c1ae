import type { SvcClient } from '@svc/client';
import type { TestsQuery, TestSummary } from '@svc/contract/history/tests';
import { computeEarliestFrom } from './execution-reference.ts';
import type { TestReference } from './test-reference.ts';
import type { World } from '../world.ts';
import { readListing, type Listing } from './listing.ts';
import type { Filters } from './question.ts';

/** A part of a title, which may also be the prefix of an id. */
export type TestWords = Exclude<TestReference, { kind: 'id' }>;

export interface TestSearch extends Pick<World, 'clock'> {
  client: SvcClient;
  filters: Filters;
  /** As typed. An id identifies a test of any project, unless one is named. */
  project: string | undefined;
  json?: boolean | undefined;
  /** How many of the last outcomes each test brings. */
  recent: number;
}

// If more tests match, the words must be more specific.
const CHOOSABLE = 100;

/**
 * Returns the tests with exactly this title, or if there are none, the tests whose title contains the words. Also
 * returns the tests whose id begins with the words.
 */
export async function searchTests(
  reference: TestWords,
  search: TestSearch,
): Promise<Listing<TestSummary>> {
  const { filters, project } = search;
  const [byTitle, byId] = await Promise.all([
    listMatchingTests({ ...filters, search: reference.search }, search),
    reference.idPrefix === undefined
      ? undefined
      : // An id identifies a test of any age.
        listMatchingTests(
          { project, from: computeEarliestFrom(search), testIdPrefix: reference.idPrefix },
          search,
        ),
  ]);
  const meant = byTitle.items.filter(reference.isMeant);
  const titled = meant.length > 0 ? { ...byTitle, ...toListing(meant) } : byTitle;
  return byId === undefined || byId.items.length === 0 ? titled : mergeListings(byId, titled);
}

/** Reads up to `CHOOSABLE` matches, because the wanted one may be beyond `--limit`. */
function listMatchingTests(query: Partial<TestsQuery>, { client, json, recent }: TestSearch) {
  return readListing({ limit: CHOOSABLE, ...(json === undefined ? {} : { json }) }, (page) =>
    client.tests.list.query({ ...query, recent, ...page }),
  );
}

/** A complete listing of these tests, which have the same title in several files. */
function toListing(items: TestSummary[]) {
  const total = { count: items.length, isAtLeast: false };
  return { items, total, data: { items, nextCursor: null } };
}

function mergeListings(
  one: Listing<TestSummary>,
  other: Listing<TestSummary>,
): Listing<TestSummary> {
  const known = new Set(one.items.map(({ testId }) => testId));
  const items = [...one.items, ...other.items.filter(({ testId }) => !known.has(testId))];
  const isAtLeast = one.total.isAtLeast || other.total.isAtLeast;
  return { ...other, items, total: { count: items.length, isAtLeast } };
}
