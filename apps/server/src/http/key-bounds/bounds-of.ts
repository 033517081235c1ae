import type { KeyBounds } from '@svc/contract/people/api-keys';

/** What a key is bound to; null if it is not bound. */
export function toKeyBounds({ projects, branches, mayClaimBase }: KeyBounds): KeyBounds | null {
  const isBound = projects !== null || branches !== null || !mayClaimBase;
  return isBound ? { projects, branches, mayClaimBase } : null;
}
