import type { Delivery } from '@svc/contract/webhooks/deliveries';
import { terminalSafe } from '@svc/reporter-core/text/terminal-text';

/**
 * A copy whose texts are safe for a terminal, except for the bodies: a view reads their JSON first and makes them safe
 * itself.
 */
export function safeDelivery<Some extends Delivery>(delivery: Some): Some {
  const { request, response } = delivery;
  const safe = terminalSafe(delivery);
  return {
    ...safe,
    request: { ...safe.request, body: request.body },
    response: safe.response === null ? null : { ...safe.response, body: response?.body ?? '' },
  };
}
