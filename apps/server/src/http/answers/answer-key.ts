import { hash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Deps } from '../../deps.ts';
import type { Principal } from '../../principal.ts';
import type { AnswerKey } from './answer-cache.ts';
import { chooseEncoding } from './encode-answer.ts';

const MINUTE_MS = 60_000;

/** The number of the current minute. */
export function readMinute({ clock }: Pick<Deps, 'clock'>): number {
  return Math.floor(clock.now().getTime() / MINUTE_MS);
}

/**
 * Everything that decides the bytes of an answer that depends on the organization's data: the data, what the sender may
 * see, the question and the encoding. Many answers depend on the time too: their default window ends now, and entries
 * expire. So the same answer is sent until the minute is over, on every server.
 */
export function buildAnswerKey(
  { version }: Pick<Deps, 'version'>,
  request: FastifyRequest,
  { principal, minute }: { principal: Principal; minute: number },
): AnswerKey {
  // A further question mark is part of a value.
  const [path, ...query] = request.originalUrl.split('?');
  const parameters = new URLSearchParams(query.join('?'));
  parameters.sort();
  const text = JSON.stringify([
    version,
    principal.dataRevision,
    minute,
    describeSight(principal),
    path,
    parameters.toString(),
    chooseEncoding(request.headers['accept-encoding']),
  ]);
  return { organizationId: principal.organizationId, text };
}

/**
 * What the principal may see. A key that is bound, or may only upload, sees other data than the organization's other
 * keys. Answers to sessions differ by role at most.
 */
function describeSight(principal: Principal): unknown[] {
  if (principal.kind === 'session') return ['session', principal.role];
  const { id, scope, bounds } = principal;
  return scope === 'full' && bounds === null ? ['key'] : ['key', id, scope, bounds];
}

/** A strong ETag: answers with the same one are interchangeable. `settings` are those of the server that change answers. */
export function buildEtag({ organizationId, text }: AnswerKey, settings: string): string {
  return `"${hash('sha256', JSON.stringify([organizationId, settings, text]), 'base64url').slice(0, 32)}"`;
}

/** Whether the If-None-Match header names the ETag. */
export function hasEtag(header: string | undefined, etag: string): boolean {
  return (header ?? '').split(',').some((one) => one.trim().replace(/^W\//, '') === etag);
}
