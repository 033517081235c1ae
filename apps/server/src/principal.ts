import type { ApiKeyScope, KeyBounds } from '@svc/contract/people/api-keys';

/** The role of a member, which decides their rights in an organization. */
export type Role = 'owner' | 'admin' | 'member';

/** The sender of the request: decides which data they see, what they may do, and how often. */
export type Principal = ApiKeyPrincipal | SessionPrincipal;

interface Credential {
  id: string;
  /** Name for display: the key's name or the user's e-mail address. */
  name: string;
  organizationId: string;
  readsPerMinute: number;
  writesPerMinute: number;
  expiresAt: Date | null;
  /** Where the request came from. */
  address: string;
  /**
   * The data revision of the organization when the request was authenticated: rises with each committed change of data
   * that answers read.
   */
  dataRevision: number;
}

export interface ApiKeyPrincipal extends Credential {
  kind: 'apiKey';
  role: 'apiKey';
  scope: ApiKeyScope;
  /** Null: it is not bound. */
  bounds: KeyBounds | null;
  organizationName: string;
}

export interface SessionPrincipal extends Credential {
  kind: 'session';
  role: Role;
  userId: string;
  /** A cookie is the dashboard's; a bearer token is a program's. */
  via: SessionVia;
}

export type SessionVia = 'bearer' | 'cookie';

/** The signed-in user, whether or not the session acts for an organization. */
export interface SignedInUser {
  id: string;
  email: string;
  name: string;
  sessionId: string;
  /** The organization that the session acts for. Null: none, or the user is not a member of it. */
  organizationId: string | null;
  mustChangePassword: boolean;
  address: string;
}

/**
 * Who may do something: `ingest` is everyone with a credential; `fullKey` is every API key that may do more than
 * upload, admins and owners; otherwise users with this role or a higher one.
 */
export type RequiredLevel = 'ingest' | 'fullKey' | Role;

const RANK: Record<RequiredLevel, number> = {
  ingest: 0,
  member: 1,
  fullKey: 2,
  admin: 3,
  owner: 4,
};

/** Whether the principal has this level. */
export function hasLevel(principal: Principal, required: RequiredLevel): boolean {
  return RANK[deriveLevel(principal)] >= RANK[required];
}

function deriveLevel(principal: Principal): RequiredLevel {
  if (principal.kind === 'session') return principal.role;
  return principal.scope === 'ingest' ? 'ingest' : 'fullKey';
}
