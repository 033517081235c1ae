import { z } from 'zod';

/** Outcome of a test's run. If an execution has several results of the test, the worst counts. */
export const OUTCOMES = [
  'passed',
  'failed',
  'timedOut',
  'flaky',
  'skipped',
  'interrupted',
] as const;
export const outcome = z
  .enum(OUTCOMES)
  .describe('Outcome of the run; `flaky` passed after a failed attempt');
export type Outcome = z.infer<typeof outcome>;

/** States of a test, with hysteresis. @see docs/read/definitions.md, "State" */
export const TEST_STATES = [
  'unknown',
  'healthy',
  'suspected',
  'flaky',
  'recovering',
  'broken',
] as const;
export const testState = z
  .enum(TEST_STATES)
  .describe(
    'Flakiness of the test, independent of its last outcome. `unknown`: fewer than 5 counted runs and no evidence of flakiness. `healthy`: no current evidence of flakiness. `suspected`: a flaky run, but not enough to be `flaky`. `flaky`: at least two flaky runs on two commits within 14 days and a rate of at least 1 %. `recovering`: at least half of the clean runs that it needs to be healthy again. `broken`: 3 failures in a row on the default branch, or 6 failures in the last 10 runs',
  );
export type TestState = z.infer<typeof testState>;

/** Classes of a failure. @see docs/read/definitions.md, "Verdicts" */
export const CLASSIFICATIONS = ['HEALABLE', 'REAL_BUG', 'KNOWN_FLAKE', 'INFRA'] as const;
export const classification = z.enum(CLASSIFICATIONS);
export type Classification = z.infer<typeof classification>;

/** A class with its probability according to a verdict. */
export const candidate = z.object({
  classification,
  confidence: z
    .number()
    .min(0)
    .max(1)
    .describe('Calibrated probability, 0 to 1: of verdicts with 0.8, about 80 % should be right'),
});
export type Candidate = z.infer<typeof candidate>;

/** Short form of a verdict in a list: its class, or its two candidates if it is unsure. */
export const labelFields = {
  classification: classification
    .nullable()
    .describe(
      'Class of the failure; null if nothing failed, if it is not analysed yet, and if the verdict is unsure',
    ),
  candidates: z
    .array(candidate)
    .optional()
    .describe(
      'Two most likely classes, the likelier one first, if the verdict is unsure (confidence below 0.6); absent otherwise',
    ),
};

/** The identity of a failure: a prefix and a hash. */
export const FINGERPRINT = /^fp2:[0-9a-f]{32}$/;

/** One cause of failures, with the readable text from which its fingerprint is hashed. */
export const fingerprintCount = z
  .object({
    fingerprint: z.string(),
    pattern: z.string(),
    count: z.number().int().describe('Number of results that failed with this fingerprint'),
    firstSeenAt: z.iso.datetime(),
    lastSeenAt: z.iso.datetime(),
  })
  .meta({ id: 'FingerprintCount' });
export type FingerprintCount = z.infer<typeof fingerprintCount>;

/** An execution and its commit, as one end of a range of commits. */
export const commitPoint = z
  .object({
    executionId: z.uuid(),
    commit: z.string().nullable(),
    at: z.iso.datetime().describe('Start time of the execution (ISO 8601)'),
  })
  .meta({ id: 'CommitPoint' });
export type CommitPoint = z.infer<typeof commitPoint>;

/** Identity of a test, in every list of tests. */
export const testFields = {
  testId: z.string(),
  title: z.string(),
  titlePath: z.array(z.string()),
  file: z.string(),
  project: z.string(),
  variant: z.string().nullable(),
  framework: z.string(),
  owner: z.string().nullable(),
};

/** A test's id in a parameter. */
export const testIdText = z
  .string()
  .regex(/^[0-9a-f]{32}$/i, { error: 'Expected a test id: 32 hex digits' });

/** Number of counted runs below which a test without evidence of flakiness is `unknown`. */
export const MIN_RUNS = 5;
