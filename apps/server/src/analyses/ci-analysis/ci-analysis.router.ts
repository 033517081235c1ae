import {
  analysesQuery,
  analysis,
  analysisFailuresQuery,
  analysisPage,
  analysisQuery,
  analyzeInput,
  failureVerdictPage,
  feedbackAnswer,
  feedbackInput,
} from '@svc/contract/analysis/analyses';
import { memberProcedure, router } from '../../http/trpc/trpc.ts';
import { analyzeFailures } from './analyze.service.ts';
import { pageOfAnalyses } from './list-analyses.service.ts';
import { giveFeedback } from './feedback.service.ts';
import { openAnalysis, pageOfVerdicts } from './read-analysis.service.ts';

const tags = ['Analysis'];

export const ciAnalysisRouter = router({
  // ci-analysis.rest.ts answers requests before they reach this.
  analyze: memberProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/ci/analyze',
        tags,
        summary: 'Classify failures, with evidence and a plan',
        description:
          'Of an execution, by `executionId` or by `ci` (of several executions of the CI run: the newest attempt, one ' +
          'that failed before others); or of failures and a log that are sent inline. Answers the stored analysis if it is ' +
          'of the present state of the execution, this version of the classifier and all feedback, and if no `log` is sent. ' +
          'Settled executions are analysed by themselves, so that this mostly reads. An execution that still runs is judged ' +
          'by what has come, and `notChecked` says what is missing. 400 "nothing to analyze" for an execution without a ' +
          'failure, 413 for a log over 5 MB. While the execution is analysed elsewhere: the stored analysis, or 503 with ' +
          '`Retry-After` if there is none or a `log` or changed files are sent. At most 10,000 failures are judged. The ' +
          'whole takes the most severe class in the order REAL_BUG, HEALABLE, INFRA, KNOWN_FLAKE.',
      },
    })
    .input(analyzeInput)
    .output(analysis)
    .mutation(({ ctx, input }) => analyzeFailures(ctx.deps, ctx.scope, input)),

  list: memberProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/ci/analyses',
        tags,
        summary: 'Analyses, newest first',
        description:
          'One for each execution. With `testId`, those with a failure of ' +
          'that test, and the verdict on it.',
      },
    })
    .input(analysesQuery)
    .output(analysisPage)
    .query(({ ctx, input }) => pageOfAnalyses(ctx.scope, input)),

  get: memberProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/ci/analyses/{id}',
        tags,
        summary: 'One analysis with its most severe verdicts',
      },
    })
    .input(analysisQuery)
    .output(analysis)
    .query(({ ctx, input }) => openAnalysis(ctx.scope, input.id)),

  failures: memberProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/ci/analyses/{id}/failures',
        tags,
        summary: 'The verdicts of an analysis, the most severe first',
      },
    })
    .input(analysisFailuresQuery)
    .output(failureVerdictPage)
    .query(({ ctx, input }) => pageOfVerdicts(ctx.scope, input)),

  feedback: memberProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/ci/analyses/{id}/feedback',
        tags,
        summary: 'Correct the class of failures',
        description:
          'For members, and API keys with the scope `full`. Names the failures by `testId` or `fingerprint`, else all of ' +
          'the analysis; for KNOWN_FLAKE, one of the two is needed if the failures differ. Lists show the class at once, ' +
          'and later failures with the same fingerprint follow it. The newest opinion counts. It is kept when ' +
          'results or executions are deleted, until the project is; without a project, until the organization is.',
      },
    })
    .input(feedbackInput)
    .output(feedbackAnswer)
    .mutation(({ ctx, input }) => giveFeedback(ctx.deps, ctx.scope, input)),
});
