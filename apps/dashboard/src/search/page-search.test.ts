import { describe, expect, it } from 'vitest';
import {
  compareSearch,
  executionsSearch,
  flakySearch,
  quarantineSearch,
  signInSearch,
  testSearch,
} from './page-search.ts';

describe('the address of a page', () => {
  it('keeps what the page knows and drops the rest', () => {
    expect(
      executionsSearch({
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
    expect(flakySearch({ sort: 'cost', runs: '20', state: 'ill', owner: '@acme' })).toEqual({
      runs: 20,
      owner: '@acme',
    });
    expect(testSearch({ show: 'all', days: 90 })).toEqual({ show: 'all', days: 90 });
    expect(compareSearch({ base: 'latest', head: '' })).toEqual({ base: 'latest' });
    const test = '0123456789abcdef0123456789abcdef';
    expect(quarantineSearch({ show: 'ended', test, active: true })).toEqual({
      show: 'ended',
      test,
    });
    expect(quarantineSearch({ show: 'active', test: 'cart' })).toEqual({});
  });

  it('leads back only to this site', () => {
    const nexts = ['/executions?days=7#x', '//evil.test', '/\\evil.test', '/\t/evil.test', 'evil'];
    expect(nexts.map((next) => signInSearch({ next }).next)).toEqual([
      '/executions?days=7#x',
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('drops days that are not in the calendar', () => {
    expect(executionsSearch({ from: '2026-02-30', to: '2026-13-01', day: 'yesterday' })).toEqual(
      {},
    );
    expect(executionsSearch({ from: '2026-02-28', to: '2026-03-01' })).toEqual({
      from: '2026-02-28',
      to: '2026-03-01',
    });
  });

  it('says undefined for what it drops, because the router keeps a value that it does not hear of', () => {
    expect(Object.keys(executionsSearch({ from: 99, status: 'lost' }))).toEqual(
      expect.arrayContaining(['project', 'from', 'status']),
    );
    expect(signInSearch({ next: '//elsewhere.example' })).toStrictEqual({ next: undefined });
    expect(signInSearch({ next: '/flaky' })).toStrictEqual({ next: '/flaky' });
  });
});
