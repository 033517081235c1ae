import type { FastifyInstance, FastifyRequest } from 'fastify';
import { SvcError } from '../../errors.ts';

/**
 * Refuses requests that a proxy in front could interpret differently: two Host headers, two different Authorization
 * headers, and an absolute URL in the request line whose host differs from Host (RFC 9112, 3.2). Node silently uses
 * the first of each.
 */
export function refuseAmbiguousRequests(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    const problem = findAmbiguity(request);
    if (problem !== null) throw new SvcError('BAD_REQUEST', problem);
  });
}

function findAmbiguity({ raw }: FastifyRequest): string | null {
  const { rawHeaders, url = '' } = raw;
  let hosts = 0;
  let authorization: string | undefined;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    const value = rawHeaders[index + 1] ?? '';
    if (name.length === 4 && name.toLowerCase() === 'host') {
      if (++hosts > 1) return 'There is more than one Host header.';
    } else if (name.length === 13 && name.toLowerCase() === 'authorization') {
      if (authorization !== undefined && authorization !== value) {
        return 'There are two Authorization headers that differ.';
      }
      authorization = value;
    }
  }
  // path-prefix.ts has cut the host of the Host header off.
  if (url.startsWith('/') || url === '*') return null;
  return 'The address in the request line names another host than the Host header.';
}
