import type { Delivery } from '@svc/contract/webhooks/deliveries';
import { useState } from 'react';

/**
 * The deliveries that are shown. Newer ones that arrive while somebody reads are counted, and shown on request:
 * rows must not move by themselves.
 */
export function useShownDeliveries(deliveries: readonly Delivery[], isLoaded: boolean) {
  const [newestAt, setNewestAt] = useState<string | null>(null);
  if (newestAt === null && isLoaded) setNewestAt(deliveries[0]?.createdAt ?? '');
  const shown = deliveries.filter(({ createdAt }) => newestAt === null || createdAt <= newestAt);
  return {
    shown,
    newer: deliveries.length - shown.length,
    showUpTo: (newest: Delivery | undefined) => setNewestAt(newest?.createdAt ?? ''),
  };
}
