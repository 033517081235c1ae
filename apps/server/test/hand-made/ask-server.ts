import type { Comparison } from '@svc/contract/executions/compare';
import type { FailureGroup } from '@svc/contract/history/failures';
import type { FlakyTest } from '@svc/contract/history/flaky-tests';
import type { Metrics } from '@svc/contract/history/metrics';
import type { Page } from '@svc/contract/pages';
import type { TestDetail, TestSummary } from '@svc/contract/history/tests';
import type { Trends } from '@svc/contract/history/trends';
import type { TestApp } from '../app.ts';
import { ask, dataOf } from '../make.ts';
import type { Asker, Query } from './asker.ts';

/** An asker that uses the server; reads lists in pages of `limit`. */
export function askServer(server: Pick<TestApp, 'app' | 'apiKey'>, limit: number): Asker {
  const get = async <Value>(path: string, query: Query): Promise<Value> => {
    const parameters = new URLSearchParams(query).toString();
    return dataOf(await ask(server, { url: `/api/${path}?${parameters}` })) as Value;
  };
  const list = async <Item>(path: string, query: Query): Promise<Item[]> => {
    const items: Item[] = [];
    let cursor: string | null = null;
    do {
      const page: Page<Item> = await get(path, {
        ...query,
        limit: `${limit}`,
        ...(cursor === null ? {} : { cursor }),
      });
      items.push(...page.items);
      cursor = page.nextCursor;
    } while (cursor !== null);
    return items;
  };
  return {
    metrics: (query) => get<Metrics>('metrics', query),
    trends: (query) => get<Trends>('trends', query),
    flakyTests: (query) => list<FlakyTest>('flaky-tests', query),
    tests: (query) => list<TestSummary>('tests', query),
    failures: async (query) => {
      const groups = await list<FailureGroup>('failures', query);
      return groups.map((group) => ({ ...group, project: group.example.project }));
    },
    test: async (testId, query) => {
      const detail = await get<TestDetail>(`tests/${testId}`, { ...query, limit: '100' });
      return { durations: detail.durations, history: detail.history.items };
    },
    compare: async (query) => {
      const comparison = await get<Comparison>('compare', query);
      return { ...comparison, base: comparison.base.id, head: comparison.head.id };
    },
  };
}
