import type { SvcClient } from '@svc/client';
import type { ExecutionDetail } from '@svc/contract/executions/executions';

/** An execution with everything that belongs to it; reads a large one in pages. */
export async function wholeExecution(client: SvcClient, id: string): Promise<ExecutionDetail> {
  const { next, ...first } = await client.executions.get.query({ id });
  if (next === undefined) return first;
  const { results, files, artifacts } = client.executions;
  return {
    ...first,
    results: await withRest(first.results, next.results, (cursor) => results.query({ id, cursor })),
    files: await withRest(first.files, next.files, (cursor) => files.query({ id, cursor })),
    artifacts: await withRest(first.artifacts, next.artifacts, (cursor) =>
      artifacts.query({ id, cursor }),
    ),
  };
}

async function withRest<Item>(
  first: readonly Item[],
  next: string | null,
  read: (cursor: string) => Promise<{ items: Item[]; nextCursor: string | null }>,
): Promise<Item[]> {
  const items = [...first];
  for (let cursor = next; cursor !== null;) {
    const page = await read(cursor);
    for (const item of page.items) items.push(item);
    cursor = page.nextCursor;
  }
  return items;
}
