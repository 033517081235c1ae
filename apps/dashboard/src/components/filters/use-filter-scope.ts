import type { FilterSearch } from '../../search/page-search.ts';
import { buildTimeWindow } from '../../search/time-window.ts';
import { useMinute } from '../text/time.tsx';

/** Which executions' values the menus of a page's filters offer: those of its project and window. */
export function useFilterScope(search: FilterSearch) {
  return { project: search.project, ...buildTimeWindow(search, useMinute()) };
}
