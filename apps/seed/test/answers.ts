import type { Execution } from '@svc/contract/executions/executions';
import type { Page } from '@svc/contract/pages';
import type { TestApp } from '@svc/server/test/app.ts';
import { ask, dataOf } from '@svc/server/test/make.ts';

type Asked = Pick<TestApp, 'app' | 'apiKey'>;
type Query = Record<string, string>;

/** What a GET endpoint answers; anything but a success fails the test. */
export async function answerOf<Answer>(from: Asked, path: string, query: Query): Promise<Answer> {
  const url = `/api/${path}?${new URLSearchParams(query).toString()}`;
  return dataOf(await ask(from, { url })) as Answer;
}

/** All items of a list, page by page. */
export async function itemsOf<Item>(from: Asked, path: string, query: Query): Promise<Item[]> {
  const items: Item[] = [];
  for (let cursor: Query = {}; ;) {
    const asked = { limit: '100', ...query, ...cursor };
    const page = await answerOf<Page<Item>>(from, path, asked);
    items.push(...page.items);
    if (page.nextCursor === null) return items;
    cursor = { cursor: page.nextCursor };
  }
}

/** The ids that the server gave to executions, by key. */
export async function executionIdsOf(from: Asked, query: Query): Promise<Map<string, string>> {
  const executions = await itemsOf<Execution>(from, 'executions', query);
  return new Map(executions.map(({ key, id }) => [key ?? '', id]));
}
