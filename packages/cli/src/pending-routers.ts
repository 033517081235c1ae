import type { Attention, AttentionQuery } from '@svc/contract/attention';

interface Query<Input, Output> {
  query: (input: Input) => Promise<Output>;
}

/** Procedures of the contract that the server's router does not list yet. */
export interface PendingRouters {
  attention: { get: Query<AttentionQuery, Attention> };
}
