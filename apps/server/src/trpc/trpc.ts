import { initTRPC, TRPCError } from '@trpc/server';
import type { OpenApiMeta } from 'trpc-openapi';
import { ZodError, type z } from 'zod';
import type { Pass, WeightedGate } from '../admission/weighted-gate.ts';
import type { Deps } from '../deps.ts';
import { asSvcError, SvcError, TRPC_CODE_OF_ERROR } from '../errors.ts';
import type { Principal } from '../accounts/principal.ts';
import { invalidInput, tooManyComplaints } from '../input/invalid-input.ts';
import { invalidParameters } from '../input/invalid-parameters.ts';

/** What a procedure is given beside its input. */
export interface Context {
  deps: Deps;
  principal: Principal;
  /** The Idempotency-Key header. */
  idempotencyKey: string | undefined;
  /**
   * Enters a gate until the answer is sent.
   * @throws SvcError SERVICE_UNAVAILABLE as the gate does.
   */
  enter(gate: WeightedGate, weight: number): Promise<Pass>;
  /** Says in the answer's header when to try again. */
  retryAfter(seconds: number): void;
  logError(error: unknown): void;
  /** The schema of a procedure's input, for errors that say what there is. */
  inputSchemaOf(path: string): z.ZodObject | undefined;
}

const t = initTRPC
  .context<Context>()
  .meta<OpenApiMeta>()
  .create({
    errorFormatter: ({ shape, error }) => {
      const told = toldError(error);
      const { stack: _, ...data } = shape.data;
      return {
        ...shape,
        message: told.message,
        data: { ...data, svcCode: told.code, ...(told.details && { details: told.details }) },
      };
    },
  });

export const router = t.router;

/** A procedure for anybody who belongs to the organization. Everything it throws is turned into what its caller may see. */
export const memberProcedure = t.procedure.use(async ({ ctx, path, getRawInput, next }) => {
  const outcome = await next();
  if (outcome.ok) return outcome;
  const told = await toldOfInput(outcome.error, ctx.inputSchemaOf(path), getRawInput);
  if (told.code === 'INTERNAL_SERVER_ERROR') ctx.logError(outcome.error.cause ?? outcome.error);
  if (told.retryAfterSeconds !== undefined) ctx.retryAfter(told.retryAfterSeconds);
  throw new TRPCError({ code: TRPC_CODE_OF_ERROR[told.code], message: told.message, cause: told });
});

/** As toldError, and of an input that does not fit its schema what that has. */
async function toldOfInput(
  error: TRPCError,
  schema: z.ZodObject | undefined,
  getRawInput: () => Promise<unknown>,
): Promise<SvcError> {
  if (schema === undefined || !isInvalidInput(error)) return toldError(error);
  return invalidParameters(error.cause.issues, { schema, input: await getRawInput() });
}

function toldError(error: TRPCError): SvcError {
  if (error.cause instanceof SvcError) return error.cause;
  if (isInvalidInput(error)) return invalidInput(error.cause.issues);
  if (error.code === 'INTERNAL_SERVER_ERROR') return asSvcError(error.cause ?? error);
  // A check of the input that itself failed: zod's overflows the stack with more than 100,000 complaints.
  if (error.cause instanceof RangeError) return tooManyComplaints();
  return svcErrorOf(error);
}

/** False for an answer that does not fit its own schema, which is a ZodError too. */
function isInvalidInput(error: TRPCError): error is TRPCError & { cause: ZodError } {
  return error.code === 'BAD_REQUEST' && error.cause instanceof ZodError;
}

/** tRPC's own complaints, such as a path that does not exist or a body that is not JSON. */
function svcErrorOf(error: TRPCError): SvcError {
  const entry = Object.entries(TRPC_CODE_OF_ERROR).find(([, code]) => code === error.code);
  const code = (entry?.[0] ?? 'BAD_REQUEST') as keyof typeof TRPC_CODE_OF_ERROR;
  return new SvcError(code, error.message, { cause: error });
}
