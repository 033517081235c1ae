import { expect, it } from 'vitest';
import { buildAskedFilters, isFiltered } from './asked-filters.ts';
import { changeSearch } from './changed-search.ts';
import { filterWords } from './filter-words.ts';

const NOW = new Date(2026, 10, 21, 15, 30);
const FROM = new Date(2026, 10, 15).toISOString();

it('asks for what the address says, and for nothing else', () => {
  const search = { project: 'web', branch: 'main', source: 'ci' as const, days: 7 };
  expect(buildAskedFilters(search, NOW)).toEqual({
    project: 'web',
    branch: 'main',
    source: 'ci',
    from: FROM,
  });
  expect(buildAskedFilters({ days: 7 }, NOW)).toEqual({ from: FROM });
});

it('counts neither project nor window as a filter', () => {
  expect(isFiltered({ project: 'web', days: 7 })).toBe(false);
  expect(isFiltered({ framework: 'jest' })).toBe(true);
});

it('takes values out of an address by undefined', () => {
  const search: { branch?: string; days?: number } = { branch: 'main', days: 7 };
  expect(changeSearch(search, { branch: undefined })).toEqual({ days: 7 });
  expect(changeSearch(search, { days: 90 })).toEqual({ branch: 'main', days: 90 });
});

it('repeats the filters in words', () => {
  expect(filterWords({ search: 'cart', branch: 'main', days: 7 }, [undefined, 'failed'])).toBe(
    "'cart', failed, branch main, in the last 7 days",
  );
});
