import type { Role } from './sessions.queries.ts';

/** Who asks: whose data they see, what they may do, and how often they may ask. */
export type Principal = ApiKeyPrincipal | SessionPrincipal;

interface Credential {
  id: string;
  /** For people: the key's name, the user's e-mail address. */
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
