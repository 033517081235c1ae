export { createSvcClient, type SvcClient, type SvcClientOptions } from './create-client.ts';
export { SvcClientError, type SvcClientErrorCode } from './client-error.ts';
export type { RateLimit, RequestTrace } from './request-trace.ts';
