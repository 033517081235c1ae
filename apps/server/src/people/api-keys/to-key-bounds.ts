import type { KeyBounds } from '@svc/contract/people/api-keys';

/** The bounds of a key; null if it is not bound. */
export function toKeyBounds({ projects, branches, mayClaimBase }: KeyBounds): KeyBounds | null {
  const isBound = projects !== null || branches !== null || !mayClaimBase;
  return isBound ? { projects, branches, mayClaimBase } : null;
}
