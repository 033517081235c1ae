/** What a member may do in an organization. */
export type Role = 'owner' | 'admin' | 'member';

/** Who sends the request: which data they see, what they may do, and how often. */
export type Principal = ApiKeyPrincipal | SessionPrincipal;

interface Credential {
  id: string;
  /** For display: the key's name or the user's e-mail address. */
  name: string;
  organizationId: string;
  readsPerMinute: number;
  writesPerMinute: number;
  expiresAt: Date | null;
}

export interface ApiKeyPrincipal extends Credential {
  kind: 'apiKey';
  role: 'apiKey';
  organizationName: string;
}

export interface SessionPrincipal extends Credential {
  kind: 'session';
  role: Role;
  userId: string;
}

const RANK: Record<Role, number> = { member: 0, admin: 1, owner: 2 };

/** Whether the principal may do what members of this role may do. Every API key counts as a member. */
export function hasRole({ role }: Principal, required: Role): boolean {
  return RANK[role === 'apiKey' ? 'member' : role] >= RANK[required];
}
