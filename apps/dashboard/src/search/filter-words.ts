import type { FilterSearch } from './page-search.ts';
import { formatWindow } from './time-window.ts';

/** The filters of a page in words: `'cart', branch main, in the last 7 days`. */
export function filterWords(
  search: FilterSearch & { search?: string },
  more: readonly (string | undefined)[] = [],
): string {
  const named = (['branch', 'framework', 'environment', 'source'] as const).flatMap((key) =>
    search[key] === undefined ? [] : [`${key} ${search[key]}`],
  );
  const text = search.search === undefined ? [] : [`'${search.search}'`];
  const others = more.filter((words) => words !== undefined);
  return [...text, ...others, ...named, `in ${formatWindow(search)}`].join(', ');
}
