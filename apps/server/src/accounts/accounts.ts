import { betterAuth } from 'better-auth';
import { bearer } from 'better-auth/plugins/bearer';
import { organization } from 'better-auth/plugins/organization';
import type { Deps } from '../deps.ts';
import { serverSecret } from '../secret.ts';
import { accountDatabase } from './account-database.ts';
import { firstOrganizationOf } from './sessions.queries.ts';

/** Users and their sessions, as better-auth keeps them. */
export interface Accounts {
  /** Answers a request below /api/auth. Rejects where the server is at fault, such as a database out of reach. */
  handle(request: Request): Promise<Response>;
}

export type LogError = (error: Error | undefined, message: string) => void;

/** better-auth on our database. Its tables are those of the migration 0002-accounts; it makes none. */
export function openAccounts(deps: Deps, logError: LogError): Accounts {
  const { origin, protocol } = new URL(deps.config.baseUrl);
  const { handler } = betterAuth({
    baseURL: origin,
    basePath: '/api/auth',
    secret: serverSecret(deps.config),
    database: { db: accountDatabase(deps.database), type: 'postgres' },
    emailAndPassword: {
      enabled: true,
      // Whoever can reach the server must not thereby become a user of it: the owner invites.
      disableSignUp: true,
      // As SVC_BOOTSTRAP_PASSWORD; the library's own is 8.
      minPasswordLength: 12,
    },
    user: { modelName: 'users' },
    account: { modelName: 'accounts' },
    verification: { modelName: 'verifications' },
    session: { modelName: 'sessions' },
    plugins: [
      // A bare token, which stands in the database as it is, must not do: a leaked backup would sign in.
      bearer({ requireSignature: true }),
      organization({
        allowUserToCreateOrganization: false,
        schema: {
          organization: { modelName: 'account_organizations' },
          member: { modelName: 'members' },
          invitation: { modelName: 'invitations' },
        },
      }),
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
      // Spelt out because better-auth leaves the check out where NODE_ENV says test.
      disableOriginCheck: false,
      cookiePrefix: 'svc',
      useSecureCookies: protocol === 'https:',
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax' },
      // Nothing shows addresses, so none are kept.
      ipAddress: { disableIpTracking: true },
      database: { generateId: () => deps.random.id() },
    },
    // Ours is in http/auth-routes.ts, before the body is read.
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    // Some of its routes catch what went wrong and answer without the cause.
    logger: {
      level: 'error',
      log: (_level, message, ...details) => logError(details.find(isError), message),
    },
    // Handed on, so that a failure of ours is logged and answered like every other.
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
