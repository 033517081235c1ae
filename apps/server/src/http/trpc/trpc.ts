import { initTRPC, TRPCError } from '@trpc/server';
import type { OpenApiMeta } from 'trpc-openapi';
import { ZodError, type z } from 'zod';
import type { FairLimiter, Pass } from '../../limiters/fair-limiter.ts';
import type { RequiredLevel, SignedInUser } from '../../principal.ts';
import type { RequestScope } from '../../db/scope.ts';
import type { Deps } from '../../deps.ts';
import { toSvcError, SvcError, TRPC_CODE_OF_ERROR } from '../../errors.ts';
import type { AccountAttempts } from '../limits/account-attempts.ts';
import { buildInvalidInputError, buildTooManyIssuesError } from '../input/invalid-input.ts';
import { buildInvalidParametersError } from '../input/invalid-parameters.ts';
import { buildPasswordMustChangeError, requireLevel, requireUser } from './require-level.ts';

/** The sender of a request, with or without a session. */
export interface Visitor {
  /** Dependencies with connections for data that belongs to a user, not to an organization. */
  deps: Deps;
  /** Null for an API key and without a credential. */
  user: SignedInUser | null;
  address: string;
  /** Limits what people try who are not signed in. */
  attempts: AccountAttempts;
}

/** A procedure's context. */
export interface Context {
  deps: Deps;
  /** The way to the organization's data. Null without a credential, which only public procedures allow. */
  scope: RequestScope | null;
  /** As `scope`, for answers that may be read from a replica. */
  dataScope?: RequestScope | null;
  /** Over REST, the decoded parameters of the path, which replace those of the input. */
  pathValues?: Record<string, string>;
  /** The sender of the request, for procedures that need no organization. Null for a call without a request. */
  visitor: Visitor | null;
  /** The Idempotency-Key header. */
  idempotencyKey: string | undefined;
  /**
   * Enters a limiter until the answer is sent.
   * @throws SvcError SERVICE_UNAVAILABLE as the limiter does.
   */
  enter(limiter: FairLimiter, weight: number): Promise<Pass>;
  /** Sets the answer's Retry-After header. */
  retryAfter(seconds: number): void;
  logError(error: unknown): void;
  /** The schema of a procedure's input, for errors that list the known parameters. */
  inputSchemaOf(path: string): z.ZodObject | undefined;
}

/**
 * Who may call a procedure. `public`: everyone; `user`: everyone who is signed in, also without an organization;
 * `ingest`: everyone with a credential; `fullKey`: API keys that may do more than upload, admins and owners; otherwise
 * users with this role or a higher one.
 */
export type Level = 'public' | 'user' | RequiredLevel;

/**
 * `level` is absent only before one of the procedures below sets it. `data`: the answer depends on the organization's
 * data alone, and changes only with its data revision; a replica may give it. `uncached` is a reason not to send such an
 * answer again until the minute is over.
 */
export type ProcedureMeta = OpenApiMeta & { level?: Level; data?: true; uncached?: string };

const t = initTRPC
  .context<Context>()
  .meta<ProcedureMeta>()
  .create({
    errorFormatter: ({ shape, error }) => {
      const svcError = toCallerError(error);
      const { stack: _, ...data } = shape.data;
      return {
        ...shape,
        message: svcError.message,
        data: {
          ...data,
          svcCode: svcError.code,
          ...(svcError.details && { details: svcError.details }),
        },
      };
    },
  });

export const router = t.router;
export const mergeRouters = t.mergeRouters;

/** Converts everything that a procedure throws to an error that the caller may see. */
const answeringProcedure = t.procedure.use(async ({ ctx, path, getRawInput, next }) => {
  const { pathValues } = ctx;
  const outcome = await (pathValues === undefined
    ? next()
    : next({ getRawInput: async () => addValues(await getRawInput(), pathValues) }));
  if (outcome.ok) return outcome;
  const svcError = await toInvalidInputError(outcome.error, ctx.inputSchemaOf(path), getRawInput);
  if (svcError.code === 'INTERNAL_SERVER_ERROR') ctx.logError(outcome.error.cause ?? outcome.error);
  if (svcError.retryAfterSeconds !== undefined) ctx.retryAfter(svcError.retryAfterSeconds);
  throw new TRPCError({
    code: TRPC_CODE_OF_ERROR[svcError.code],
    message: svcError.message,
    cause: svcError,
  });
});

function addValues(input: unknown, values: Record<string, string>): unknown {
  return typeof input === 'object' ? { ...input, ...values } : input;
}

/** A procedure for everyone. `ctx.scope` is null without a credential. */
export const publicProcedure = answeringProcedure.meta({ level: 'public' });

/** A procedure for every visitor, whether or not they are signed in. */
export const visitorProcedure = publicProcedure.use(({ ctx, next }) => {
  if (ctx.visitor === null) throw new Error('only a request has a visitor');
  return next({ ctx: { visitor: ctx.visitor } });
});

/** A procedure for everyone who is signed in, even with a one-time password. */
export const signedInProcedure = answeringProcedure
  .meta({ level: 'user' })
  .use(({ ctx, next }) => next({ ctx: { visitor: requireUser(ctx) } }));

/** A procedure for everyone who is signed in, whether or not they are in an organization. */
export const userProcedure = signedInProcedure.use(({ ctx, next }) => {
  if (ctx.visitor.user.mustChangePassword) throw buildPasswordMustChangeError();
  return next();
});

/** A procedure for every member of the organization and every API key, also one that may only upload. */
export const ingestProcedure = createProcedure('ingest');

/** A procedure for every member of the organization, and every API key that may do more than upload. */
export const memberProcedure = createProcedure('member');

/**
 * A procedure for resources that programs manage too: every API key that may do more than upload, which an admin or
 * owner has created, and the organization's admins and owners.
 */
export const fullKeyProcedure = createProcedure('fullKey');

/** A procedure for the organization's admins and owners. */
export const adminProcedure = createProcedure('admin');

/** A procedure for the organization's owners. */
export const ownerProcedure = createProcedure('owner');

function createProcedure(level: RequiredLevel) {
  return answeringProcedure.meta({ level }).use(({ ctx, meta, next }) => {
    const scope = (meta?.data === true ? ctx.dataScope : null) ?? ctx.scope;
    return next({ ctx: { scope: requireLevel(scope, level) } });
  });
}

/** As toCallerError; for invalid input, the error also lists the known parameters. */
async function toInvalidInputError(
  error: TRPCError,
  schema: z.ZodObject | undefined,
  getRawInput: () => Promise<unknown>,
): Promise<SvcError> {
  if (schema === undefined || !isInvalidInput(error)) return toCallerError(error);
  return buildInvalidParametersError(error.cause.issues, { schema, input: await getRawInput() });
}

function toCallerError(error: TRPCError): SvcError {
  if (error.cause instanceof SvcError) return error.cause;
  if (isInvalidInput(error)) return buildInvalidInputError(error.cause.issues);
  if (error.code === 'INTERNAL_SERVER_ERROR') return toSvcError(error.cause ?? error);
  // The input check itself failed: zod's overflows the stack with more than 100,000 issues.
  if (error.cause instanceof RangeError) return buildTooManyIssuesError();
  return convertTrpcError(error);
}

/** False for an answer that does not match its own schema, which is a ZodError too. */
function isInvalidInput(error: TRPCError): error is TRPCError & { cause: ZodError } {
  return error.code === 'BAD_REQUEST' && error.cause instanceof ZodError;
}

/** Converts tRPC's own errors, such as for an unknown path or a body that is not JSON. */
function convertTrpcError(error: TRPCError): SvcError {
  const entry = Object.entries(TRPC_CODE_OF_ERROR).find(([, code]) => code === error.code);
  const code = (entry?.[0] ?? 'BAD_REQUEST') as keyof typeof TRPC_CODE_OF_ERROR;
  return new SvcError(code, error.message, { cause: error });
}
