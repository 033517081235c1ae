import type { Source } from '@svc/contract/filters';
import type { TestState } from '@svc/contract/executions/outcomes';
import type { DeliveryStatus } from '@svc/contract/webhooks/deliveries';
import { EVENT_TYPES, type EventType } from '@svc/contract/zod-free/event-types';

/**
 * What the pages keep in their addresses. A value that a page does not know is dropped, so that an old or mistyped
 * address still opens a page.
 */
type Raw = Record<string, unknown>;

/** The project that all pages speak of; none means all projects. */
export interface ScopeSearch {
  project?: string;
}

export function parseScopeSearch(raw: Raw): ScopeSearch {
  return toKnown({ project: parseText(raw['project']) });
}

/** The filters that the overview and most lists share. */
export interface FilterSearch extends ScopeSearch {
  branch?: string;
  environment?: string;
  framework?: string;
  source?: Source;
  /** So many days up to today; without it 30. */
  days?: number;
  /** `2026-11-21`: the first day of a window of its own, in the viewer's time zone. */
  from?: string;
  /** Its last day, inclusive; without it today. */
  to?: string;
}

export function parseFilterSearch(raw: Raw): FilterSearch {
  return {
    ...parseScopeSearch(raw),
    ...toKnown({
      branch: parseText(raw['branch']),
      environment: parseText(raw['environment']),
      framework: parseText(raw['framework']),
      source: pickOneOf(raw['source'], ['ci', 'local', 'all']),
      days: parseWhole(raw['days'], 1, 365),
      from: day(raw['from']),
      to: day(raw['to']),
    }),
  };
}

export interface ExecutionsSearch extends FilterSearch {
  search?: string;
  status?: 'failed' | 'interrupted' | 'running' | 'passed';
  /** `2026-11-21`: only executions of that day in the viewer's time zone. */
  day?: string;
  tag?: string;
}

export function parseExecutionsSearch(raw: Raw): ExecutionsSearch {
  return {
    ...parseFilterSearch(raw),
    ...toKnown({
      search: parseText(raw['search']),
      status: pickOneOf(raw['status'], ['failed', 'interrupted', 'running', 'passed']),
      day: day(raw['day']),
      tag: parseText(raw['tag']),
    }),
  };
}

export interface ExecutionSearch extends ScopeSearch {
  tab?: 'failed' | 'flaky' | 'interrupted' | 'skipped' | 'passed' | 'all' | 'artifacts' | 'gate';
  /** The open result. */
  result?: string;
  attempt?: number;
  search?: string;
}

export function parseExecutionSearch(raw: Raw): ExecutionSearch {
  return {
    ...parseScopeSearch(raw),
    ...toKnown({
      tab: pickOneOf(raw['tab'], [
        'failed',
        'flaky',
        'interrupted',
        'skipped',
        'passed',
        'all',
        'artifacts',
        'gate',
      ]),
      result: parseText(raw['result']),
      attempt: parseWhole(raw['attempt'], 1, 1_000),
      search: parseText(raw['search']),
    }),
  };
}

export interface FlakySearch extends FilterSearch {
  sort?: 'rate' | 'score' | 'impact';
  search?: string;
  state?: TestState;
  owner?: string;
  /** Only tests with so many counted runs; without it 5. */
  runs?: number;
}

export function parseFlakySearch(raw: Raw): FlakySearch {
  return {
    ...parseFilterSearch(raw),
    ...toKnown({
      sort: pickOneOf(raw['sort'], ['rate', 'score', 'impact']),
      search: parseText(raw['search']),
      state: pickOneOf(raw['state'], ['suspected', 'flaky', 'recovering', 'broken', 'healthy']),
      owner: parseText(raw['owner']),
      runs: parseWhole(raw['runs'], 1, 1_000_000),
    }),
  };
}

export interface TestSearch extends FilterSearch {
  /** `all`: every run of the test, not only those that failed or were flaky. */
  show?: 'all';
}

export function parseTestSearch(raw: Raw): TestSearch {
  return { ...parseFilterSearch(raw), ...toKnown({ show: pickOneOf(raw['show'], ['all']) }) };
}

export interface FailuresSearch extends FilterSearch {
  sort?: 'count' | 'newest' | 'tests';
  phase?: 'new' | 'ongoing' | 'over';
  search?: string;
}

export function parseFailuresSearch(raw: Raw): FailuresSearch {
  return {
    ...parseFilterSearch(raw),
    ...toKnown({
      sort: pickOneOf(raw['sort'], ['count', 'newest', 'tests']),
      phase: pickOneOf(raw['phase'], ['new', 'ongoing', 'over']),
      search: parseText(raw['search']),
    }),
  };
}

export interface QuarantineSearch extends ScopeSearch {
  /** Which entries; without it the active ones. */
  show?: 'ended' | 'all';
  /** Only the entries of this test. */
  test?: string;
}

export function parseQuarantineSearch(raw: Raw): QuarantineSearch {
  const test = parseText(raw['test']);
  return {
    ...parseScopeSearch(raw),
    ...toKnown({
      show: pickOneOf(raw['show'], ['ended', 'all']),
      test: test !== undefined && /^[0-9a-f]{32}$/i.test(test) ? test : undefined,
    }),
  };
}

export interface CompareSearch extends ScopeSearch {
  base?: string;
  head?: string;
}

export function parseCompareSearch(raw: Raw): CompareSearch {
  return {
    ...parseScopeSearch(raw),
    ...toKnown({ base: parseText(raw['base']), head: parseText(raw['head']) }),
  };
}

export interface SettingsSearch extends ScopeSearch {
  /** The webhook whose deliveries are shown. */
  webhook?: string;
  /** The open delivery. */
  delivery?: string;
  /** Only deliveries with this status. */
  status?: DeliveryStatus;
  /** Only deliveries of this event. */
  event?: EventType;
}

export function parseSettingsSearch(raw: Raw): SettingsSearch {
  return {
    ...parseScopeSearch(raw),
    ...toKnown({
      webhook: parseText(raw['webhook']),
      delivery: parseText(raw['delivery']),
      status: pickOneOf(raw['status'], ['pending', 'delivered', 'failed']),
      event: pickOneOf(raw['event'], EVENT_TYPES),
    }),
  };
}

export interface SignInSearch {
  /** Where to go afterwards: a path of this site. */
  next?: string;
}

export function parseSignInSearch(raw: Raw): SignInSearch {
  const next = parseText(raw['next']);
  return toKnown({ next: next !== undefined && isOfThisSite(next) ? next : undefined });
}

/** False for `//host`, `/\\host` and what browsers read as these, such as `/`, a tab and `/host`. */
function isOfThisSite(path: string): boolean {
  const site = 'http://site.invalid';
  return path.startsWith('/') && URL.canParse(path, site) && new URL(path, site).origin === site;
}

function parseText(value: unknown): string | undefined {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function pickOneOf<Value extends string>(
  value: unknown,
  allowed: readonly Value[],
): Value | undefined {
  return allowed.find((one) => one === value);
}

function parseWhole(value: unknown, min: number, max: number): number | undefined {
  const number = Number(value);
  return Number.isInteger(number) && number >= min && number <= max ? number : undefined;
}

function day(value: unknown): string | undefined {
  const text = parseText(value);
  if (text === undefined || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined;
  // 30 February has the form of a day, and is none.
  const at = Date.parse(text);
  return new Date(at || 0).toISOString().startsWith(text) ? text : undefined;
}

/**
 * For each key a value or undefined. The router lays these over what the address says, so a key that is left out would
 * keep the address's own value.
 */
function toKnown<Values extends object>(
  values: Values,
): { [Key in keyof Values]?: Exclude<Values[Key], undefined> } {
  return values;
}
