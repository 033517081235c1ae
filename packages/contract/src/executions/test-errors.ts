import { z } from 'zod';
import { INGEST_LIMITS } from '../zod-free/limits.ts';

/** A place in a file: `line` and `column` from 1, `file` relative to the repository root if it is inside. */
export const location = z
  .object({
    file: z.string(),
    line: z.number().int().min(0).max(2_147_483_647),
    column: z.number().int().min(0).max(2_147_483_647).optional(),
  })
  .meta({ id: 'Location' }) satisfies z.ZodType<Location>;
export interface Location {
  file: string;
  line: number;
  column?: number | undefined;
}

/** An error of an attempt, a file or a whole execution, with up to five levels of `cause`. */
export interface TestError {
  message: string;
  stack?: string | undefined;
  diff?: string | undefined;
  expected?: string | undefined;
  actual?: string | undefined;
  snippet?: string | undefined;
  location?: Location | undefined;
  cause?: TestError | undefined;
}

/** One step inside an attempt, with up to eight levels below it. */
export interface Step {
  title: string;
  category?: string | undefined;
  durationMs: number;
  startedAt?: string | undefined;
  location?: Location | undefined;
  error?: TestError | undefined;
  steps?: Step[] | undefined;
}

/** Duration in ms, an integer of at most 24 days. */
export const durationMs = z.number().int().min(0).max(2_147_483_647);

const EARLIEST = Date.UTC(2000, 0, 1);
const LATEST = Date.UTC(2100, 0, 1);

/** ISO 8601 time with an offset or Z, from 2000 to 2099: a wrong clock must not place a run outside every window. */
export const dateTime = z.iso.datetime({ offset: true }).refine(
  (text) => {
    const at = Date.parse(text);
    return at >= EARLIEST && at < LATEST;
  },
  { error: 'Expected a date-time between the years 2000 and 2099' },
);

const errorFields = {
  message: z.string(),
  stack: z.string().optional(),
  diff: z.string().optional(),
  expected: z.string().optional(),
  actual: z.string().optional(),
  snippet: z.string().optional(),
  location: location.optional(),
};

const stepFields = {
  title: z.string(),
  category: z.string().optional(),
  durationMs,
  startedAt: dateTime.optional(),
  location: location.optional(),
};

// One schema per level instead of a recursive one: a hostile body nested a million levels deep then has ignored
// fields, and does not overflow the stack.
export const testError: z.ZodType<TestError> = buildErrorSchema(INGEST_LIMITS.causeDepth, 'Error');
export const step: z.ZodType<Step> = buildStepSchema(INGEST_LIMITS.stepDepth, 'Step');

function buildErrorSchema(causesBelow: number, id: string): z.ZodType<TestError> {
  if (causesBelow === 0) return z.object(errorFields).meta({ id });
  const cause = buildErrorSchema(
    causesBelow - 1,
    `ErrorCause${INGEST_LIMITS.causeDepth - causesBelow + 1}`,
  );
  return z.object({ ...errorFields, cause: cause.optional() }).meta({ id });
}

function buildStepSchema(stepsBelow: number, id: string): z.ZodType<Step> {
  const fields = { ...stepFields, error: testError.optional() };
  if (stepsBelow === 1) return z.object(fields).meta({ id });
  const inner = buildStepSchema(stepsBelow - 1, `Step${INGEST_LIMITS.stepDepth - stepsBelow + 2}`);
  return z
    .object({ ...fields, steps: z.array(inner).max(INGEST_LIMITS.stepsPerAttempt).optional() })
    .meta({ id });
}
