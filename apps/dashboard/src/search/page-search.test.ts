import { describe, expect, it } from 'vitest';
import {
  parseCompareSearch,
  parseExecutionsSearch,
  parseFlakySearch,
  parseQuarantineSearch,
  parseSignInSearch,
  parseTestSearch,
} from './page-search.ts';

describe('the address of a page', () => {
  it('keeps what the page knows and drops the rest', () => {
    expect(
      parseExecutionsSearch({
        project: 'web',
        branch: 'main',
        status: 'failed',
        day: '2026-11-21',
        tag: 'nightly',
        source: 'cloud',
        days: 0,
        utm: 'x',
      }),
    ).toEqual({
      project: 'web',
      branch: 'main',
      status: 'failed',
      day: '2026-11-21',
      tag: 'nightly',
    });
    expect(parseFlakySearch({ sort: 'cost', runs: '20', state: 'ill', owner: '@acme' })).toEqual({
      runs: 20,
      owner: '@acme',
    });
    expect(parseTestSearch({ show: 'all', days: 90 })).toEqual({ show: 'all', days: 90 });
    expect(parseCompareSearch({ base: 'latest', head: '' })).toEqual({ base: 'latest' });
    const test = '0123456789abcdef0123456789abcdef';
    expect(parseQuarantineSearch({ show: 'ended', test, active: true })).toEqual({
      show: 'ended',
      test,
    });
    expect(parseQuarantineSearch({ show: 'active', test: 'cart' })).toEqual({});
  });

  it('leads back only to this site', () => {
    const nexts = ['/executions?days=7#x', '//evil.test', '/\\evil.test', '/\t/evil.test', 'evil'];
    expect(nexts.map((next) => parseSignInSearch({ next }).next)).toEqual([
      '/executions?days=7#x',
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('drops days that are not in the calendar', () => {
    expect(
      parseExecutionsSearch({ from: '2026-02-30', to: '2026-13-01', day: 'yesterday' }),
    ).toEqual({});
    expect(parseExecutionsSearch({ from: '2026-02-28', to: '2026-03-01' })).toEqual({
      from: '2026-02-28',
      to: '2026-03-01',
    });
  });

  it('says undefined for what it drops, because the router keeps a value that it does not hear of', () => {
    expect(Object.keys(parseExecutionsSearch({ from: 99, status: 'lost' }))).toEqual(
      expect.arrayContaining(['project', 'from', 'status']),
    );
    expect(parseSignInSearch({ next: '//elsewhere.example' })).toStrictEqual({ next: undefined });
    expect(parseSignInSearch({ next: '/flaky' })).toStrictEqual({ next: '/flaky' });
  });
});
