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
