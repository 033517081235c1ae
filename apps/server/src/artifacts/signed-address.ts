import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Config } from '../config.ts';
import { SvcError } from '../errors.ts';
import { readServerSecret } from '../secrets/server-secret.ts';

/** The permission that a signed address gives its holder. */
export interface Permission {
  method: 'GET' | 'PUT';
  organizationId: string;
  artifactId: string;
}

export interface SignedAddress {
  url: string;
  expiresAt: Date;
}

// Enough for a suite's videos over a slow line. A client that is later sends the results again, and gets new
// addresses.
const UPLOAD_MS = 60 * 60 * 1000;
// The address stays the same for a quarter of an hour, so that browsers find the file in their cache. It is valid for
// a quarter of an hour more.
const READ_STEP_MS = 15 * 60 * 1000;

/** The address for uploading the artifact's content, valid for an hour. */
export function buildUploadAddress(
  config: Config,
  artifact: Omit<Permission, 'method'>,
  now: Date,
): SignedAddress {
  return buildSignedAddress(config, { method: 'PUT', ...artifact }, now.getTime() + UPLOAD_MS);
}

/** The address for reading the artifact's content, valid for 15 to 30 minutes. */
export function buildReadAddress(
  config: Config,
  artifact: Omit<Permission, 'method'>,
  now: Date,
): SignedAddress {
  const step = Math.floor(now.getTime() / READ_STEP_MS);
  return buildSignedAddress(config, { method: 'GET', ...artifact }, (step + 2) * READ_STEP_MS);
}

/** A request for an artifact, unchecked. */
export interface SignedRequest {
  method: string;
  artifactId: string;
  query: Record<string, unknown>;
}

/**
 * Checks the signature, then the time.
 * @throws SvcError FORBIDDEN when this server's secret did not sign the address, or the address is no longer valid.
 */
export function checkSignedRequest(
  config: Config,
  { method, artifactId, query }: SignedRequest,
  now: Date,
): { organizationId: string; artifactId: string; expiresAt: Date } {
  const { organization, expires, signature } = query;
  if (
    (method !== 'GET' && method !== 'PUT') ||
    typeof organization !== 'string' ||
    typeof expires !== 'string' ||
    typeof signature !== 'string' ||
    !isSame(
      signature,
      signAddress(config, { method, organizationId: organization, artifactId }, expires),
    )
  ) {
    throw new SvcError('FORBIDDEN', 'The signature does not fit this address.', {
      hint: 'Use the address as svc gave it, unchanged.',
    });
  }
  const expiresAt = new Date(Number(expires) * 1000);
  if (expiresAt > now) return { organizationId: organization, artifactId, expiresAt };
  throw new SvcError('FORBIDDEN', `This address was good until ${expiresAt.toISOString()}.`, {
    hint:
      method === 'GET'
        ? 'Ask for the execution again: it has a new address.'
        : 'Send the results again with the same idempotency key: the answer has a new address.',
  });
}

function buildSignedAddress(
  config: Config,
  permission: Permission,
  expiresMs: number,
): SignedAddress {
  const expires = String(Math.floor(expiresMs / 1000));
  const query = new URLSearchParams({
    organization: permission.organizationId,
    expires,
    signature: signAddress(config, permission, expires),
  });
  return {
    url: `${config.baseUrl}/artifacts/${permission.artifactId}?${query.toString()}`,
    expiresAt: new Date(Number(expires) * 1000),
  };
}

/**
 * Signs every part of the address. No part contains a line break, so two different addresses never sign the same
 * text.
 */
function signAddress(
  config: Config,
  { method, organizationId, artifactId }: Permission,
  expires: string,
): string {
  return createHmac('sha256', deriveAddressKey(config))
    .update([method, organizationId, artifactId, expires].join('\n'))
    .digest('base64url');
}

function isSame(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}

const KEYS = new WeakMap<Config, Buffer>();

/** A key only for addresses, so that no other text signed with the secret passes as an address. */
function deriveAddressKey(config: Config): Buffer {
  const kept = KEYS.get(config);
  if (kept !== undefined) return kept;
  const key = createHmac('sha256', readServerSecret(config))
    .update('addresses of artifacts')
    .digest();
  KEYS.set(config, key);
  return key;
}
