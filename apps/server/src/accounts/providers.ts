import type { BetterAuthOptions } from 'better-auth';
import { genericOAuth } from 'better-auth/plugins/generic-oauth';
import type { Deps } from '../deps.ts';

/** Sign-in with GitHub, if it is configured. */
export function socialProviders({
  config,
}: Pick<Deps, 'config'>): Required<Pick<BetterAuthOptions, 'socialProviders'>> {
  return { socialProviders: config.github === null ? {} : { github: config.github } };
}

/**
 * Sign-in with an OpenID Connect provider. The plugin asks the provider for its addresses when better-auth starts, and
 * fails if it does not answer.
 */
export function oidcPlugin({ issuer, clientId, clientSecret, name }: Oidc) {
  return genericOAuth({
    config: [
      {
        providerId: 'oidc',
        name,
        discoveryUrl: `${issuer}/.well-known/openid-configuration`,
        clientId,
        clientSecret,
        scopes: ['openid', 'email', 'profile'],
        pkce: true,
        requireIdTokenVerification: true,
        mapProfileToUser: (profile) => ({
          // Some providers send the text "false".
          emailVerified: profile['email_verified'] === true,
          name: nameIn(profile),
        }),
      },
    ],
  });
}

type Oidc = NonNullable<Deps['config']['oidc']>;

function nameIn(profile: Record<string, unknown>): string {
  const [name = ''] = ['name', 'preferred_username', 'email']
    .map((claim) => profile[claim])
    .filter((value): value is string => typeof value === 'string' && value.trim() !== '');
  return name.slice(0, 100);
}
