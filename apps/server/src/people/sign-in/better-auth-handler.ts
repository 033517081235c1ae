import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { BetterAuth, LogError } from '../better-auth/open-better-auth.ts';
import { ADDRESS_HEADER } from '../better-auth/address-header.ts';
import type { Deps } from '../../deps.ts';
import { SvcError } from '../../errors.ts';
import { createRegistration } from '../sign-up/registration.ts';

// People wait for these answers. The second is for several requests to the provider, one after the other.
const DISCOVERY_MS = 5_000;
const SIGN_IN_MS = 10_000;

/** better-auth, loaded on first use: that takes a quarter of a second, for which a start need not wait. */
export interface BetterAuthOnFirstUse {
  /** Answers a request below /api/auth. */
  handle(request: Request): Promise<Response>;
  /**
   * Handles a request that needs the OpenID Connect provider, whose addresses are fetched on first use.
   * @throws SvcError SERVICE_UNAVAILABLE while the provider does not answer.
   */
  handleOidc(request: Request): Promise<Response>;
}

export function createBetterAuthOnFirstUse(deps: Deps, logError: LogError): BetterAuthOnFirstUse {
  let opened: Promise<BetterAuth> | undefined;
  let withOidc: Promise<BetterAuth> | undefined;
  const parts = { logError, registration: createRegistration(deps) };
  const open = async (): Promise<BetterAuth> => {
    const { openBetterAuth } = await import('../better-auth/open-better-auth.ts');
    return openBetterAuth(deps, parts);
  };
  const openWithOidc = async (): Promise<BetterAuth> => {
    const { oidc } = deps.config;
    if (oidc === null) throw new Error('no OpenID Connect provider is configured');
    const [{ openBetterAuth }, { createOidcPlugin: oidcPlugin }] = await Promise.all([
      import('../better-auth/open-better-auth.ts'),
      import('../better-auth/providers.ts'),
    ]);
    const betterAuth = openBetterAuth(deps, { ...parts, plugins: [oidcPlugin(oidc)] });
    await Promise.race([betterAuth.ready(), rejectLater(DISCOVERY_MS)]);
    return betterAuth;
  };
  const answered = async (response: Response): Promise<Response> => {
    // Some of its routes hide the cause of a failure. If the database is unreachable, this query throws that error
    // instead.
    if (response.status >= 500) await deps.database.query('SELECT 1');
    return response;
  };
  return {
    handle: async (request) => answered(await (await (opened ??= open())).handle(request)),
    handleOidc: async (request) => {
      withOidc ??= openWithOidc();
      const betterAuth = await withOidc.catch((error: unknown) => {
        // The next request tries again.
        withOidc = undefined;
        throw buildProviderDownError(error);
      });
      return answered(await betterAuth.handle(request));
    },
  };
}

/**
 * Waits for an answer that needs the provider.
 * @throws SvcError SERVICE_UNAVAILABLE when the provider takes too long.
 */
export async function waitForProvider(answer: Promise<Response>): Promise<Response> {
  // An answer that comes later has no reader, nor has its error.
  answer.catch(() => undefined);
  return Promise.race([answer, rejectLater(SIGN_IN_MS).catch(refuseProvider)]);
}

function refuseProvider(error: unknown): never {
  throw buildProviderDownError(error);
}

async function rejectLater(ms: number): Promise<never> {
  await sleep(ms, undefined, { ref: false });
  throw new Error(`no answer within ${ms} ms`);
}

function buildProviderDownError(cause: unknown): SvcError {
  return new SvcError('SERVICE_UNAVAILABLE', 'The sign-in provider does not answer.', {
    hint: 'Try again later.',
    retryAfterSeconds: 10,
    cause,
  });
}

// Sec-Fetch-* is not passed on: Node's fetch sends it without an Origin, which better-auth takes for a browser that
// hides its origin. A browser's POST always has an Origin, and origin-check.ts checks it.
const PASSED_HEADERS = ['authorization', 'content-type', 'cookie', 'origin', 'user-agent'] as const;

/** The request as better-auth takes it; `body`, sent as JSON, replaces the body as received. */
export function fetchRequest(deps: Deps, request: FastifyRequest, body?: unknown): Request {
  const headers = new Headers({ [ADDRESS_HEADER]: request.ip });
  for (const name of PASSED_HEADERS) {
    const value = request.headers[name];
    if (value !== undefined) headers.set(name, value);
  }
  if (body !== undefined) headers.set('content-type', 'application/json');
  // An Authorization header decides alone, as at the guard. better-auth would accept the cookie next to an invalid
  // token.
  if (request.headers.authorization !== undefined) headers.delete('cookie');
  const received = Buffer.isBuffer(request.body) ? new Uint8Array(request.body) : null;
  return new Request(deps.config.baseUrl + request.url, {
    method: request.method,
    headers,
    body: body === undefined ? received : JSON.stringify(body),
  });
}

/**
 * Sends better-auth's answer, including a redirect.
 * @throws an error with a `statusCode`, like Fastify's own, when better-auth refused.
 */
export async function sendAnswer(reply: FastifyReply, response: Response): Promise<FastifyReply> {
  const body = await response.text();
  if (response.status === 401) reply.header('WWW-Authenticate', 'Bearer');
  if (response.status >= 400) {
    throw Object.assign(new Error(parseMessage(body)), { statusCode: response.status });
  }
  for (const [name, value] of response.headers) {
    if (name !== 'set-cookie') reply.header(name, value);
  }
  for (const cookie of response.headers.getSetCookie()) reply.header('Set-Cookie', cookie);
  return reply.code(response.status).send(body);
}

function parseMessage(body: string): string {
  const answered: unknown = body === '' ? null : JSON.parse(body);
  const { message } = (answered ?? {}) as { message?: unknown };
  return typeof message === 'string' ? message : 'The request could not be understood';
}
