import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Deps } from '../../deps.ts';
import { readServerSecret } from '../../secrets/server-secret.ts';

/** The purposes of links, with the paths of their pages. */
const PATHS = {
  invitation: '/invitations',
  'password-reset': '/reset-password',
  'sign-up': '/confirm-sign-up',
} as const;

export type LinkPurpose = keyof typeof PATHS;

/** A UUID, a dot, and its signature in base64url. */
const SHAPE = /^([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\.([\w-]{43})$/;
const ANYWHERE = new RegExp(SHAPE.source.slice(1, -1), 'g');

/**
 * The address of a page that permits one action once. It has the id of a stored row, signed with the server's secret: a
 * link can neither be guessed nor be made from the database alone.
 */
export function linkTo(config: Deps['config'], purpose: LinkPurpose, id: string): string {
  return `${config.baseUrl}${PATHS[purpose]}/${id}.${signLink(config, purpose, id).toString('base64url')}`;
}

/** The id in the last part of a link; null if it is not signed for this purpose. */
export function findLinkId(
  config: Deps['config'],
  purpose: LinkPurpose,
  token: string,
): string | null {
  const [, id, sent] = SHAPE.exec(token) ?? [];
  if (id === undefined || sent === undefined) return null;
  const bytes = Buffer.from(sent, 'base64url');
  const expected = signLink(config, purpose, id);
  return bytes.length === expected.length && timingSafeEqual(bytes, expected) ? id : null;
}

/** The path with `…` instead of the signatures in it: who reads a log must not be able to open a link. */
export function withoutSignatures(path: string): string {
  return path.replaceAll(ANYWHERE, '$1.…');
}

function signLink(config: Deps['config'], purpose: LinkPurpose, id: string): Buffer {
  // Session tokens are signed with the same secret. They have no colon.
  return createHmac('sha256', readServerSecret(config)).update(`${purpose}:${id}`).digest();
}
