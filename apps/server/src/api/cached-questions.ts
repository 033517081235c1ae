import type { FastifyRequest } from 'fastify';
import type { ProcedureMeta } from '../http/trpc/trpc.ts';
import { findRestMeta, findTrpcMeta } from './path-templates.ts';

/** Whether the answer over REST may come from the cache. */
export function isCachedOverRest({ originalUrl }: FastifyRequest): boolean {
  return isCached(findRestMeta(originalUrl));
}

/** Whether the answer over tRPC may come from the cache. */
export function isCachedOverTrpc({ originalUrl }: FastifyRequest): boolean {
  return isCached(findTrpcMeta(originalUrl));
}

function isCached(meta: ProcedureMeta | undefined): boolean {
  return meta?.data === true && meta.uncached === undefined;
}
