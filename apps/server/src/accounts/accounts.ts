import { betterAuth } from 'better-auth';
import { bearer } from 'better-auth/plugins/bearer';
import type { Deps } from '../deps.ts';
import { serverSecret } from '../secret.ts';
import { accountDatabase } from './account-database.ts';
import { cookieSettings, RENEWAL_SECONDS, SESSION_SECONDS } from './session-cookie.ts';
import { firstOrganizationOf } from './sessions.queries.ts';

/** Users and their sessions, stored by better-auth. */
export interface Accounts {
  /**
   * Answers a request below /api/auth. Rejects when the server is at fault, such as when the database is unreachable.
   */
  handle(request: Request): Promise<Response>;
}

export type LogError = (error: Error | undefined, message: string) => void;

/** better-auth on our database. The migration 0002-accounts creates its tables; better-auth creates none. */
export function openAccounts(deps: Deps, logError: LogError): Accounts {
  const { origin } = new URL(deps.config.baseUrl);
  const cookies = cookieSettings(deps.config);
  const { handler } = betterAuth({
    baseURL: origin,
    basePath: '/api/auth',
    secret: serverSecret(deps.config),
    database: { db: accountDatabase(deps.database), type: 'postgres' },
    emailAndPassword: {
      enabled: true,
      // Its sign-up cannot join the transaction of the membership that a new user gets: see join-by-sign-up.ts.
      disableSignUp: true,
      // The same as SVC_BOOTSTRAP_PASSWORD; better-auth's default is 8.
      minPasswordLength: 12,
    },
    user: { modelName: 'users' },
    account: { modelName: 'accounts' },
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
    ],
    databaseHooks: {
      session: {
        create: {
          before: async (session) => ({
            data: {
              ...session,
              activeOrganizationId: await firstOrganizationOf(deps.database, session.userId),
            },
          }),
        },
      },
    },
    advanced: {
      // Set explicitly because better-auth skips the check when NODE_ENV is test.
      disableOriginCheck: false,
      cookiePrefix: cookies.prefix,
      // It would put `__Secure-` before the prefix.
      useSecureCookies: false,
      defaultCookieAttributes: cookies.attributes,
      // Nothing shows addresses, so none are kept.
      ipAddress: { disableIpTracking: true },
      database: { generateId: () => deps.random.id() },
    },
    // Our rate limit is in http/authentication/auth-routes.ts. It applies before the body is read.
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    // Some of better-auth's routes catch errors and answer without the cause.
    logger: {
      level: 'error',
      log: (_level, message, ...details) => logError(details.find(isError), message),
    },
    // Rethrown, so that an internal error is logged and answered like any other.
    onAPIError: {
      onError: (error) => {
        throw error;
      },
    },
  });
  return { handle: handler };
}

function isError(value: unknown): value is Error {
  return value instanceof Error;
}
