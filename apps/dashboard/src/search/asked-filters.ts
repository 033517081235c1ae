import type { Source } from '@svc/contract/filters';
import { buildTimeWindow, type TimeWindow } from './time-window.ts';
import type { FilterSearch } from './page-search.ts';

/** The filters of a page's address as the API takes them. */
export interface AskedFilters extends TimeWindow {
  project?: string;
  branch?: string;
  environment?: string;
  framework?: string;
  source?: Source;
}

/** What a page asks for with these filters. */
export function buildAskedFilters(search: FilterSearch, now = new Date()): AskedFilters {
  const { project, branch, environment, framework, source } = search;
  return {
    ...(project === undefined ? {} : { project }),
    ...(branch === undefined ? {} : { branch }),
    ...(environment === undefined ? {} : { environment }),
    ...(framework === undefined ? {} : { framework }),
    ...(source === undefined ? {} : { source }),
    ...buildTimeWindow(search, now),
  };
}

/** Whether a filter besides project and window is set, so that an empty list may be the filters' doing. */
export function isFiltered({ branch, environment, framework, source }: FilterSearch): boolean {
  return [branch, environment, framework, source].some((value) => value !== undefined);
}
