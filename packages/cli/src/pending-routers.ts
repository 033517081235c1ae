import type { Attention, AttentionQuery } from '@svc/contract/attention';
import type { FailureGroup, FailuresQuery } from '@svc/contract/failures';
import type { Page } from '@svc/contract/pages';

interface Query<Input, Output> {
  query: (input: Input) => Promise<Output>;
}

/** Procedures of the contract that the server's router does not list yet. */
export interface PendingRouters {
  failures: { list: Query<Partial<FailuresQuery>, Page<FailureGroup>> };
  attention: { get: Query<AttentionQuery, Attention> };
}
