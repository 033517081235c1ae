import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Deps } from '../../deps.ts';
import { SvcError } from '../../errors.ts';
import { buildInvalidInputError } from '../../http/input/invalid-input.ts';
import { parseRequestJson } from '../../http/bodies/json-body.ts';
import type { AddressLimit } from '../../http/limits/address-limit.ts';
import {
  fetchRequest,
  waitForProvider,
  sendAnswer,
  type BetterAuthOnFirstUse,
} from './better-auth-handler.ts';
import type { FailedAuthentications } from './failed-authentications.ts';
import { createOriginCheck } from './origin-check.ts';

const providerId = z.enum(['github', 'oidc']);

const signInBody = z.strictObject({
  provider: providerId,
  // A page of the dashboard: no other address, or a link could lead through the sign-in to a foreign page.
  callbackURL: z
    .string()
    .max(2_000)
    .regex(/^\/(?![/\\])[\x21-\x7e]*$/, { error: 'Must be a path that begins with /' })
    .default('/'),
});

interface ProviderParts {
  deps: Deps;
  accounts: BetterAuthOnFirstUse;
  failures: FailedAuthentications;
  limit: AddressLimit;
}

/**
 * Sign-in through GitHub or an OpenID Connect provider. `POST /sign-in/social` answers with the address at the
 * provider, and the provider sends the browser back to `GET /callback/<provider>`. From there it goes on to
 * `callbackURL`, or to `/sign-in?error=<word>`: `invitation_required`, `sign_up_closed`, `email_not_verified`,
 * `account_not_linked`, `provider_unavailable`, `state_mismatch`, or another one of better-auth or the provider.
 */
export function registerProviderRoutes(app: FastifyInstance, parts: ProviderParts): void {
  const { deps, failures, limit } = parts;
  const checkOrigin = createOriginCheck(deps.config);
  const countVisit = ({ ip }: FastifyRequest): void => {
    if (limit.countLeft(ip) <= 0) throw limit.buildRefusalError();
    limit.count(ip);
  };
  app.route({
    method: 'POST',
    url: '/sign-in/social',
    onRequest: async (request) => {
      checkOrigin(request, { hasCookie: request.headers.cookie !== undefined });
      countVisit(request);
    },
    handler: async (request, reply) => {
      const { provider, callbackURL } = parseSignInBody(request);
      // Nothing else that better-auth would take from a body, such as tokens or scopes.
      const body = { provider, callbackURL, errorCallbackURL: '/sign-in', disableRedirect: true };
      const handle = chooseHandler(parts, provider);
      const response = await waitForProvider(handle(fetchRequest(deps, request, body)));
      return sendAnswer(reply, response);
    },
  });
  app.route<{ Params: { provider: string } }>({
    method: 'GET',
    url: '/callback/:provider',
    onRequest: async (request) => countVisit(request),
    handler: async (request, reply) => {
      const provider = providerId.safeParse(request.params.provider);
      if (!provider.success) return reply.callNotFound();
      const handle = chooseHandler(parts, provider.data);
      const response = await waitForProvider(handle(fetchRequest(deps, request))).catch(
        redirectToSignIn,
      );
      const begun = response.headers.get('set-auth-token');
      if (begun !== null) failures.trust(encodeURIComponent(begun));
      // The token is for the cookie alone: this answer is a redirect of the browser.
      response.headers.delete('set-auth-token');
      return sendAnswer(reply, response);
    },
  });
}

/** A person looks at this answer: a provider that is down leads to the page where they can try again. */
function redirectToSignIn(error: unknown): Response {
  if (!(error instanceof SvcError) || error.code !== 'SERVICE_UNAVAILABLE') throw error;
  return new Response(null, {
    status: 302,
    headers: { Location: '/sign-in?error=provider_unavailable' },
  });
}

function parseSignInBody(request: FastifyRequest): z.output<typeof signInBody> {
  const checked = signInBody.safeParse(parseRequestJson(request));
  if (checked.success) return checked.data;
  throw buildInvalidInputError(checked.error.issues);
}

/** @throws SvcError NOT_FOUND for a provider that is not configured. */
function chooseHandler(
  { deps: { config }, accounts }: ProviderParts,
  provider: z.output<typeof providerId>,
): (request: Request) => Promise<Response> {
  if (config[provider] === null) {
    throw new SvcError('NOT_FOUND', `Sign-in with '${provider}' is not configured.`);
  }
  return provider === 'oidc' ? accounts.handleOidc : accounts.handle;
}
