import { betterAuth, type BetterAuthOptions, type BetterAuthPlugin } from 'better-auth';
import { bearer } from 'better-auth/plugins/bearer';
import type { Deps } from '../../deps.ts';
import { readServerSecret } from '../../secrets/server-secret.ts';
import { ADDRESS_HEADER } from './address-header.ts';
import { createBetterAuthDatabase } from './better-auth-database.ts';
import { buildSocialProviders } from './providers.ts';
import {
  deriveCookieSettings,
  RENEWAL_SECONDS,
  SESSION_SECONDS,
} from '../sessions/session-cookie.ts';
import { findSessionOrganization } from '../sessions/sessions.queries.ts';

/** Users and their sessions, stored by better-auth. */
export interface BetterAuth {
  /**
   * Answers a request below /api/auth. Rejects when the server is at fault, such as when the database is unreachable.
   */
  handle(request: Request): Promise<Response>;
  /** Rejects when better-auth cannot start. */
  ready(): Promise<void>;
}

/** Rules for people who sign in through a provider for the first time. */
export interface Registration {
  /** The reason why a person with this verified address may not sign up, as a code for the page; null if they may. */
  refusal(email: string): Promise<string | null>;
  /** Called once there is a user. */
  welcome(user: { id: string; email: string; name: string; address: string }): Promise<void>;
}

export type LogError = (error: Error | undefined, message: string) => void;

/** better-auth on our database. Our schema has its tables; better-auth creates none. */
export function openBetterAuth(
  deps: Deps,
  {
    logError,
    registration,
    plugins = [],
  }: { logError: LogError; registration: Registration; plugins?: BetterAuthPlugin[] },
): BetterAuth {
  const { baseUrl, basePath } = deps.config;
  const { handler, $context } = betterAuth({
    baseURL: new URL(baseUrl).origin,
    basePath: `${basePath}/api/auth`,
    secret: readServerSecret(deps.config),
    database: { db: createBetterAuthDatabase(deps.database), type: 'postgres' },
    ...buildSignInSettings(deps, registration),
    ...buildSocialProviders(deps),
    verification: { modelName: 'verifications' },
    session: {
      modelName: 'sessions',
      expiresIn: SESSION_SECONDS,
      updateAge: RENEWAL_SECONDS,
      additionalFields: {
        activeOrganizationId: { type: 'string', required: false, input: false },
      },
    },
    plugins: [
      // The database stores tokens in plain text. Without a required signature, a leaked backup would be enough to
      // sign in.
      bearer({ requireSignature: true }),
      ...plugins,
    ],
    databaseHooks: buildDatabaseHooks(deps, registration),
    advanced: buildAdvancedSettings(deps),
    // Our rate limit is in people/sign-in/auth-routes.ts. It applies before the body is read.
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    // Some of better-auth's routes catch errors and answer without the cause.
    logger: {
      level: 'error',
      log: (_level, message, ...details) => logError(details.find(isError), message),
    },
    // Rethrown, so that an internal error is logged and answered like any other.
    onAPIError: {
      errorURL: `${baseUrl}/sign-in`,
      onError: (error) => {
        throw error;
      },
    },
  });
  return { handle: handler, ready: async () => void (await $context) };
}

function buildSignInSettings({ config }: Pick<Deps, 'config'>, registration: Registration) {
  return {
    emailAndPassword: {
      enabled: config.passwords,
      // Its sign-up cannot join the transaction of the membership that a new user gets: see people/sign-up/make-user.ts.
      disableSignUp: true,
      // Equals the minimum of SVC_BOOTSTRAP_PASSWORD; better-auth's default is 8.
      minPasswordLength: 12,
    },
    user: {
      modelName: 'users',
      validateUserInfo: async ({ user, source }) => {
        if (source.action !== 'create-user') return undefined;
        const { email, emailVerified } = user as { email: string; emailVerified?: boolean };
        if (emailVerified !== true) return { error: 'email_not_verified' };
        const error = await registration.refusal(email.toLowerCase());
        return error === null ? undefined : { error };
      },
    },
    account: {
      modelName: 'accounts',
      updateAccountOnSignIn: false,
      // Both sides must have verified the address: no provider is trusted to skip that, and a local account that a
      // person made with the address of another person is not linked to the other person's.
      accountLinking: { enabled: true, trustedProviders: [], requireLocalEmailVerified: true },
    },
  } satisfies BetterAuthOptions;
}

function buildDatabaseHooks(
  { database }: Deps,
  registration: Registration,
): BetterAuthOptions['databaseHooks'] {
  return {
    // Providers are not called after the sign-in, so their tokens are not kept.
    account: {
      create: {
        before: async (account) => ({
          data: { ...account, accessToken: null, refreshToken: null, idToken: null },
        }),
      },
    },
    user: {
      create: {
        after: async ({ id, email, name }, context) => {
          const address = context?.headers?.get(ADDRESS_HEADER) ?? '';
          await registration.welcome({ id, email, name, address });
        },
      },
    },
    session: {
      create: {
        before: async (session) => ({
          data: {
            ...session,
            activeOrganizationId: await findSessionOrganization(database, session.userId),
          },
        }),
      },
    },
  };
}

function buildAdvancedSettings({ config, random }: Deps) {
  const cookies = deriveCookieSettings(config);
  return {
    // Set explicitly because better-auth skips the check when NODE_ENV is test.
    disableOriginCheck: false,
    cookiePrefix: cookies.prefix,
    // It would put `__Secure-` before the prefix.
    useSecureCookies: false,
    defaultCookieAttributes: cookies.attributes,
    // Nothing shows addresses, so none are kept.
    ipAddress: { disableIpTracking: true },
    database: { generateId: () => random.id() },
  } satisfies BetterAuthOptions['advanced'];
}

function isError(value: unknown): value is Error {
  return value instanceof Error;
}
