import { z } from 'zod';
import { formatNumber } from '../zod-free/amounts.ts';
import { classification, labelFields, testIdText } from '../executions/outcomes.ts';
import { buildPageSchema, pageParameters } from '../pages.ts';
import { actionPlan } from './action-plan.ts';
import { correction, failureVerdict, verdictFields } from './verdicts.ts';

const count = z.number().int().min(0);

/** Maximum number of failures in the body of an inline request. */
export const INLINE_FAILURES = 10_000;
/** Maximum number of verdicts in an analysis; `GET /api/ci/analyses/{id}/failures` lists all. */
export const VERDICTS_OF_ANALYSIS = 1_000;
/** Maximum length of a log in characters. A longer one is refused with 413. */
export const LOG_CHARACTERS = 5 * 1_024 * 1_024;

/** History of a failure that the server does not store: runs before the one that failed now. */
const inlineHistory = z.strictObject({
  runs: count.describe('Number of counted runs (passed or failed) before this failure'),
  failures: count.describe('Number of these runs that failed; 0 for the first failure'),
  flakyRuns: count.describe(
    'Number of these runs that passed on retry, or failed on a commit on which another run passed',
  ),
  coFailingTests: count.optional().describe('Number of tests that failed together with this one'),
  passAndFailSameCommit: z.boolean().optional(),
  sinceCommit: z
    .string()
    .max(200)
    .optional()
    .describe('First commit of the current streak of failures'),
});

const inlineFailure = z.strictObject({
  title: z.string().max(10_000),
  file: z.string().max(4_096).optional(),
  line: z.number().int().min(0).max(2_147_483_647).optional(),
  framework: z.string().max(200).optional(),
  owner: z.string().max(1_000).optional(),
  error: z.strictObject({ message: z.string(), stack: z.string().optional() }),
  retryPassed: z
    .boolean()
    .nullable()
    .optional()
    .describe(
      'True if a retry passed, false if it failed; null or absent if the test was not retried',
    ),
  history: inlineHistory.optional(),
});

const inlineContext = z.strictObject({
  project: z.string().max(1_000).optional(),
  branch: z.string().max(1_000).optional(),
  commit: z.string().max(200).optional(),
  changedFiles: z.array(z.string().max(4_096)).max(10_000).optional(),
});

const log = z
  .string()
  .describe(
    `Log of the CI job, at most ${formatNumber(LOG_CHARACTERS)} characters; ANSI colours are allowed. The analysis stores at most 120 lines of it`,
  );

/** Body of POST /api/ci/analyze: an execution, a run of a CI provider, or failures and a log inline. */
export const analyzeInput = z
  .strictObject({
    executionId: z.uuid().optional(),
    ci: z
      .strictObject({ provider: z.string().min(1).max(200), runId: z.string().min(1).max(1_000) })
      .optional(),
    failures: z.array(inlineFailure).max(INLINE_FAILURES).optional(),
    log: log.optional(),
    context: inlineContext.optional(),
  })
  .refine(
    ({ executionId, ci, failures, log: text }) => {
      const given = [executionId, ci, failures].filter((one) => one !== undefined).length;
      return given === 1 || (given === 0 && text !== undefined);
    },
    {
      error:
        'Expected one of `executionId`, `ci`, or `failures`; a `log` may go with each, or alone',
    },
  );
export type AnalyzeInput = z.infer<typeof analyzeInput>;

const analysisHistory = z
  .object({
    previousAnalyses: count.describe(
      'Number of analysed executions of this branch that began before this one, up to 100',
    ),
    knownFingerprints: count.describe(
      'Number of fingerprints of this analysis that the project had before; 0 if the project is unknown',
    ),
    newFingerprints: count.describe(
      'Number of fingerprints of this analysis that the project did not have before; 0 if the project is unknown',
    ),
    lastGood: z
      .string()
      .nullable()
      .describe('Commit of the newest execution of the branch that passed; null if there is none'),
    firstBad: z
      .string()
      .nullable()
      .describe(
        'Commit of the first execution after `lastGood` that failed; null if there is none',
      ),
  })
  .meta({ id: 'AnalysisHistory' });

/** One analysis: the verdict on an execution, or on failures sent inline, and on each of its failures. */
export const analysis = z
  .object({
    id: z.uuid(),
    executionId: z.uuid().nullable(),
    executionNumber: z.number().int().nullable(),
    project: z.string().nullable(),
    branch: z.string().nullable(),
    commit: z.string().nullable(),
    ...verdictFields,
    summary: z.string(),
    actionPlan,
    failureCount: count.describe(
      'Number of failures, including those beyond the 10,000 that get a verdict',
    ),
    failures: z
      .array(failureVerdict)
      .describe(
        `Most severe ${VERDICTS_OF_ANALYSIS} verdicts; GET /api/ci/analyses/{id}/failures lists all`,
      ),
    history: analysisHistory,
    classifier: z.number().int().describe('Version of the classifier'),
    analyzedAt: z.iso.datetime(),
  })
  .meta({ id: 'Analysis' });
export type Analysis = z.infer<typeof analysis>;

export const analysisQuery = z.strictObject({ id: z.string() });
export type AnalysisQuery = z.infer<typeof analysisQuery>;

/** Parameters of GET /api/ci/analyses/{id}/failures. */
export const analysisFailuresQuery = z.strictObject({
  id: z.string(),
  classification: classification
    .optional()
    .describe('Class that the failures must have. Failures with an unsure verdict have no class'),
  unsure: z
    .enum(['true', 'false'])
    .optional()
    .describe(
      '`true` lists only failures with an unsure verdict, `false` only the others. Default: both',
    ),
  testId: testIdText.optional(),
  fingerprint: z.string().max(200).optional(),
  ...pageParameters,
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(VERDICTS_OF_ANALYSIS)
    .default(25)
    .describe('Maximum number of items on the page'),
});
export type AnalysisFailuresQuery = z.infer<typeof analysisFailuresQuery>;
export const failureVerdictPage = buildPageSchema(failureVerdict);

/** An analysis in a list. */
export const analysisItem = analysis
  .pick({
    id: true,
    executionId: true,
    executionNumber: true,
    project: true,
    branch: true,
    commit: true,
    classification: true,
    confidence: true,
    runnerUp: true,
    needsHuman: true,
    summary: true,
    failureCount: true,
    analyzedAt: true,
  })
  .extend({
    testVerdict: z
      .object({
        resultId: z.uuid().nullable(),
        ...labelFields,
        confidence: z
          .number()
          .describe(
            'Confidence of the verdict, 0 to 1; 1 if a person set the class since the analysis',
          ),
        fingerprint: z.string(),
      })
      .nullable()
      .describe('Verdict on the test that `testId` names; null without `testId`'),
  })
  .meta({ id: 'AnalysisItem' });
export type AnalysisItem = z.infer<typeof analysisItem>;
export const analysisPage = buildPageSchema(analysisItem);

/** Parameters of GET /api/ci/analyses. The list is sorted newest first. */
export const analysesQuery = z.strictObject({
  project: z.string().optional(),
  branch: z.string().optional(),
  executionId: z.uuid().optional(),
  testId: testIdText.optional(),
  ...pageParameters,
});

export type AnalysesQuery = z.infer<typeof analysesQuery>;

/** Body of POST /api/ci/analyses/{id}/feedback. */
export const feedbackInput = z.strictObject({
  id: z.string(),
  classification,
  testId: testIdText
    .optional()
    .describe('Id of the failed test to correct; default: every failure of the analysis'),
  fingerprint: z
    .string()
    .max(200)
    .optional()
    .describe('Fingerprint of the failures to correct; default: every failure of the analysis'),
});
export type FeedbackInput = z.infer<typeof feedbackInput>;

export const feedbackAnswer = z.object({
  ...correction.shape,
  fingerprints: z
    .array(z.string())
    .describe('Fingerprints whose later failures get the corrected class'),
});
export type FeedbackAnswer = z.infer<typeof feedbackAnswer>;
