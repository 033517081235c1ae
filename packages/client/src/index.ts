export { createSvcClient, type SvcClient } from './create-client.ts';
export { SvcClientError, type SvcClientErrorCode } from './client-error.ts';
export type { SvcClientOptions } from './client-options.ts';
export { requestRest, type RestAnswer, type RestRequest } from './rest-request.ts';
export { isUntrusted, describeUnreachable } from './unreachable-reason.ts';
export type { RateLimit, RequestTrace } from './request-trace.ts';
