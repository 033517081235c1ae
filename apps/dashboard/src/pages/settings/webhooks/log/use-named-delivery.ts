import type { Delivery } from '@svc/contract/webhooks/deliveries';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { buildDeliveryQuery } from '../webhooks-queries.ts';

/** The delivery that the address names, where it is on no page of the list. */
export function useNamedDelivery(webhookId: string, shown: readonly Delivery[] | null) {
  const { delivery: deliveryId } = useSearch({ from: '/frame/settings/{-$section}' });
  const isOutside =
    shown !== null && deliveryId !== undefined && !shown.some(({ id }) => id === deliveryId);
  const query = useQuery(buildDeliveryQuery(isOutside ? { id: webhookId, deliveryId } : null));
  return {
    delivery: (isOutside ? query.data : undefined) ?? null,
    isMissing: isOutside && query.isError,
  };
}
