import type { DeliveriesQuery } from '@svc/contract/webhooks/deliveries';
import { skipToken } from '@tanstack/react-query';
import { buildPagesQuery } from '../../../server/pages-query.ts';
import { queryClient } from '../../../server/query-client.ts';
import { client, trpc } from '../../../server/trpc.ts';
import { pollMs } from './log/poll-wait.ts';

export const ROWS_PER_PAGE = 25;

/** The webhooks, newest first. */
export function buildWebhooksQuery() {
  const input = { limit: ROWS_PER_PAGE };
  return buildPagesQuery(trpc.webhooks.list.queryKey(input), (cursor, options) =>
    client.webhooks.list.query({ ...input, ...cursor }, options),
  );
}

/** The deliveries of a webhook, newest first. Asks again by itself while one of them waits for an attempt. */
export function buildDeliveriesQuery(filter: Pick<DeliveriesQuery, 'id' | 'status' | 'event'>) {
  const input = { ...filter, limit: ROWS_PER_PAGE };
  const query = buildPagesQuery(trpc.webhooks.deliveries.queryKey(input), (cursor, options) =>
    client.webhooks.deliveries.query({ ...input, ...cursor }, options),
  );
  return {
    ...query,
    refetchInterval: ({ state }: { state: { data?: { pages: DeliveryPage[] } | undefined } }) =>
      pollMs(state.data?.pages.flatMap(({ items }) => items) ?? [], new Date()),
  };
}

type DeliveryPage = Awaited<ReturnType<typeof client.webhooks.deliveries.query>>;

/** One delivery with its attempts; null asks for nothing. Asks again by itself while another attempt follows. */
export function buildDeliveryQuery(input: { id: string; deliveryId: string } | null) {
  return trpc.webhooks.delivery.queryOptions(input ?? skipToken, {
    refetchInterval: ({ state: { data } }) => pollMs(data === undefined ? [] : [data], new Date()),
  });
}

/** After a change: asks again for webhooks and deliveries, and for the notices about webhooks that are off. */
export async function reloadWebhooks(): Promise<void> {
  await Promise.all(
    [trpc.webhooks.pathKey(), trpc.notices.pathKey()].map((queryKey) =>
      queryClient.invalidateQueries({ queryKey }),
    ),
  );
}

/** After an attempt: asks again for the webhooks, which it may have turned off. */
export async function reloadStatuses(): Promise<void> {
  await Promise.all(
    [trpc.webhooks.list.pathKey(), trpc.webhooks.get.pathKey(), trpc.notices.pathKey()].map(
      (queryKey) => queryClient.invalidateQueries({ queryKey }),
    ),
  );
}
