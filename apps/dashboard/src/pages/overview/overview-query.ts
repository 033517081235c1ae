import type { FilterSearch } from '../../search/page-search.ts';
import { trpc } from '../../server/trpc.ts';

/** What the overview shows, in one request beside what needs attention. */
export function overviewQuery({ days, ...filters }: FilterSearch) {
  return trpc.overview.get.queryOptions({
    ...filters,
    ...(days === undefined ? {} : { from: daysAgo(days) }),
    timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  });
}

export function attentionQuery({ project }: FilterSearch) {
  return trpc.attention.get.queryOptions(project === undefined ? {} : { project });
}

/** The day, in UTC, that many days before today: the same text all day, so that answers are found again. */
function daysAgo(days: number): string {
  return new Date(Date.now() - days * 24 * 60 * 60 * 1_000).toISOString().slice(0, 10);
}
