import type { Delivery } from '@svc/contract/webhooks/deliveries';
import { useEffect, useRef } from 'react';
import { reloadStatuses } from '../webhooks-queries.ts';

/**
 * Asks for the webhooks once more when an attempt changed a delivery: their status may be another one. `deliveries` is
 * null until they are loaded.
 */
export function useReloadedStatuses(deliveries: readonly Delivery[] | null): void {
  const progress =
    deliveries
      ?.map(({ id, status, lastAttemptAt }) => `${id} ${status} ${lastAttemptAt}`)
      .join('\n') ?? null;
  const before = useRef(progress);
  useEffect(() => {
    const hasChanged = before.current !== null && before.current !== progress;
    before.current = progress;
    if (hasChanged) void reloadStatuses();
  }, [progress]);
}
