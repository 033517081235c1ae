import type { Source } from '@svc/contract/filters';

/**
 * What the pages keep in their addresses. A value that a page does not know is dropped, so that an old or mistyped
 * address still opens a page.
 */
type Raw = Record<string, unknown>;

/** The project that all pages speak of; none means all projects. */
export interface ScopeSearch {
  project?: string;
}

export function scopeSearch(raw: Raw): ScopeSearch {
  return compact({ project: text(raw['project']) });
}

/** The filters that the overview and most lists share. */
export interface FilterSearch extends ScopeSearch {
  branch?: string;
  environment?: string;
  framework?: string;
  source?: Source;
  /** Days before now; without it 30. */
  days?: number;
}

export function filterSearch(raw: Raw): FilterSearch {
  return {
    ...scopeSearch(raw),
    ...compact({
      branch: text(raw['branch']),
      environment: text(raw['environment']),
      framework: text(raw['framework']),
      source: oneOf(raw['source'], ['ci', 'local', 'all']),
      days: whole(raw['days'], 1, 365),
    }),
  };
}

export interface ExecutionsSearch extends FilterSearch {
  search?: string;
  status?: 'failed' | 'interrupted' | 'running' | 'passed';
  /** `2026-11-21`: only executions of that day in the viewer's time zone. */
  day?: string;
}

export function executionsSearch(raw: Raw): ExecutionsSearch {
  return {
    ...filterSearch(raw),
    ...compact({
      search: text(raw['search']),
      status: oneOf(raw['status'], ['failed', 'interrupted', 'running', 'passed']),
      day: day(raw['day']),
    }),
  };
}

export interface ExecutionSearch extends ScopeSearch {
  tab?: 'failed' | 'flaky' | 'interrupted' | 'skipped' | 'passed' | 'all' | 'artifacts';
  /** The open result. */
  result?: string;
  attempt?: number;
  search?: string;
}

export function executionSearch(raw: Raw): ExecutionSearch {
  return {
    ...scopeSearch(raw),
    ...compact({
      tab: oneOf(raw['tab'], [
        'failed',
        'flaky',
        'interrupted',
        'skipped',
        'passed',
        'all',
        'artifacts',
      ]),
      result: text(raw['result']),
      attempt: whole(raw['attempt'], 1, 1_000),
      search: text(raw['search']),
    }),
  };
}

export interface FlakySearch extends FilterSearch {
  sort?: 'rate' | 'score' | 'impact';
  search?: string;
}

export function flakySearch(raw: Raw): FlakySearch {
  return {
    ...filterSearch(raw),
    ...compact({
      sort: oneOf(raw['sort'], ['rate', 'score', 'impact']),
      search: text(raw['search']),
    }),
  };
}

export interface FailuresSearch extends FilterSearch {
  sort?: 'count' | 'newest' | 'tests';
  phase?: 'new' | 'ongoing' | 'over';
  search?: string;
}

export function failuresSearch(raw: Raw): FailuresSearch {
  return {
    ...filterSearch(raw),
    ...compact({
      sort: oneOf(raw['sort'], ['count', 'newest', 'tests']),
      phase: oneOf(raw['phase'], ['new', 'ongoing', 'over']),
      search: text(raw['search']),
    }),
  };
}

export interface CompareSearch extends ScopeSearch {
  base?: string;
  head?: string;
}

export function compareSearch(raw: Raw): CompareSearch {
  return {
    ...scopeSearch(raw),
    ...compact({ base: text(raw['base']), head: text(raw['head']) }),
  };
}

export interface SignInSearch {
  /** Where to go afterwards: a path of this site. */
  next?: string;
}

export function signInSearch(raw: Raw): SignInSearch {
  const next = text(raw['next']);
  // `//host` and `/\host` would lead to another site.
  return next !== undefined && /^\/(?![/\\])/.test(next) ? { next } : {};
}

function text(value: unknown): string | undefined {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function oneOf<Value extends string>(value: unknown, allowed: readonly Value[]): Value | undefined {
  return allowed.find((one) => one === value);
}

function whole(value: unknown, min: number, max: number): number | undefined {
  const number = Number(value);
  return Number.isInteger(number) && number >= min && number <= max ? number : undefined;
}

function day(value: unknown): string | undefined {
  const given = text(value);
  return given !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(given) ? given : undefined;
}

/** Without the keys whose value is undefined. */
function compact<Values extends object>(
  values: Values,
): { [Key in keyof Values]?: Exclude<Values[Key], undefined> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [Key in keyof Values]?: Exclude<Values[Key], undefined>;
  };
}
