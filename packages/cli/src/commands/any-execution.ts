import type { SvcClient } from '@svc/client';
import type { Filters } from '../question.ts';

/** Whether any execution matches. Asked of answers that came back empty: nothing found may be nothing there. */
export async function anyExecution(client: SvcClient, filters: Filters): Promise<boolean> {
  const { items } = await client.executions.list.query({ ...filters, limit: 1 });
  return items.length > 0;
}
