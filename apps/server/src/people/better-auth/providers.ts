import type { BetterAuthOptions } from 'better-auth';
import { genericOAuth } from 'better-auth/plugins/generic-oauth';
import type { Deps } from '../../deps.ts';

/** Sign-in with GitHub, if it is configured. */
export function buildSocialProviders({
  config,
}: Pick<Deps, 'config'>): Required<Pick<BetterAuthOptions, 'socialProviders'>> {
  return { socialProviders: config.github === null ? {} : { github: config.github } };
}

/**
 * Sign-in with an OpenID Connect provider. The plugin fetches the provider's addresses when better-auth starts, and
 * fails if it does not answer.
 */
export function createOidcPlugin({ issuer, clientId, clientSecret, name }: Oidc) {
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
          name: chooseProfileName(profile),
        }),
      },
    ],
  });
}

type Oidc = NonNullable<Deps['config']['oidc']>;

/**
 * The name in the form that sign-up accepts: one line of at most 100 UTF-16 units, without control characters or half
 * of a pair.
 */
function chooseProfileName(profile: Record<string, unknown>): string {
  const [name = ''] = ['name', 'preferred_username', 'email']
    .map((claim) => profile[claim])
    .filter((value) => typeof value === 'string')
    .map((value) => value.replaceAll(/\p{Cc}+/gu, ' ').trim())
    .filter((value) => value !== '');
  return name.slice(0, 100).replace(/[\ud800-\udbff]$/, '');
}
