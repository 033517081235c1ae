// The face of this room: what other rooms may use of it.
export { webhooksRouter } from './administration/webhooks.router.ts';
export { deleteOldDeliveries } from './delivery/old-deliveries.queries.ts';
export { endWaitingDeliveries } from './delivery/pausing.queries.ts';
export { type Delivering, startDelivering } from './delivery/start-delivering.ts';
export { createFanOut } from './fan-out/fan-out.ts';
export { noticesRouter } from './notices/notices.router.ts';
export { sealAgain } from './seal-again.ts';
export { countSealed, type SealedWebhook } from './sealed-webhooks.queries.ts';
