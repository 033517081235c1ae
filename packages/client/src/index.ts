export { createSvcClient, type SvcClient } from './create-client.ts';
export { SvcClientError, type SvcClientErrorCode } from './client-error.ts';
export type { SvcClientOptions } from './client-options.ts';
export type { RateLimit, RequestTrace } from './request-trace.ts';
