import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Accounts, LogError } from '../accounts/accounts.ts';
import type { Deps } from '../deps.ts';
import { SvcError } from '../errors.ts';
import { limitSignIn } from './rate-limit.ts';

// What better-auth offers beside these (sign-up, invitations, …) is not there until a feature needs it.
const ROUTES = [
  { method: 'POST', url: '/sign-in/email', limited: true },
  { method: 'POST', url: '/sign-out', limited: false },
  { method: 'GET', url: '/get-session', limited: false },
] as const;

// An address and a password; whatever is larger is not read from somebody without a credential.
const MAX_BODY_BYTES = 16_384;

/**
 * better-auth below /api/auth. Its successes come as they are, because its own client reads them;
 * its errors take the contract's shape.
 */
export async function authRoutes(app: FastifyInstance, { deps }: { deps: Deps }): Promise<void> {
  const accounts = onFirstUse(deps, (error, message) => app.log.error(error, message));
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    '*',
    { parseAs: 'buffer', bodyLimit: MAX_BODY_BYTES },
    (_request, body, done) => done(null, body),
  );
  app.setErrorHandler((error: { statusCode?: number }) => {
    if (error.statusCode !== 413) throw error;
    throw new SvcError('PAYLOAD_TOO_LARGE', `The body is larger than ${MAX_BODY_BYTES} bytes.`);
  });
  for (const { method, url, limited } of ROUTES) {
    app.route({
      method,
      url,
      onRequest: async (request) => {
        if (limited) await limitSignIn(deps, request.ip);
      },
      handler: async (request, reply) => {
        const { handle } = await accounts();
        const response = await handle(fetchRequest(deps, request));
        // Some of its routes keep the reason of a failure to themselves: a database out of reach says so here.
        if (response.status >= 500) await deps.database.query('SELECT 1');
        return answer(reply, response);
      },
    });
  }
  // Without this the REST surface answers for the rest, and asks for a credential first.
  app.all('/*', (_request, reply) => reply.callNotFound());
}

/** better-auth takes a quarter of a second to load, which a start need not wait for. */
function onFirstUse(deps: Deps, logError: LogError): () => Promise<Accounts> {
  let opened: Promise<Accounts> | undefined;
  return () =>
    (opened ??= import('../accounts/accounts.ts').then(({ openAccounts }) =>
      openAccounts(deps, logError),
    ));
}

// Sec-Fetch-* stays behind: Node's fetch sends it without an Origin, which better-auth takes for a
// browser that hides where it comes from. A browser's POST always has an Origin, and that is checked.
const PASSED_HEADERS = ['authorization', 'content-type', 'cookie', 'origin', 'user-agent'] as const;

function fetchRequest(deps: Deps, request: FastifyRequest): Request {
  const headers = new Headers();
  for (const name of PASSED_HEADERS) {
    const value = request.headers[name];
    if (value !== undefined) headers.set(name, value);
  }
  const body = Buffer.isBuffer(request.body) ? new Uint8Array(request.body) : null;
  return new Request(new URL(request.url, deps.config.baseUrl), {
    method: request.method,
    headers,
    body,
  });
}

/** @throws an error with a `statusCode`, as Fastify's own have, where better-auth refused. */
async function answer(reply: FastifyReply, response: Response): Promise<FastifyReply> {
  const body = await response.text();
  if (response.status === 401) reply.header('WWW-Authenticate', 'Bearer');
  if (!response.ok) {
    throw Object.assign(new Error(messageIn(body)), { statusCode: response.status });
  }
  for (const [name, value] of response.headers) {
    if (name !== 'set-cookie') reply.header(name, value);
  }
  for (const cookie of response.headers.getSetCookie()) reply.header('Set-Cookie', cookie);
  return reply.code(response.status).send(body);
}

function messageIn(body: string): string {
  const answered: unknown = body === '' ? null : JSON.parse(body);
  const { message } = (answered ?? {}) as { message?: unknown };
  return typeof message === 'string' ? message : 'The request could not be understood';
}
