import { createHash } from 'node:crypto';
import { API_KEY_PREFIX, isApiKeyText } from '@svc/contract/api-key-text';
import type { Deps } from '../deps.ts';
import { SvcError } from '../errors.ts';
import { findApiKey, noteKeyUse } from './auth.queries.ts';

/** Who asks: whose data they see and how often they may ask. */
export interface Principal {
  kind: 'apiKey';
  id: string;
  name: string;
  organizationId: string;
  readsPerMinute: number;
  writesPerMinute: number;
  expiresAt: Date | null;
}

/**
 * Who the `Authorization` header speaks for.
 * @throws SvcError UNAUTHORIZED, whose message tells a missing header, a malformed token, and an
 * unknown, revoked or expired key apart.
 */
export async function authenticate(
  deps: Deps,
  authorization: string | undefined,
): Promise<Principal> {
  const token = bearerToken(authorization);
  if (!token.startsWith(API_KEY_PREFIX)) {
    throw unauthorized('The token is neither an API key (svc_…) nor a session of this server.');
  }
  if (!isApiKeyText(token)) {
    throw unauthorized('The API key is mistyped or cut short: its checksum does not fit.');
  }
  const key = await findApiKey(deps.database, hashOfKey(token));
  if (key === null) throw unauthorized('This server does not know the API key.');
  if (key.revokedAt !== null) throw unauthorized(`The API key '${key.name}' is revoked.`);
  if (key.expiresAt !== null && key.expiresAt <= deps.clock.now()) {
    throw unauthorized(`The API key '${key.name}' has expired.`);
  }
  return {
    kind: 'apiKey',
    id: key.id,
    name: key.name,
    organizationId: key.organizationId,
    readsPerMinute: key.readsPerMinute ?? deps.config.readsPerMinute,
    writesPerMinute: key.writesPerMinute ?? deps.config.writesPerMinute,
    expiresAt: key.expiresAt,
  };
}

/** A key has 178 random bits, so that a fast hash protects it as well as a slow one would. */
export function hashOfKey(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** Writes `lastUsedAt` at most once a minute a key, off the request's path. */
export class KeyUseLog {
  readonly #deps: Deps;
  readonly #onError: (error: unknown) => void;
  readonly #notedAt = new Map<string, number>();
  readonly #pending = new Set<Promise<void>>();

  constructor(deps: Deps, onError: (error: unknown) => void) {
    this.#deps = deps;
    this.#onError = onError;
  }

  note(principal: Principal): void {
    const now = this.#deps.clock.now();
    if (now.getTime() - (this.#notedAt.get(principal.id) ?? 0) < 60_000) return;
    this.#notedAt.set(principal.id, now.getTime());
    const written = noteKeyUse(this.#deps.database, principal, now)
      .catch(this.#onError)
      .finally(() => this.#pending.delete(written));
    this.#pending.add(written);
  }

  async settled(): Promise<void> {
    await Promise.all(this.#pending);
  }
}

function bearerToken(authorization: string | undefined): string {
  if (authorization === undefined) {
    throw unauthorized(
      'The Authorization header is missing. Send `Authorization: Bearer <API key>`.',
    );
  }
  const match = /^Bearer +(\S+) *$/i.exec(authorization);
  if (match?.[1] === undefined) {
    throw unauthorized(
      'The Authorization header is malformed. Send `Authorization: Bearer <API key>`.',
    );
  }
  return match[1];
}

function unauthorized(message: string): SvcError {
  return new SvcError('UNAUTHORIZED', message);
}
