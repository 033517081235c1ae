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
import { statusTable } from '../../http/trpc/status-table.ts';
import { analyzeFailures } from './analyze.service.ts';
import { readAnalysesPage } from './list-analyses.service.ts';
import { giveFeedback } from './feedback.service.ts';
import { readAnalysis, readVerdictsPage } from './read-analysis.service.ts';

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
        description: [
          'Analyses an execution, or failures and a log that are sent inline. `executionId` or `ci` names the execution; if the ' +
            'CI run has several, the newest attempt is used, and one that failed is preferred. A settled execution has been ' +
            'analysed already, so this usually returns the stored analysis: it is returned if it is up to date with the ' +
            'execution, the classifier and all feedback, and if no `log` is sent. A running execution is judged by the results ' +
            'received so far, and `notChecked` names what is missing. At most 10,000 failures are judged. The class of the whole ' +
            'is the most severe one, in the order REAL_BUG, HEALABLE, INFRA, KNOWN_FLAKE.',
          statusTable([
            [
              400,
              'Nothing to analyze: nothing failed, or the log has no line that looks like an error',
              'Nothing',
            ],
            [404, 'The execution or CI run does not exist', 'Check the id'],
            [
              413,
              'The log has more than 5,242,880 characters',
              'Send its end, where the failure is',
            ],
            [
              413,
              '`context.changedFiles` has more than 1,000,000 characters',
              'Send only files of the product and its tests',
            ],
            [
              503,
              'The execution is being analysed, and there is no stored analysis, or a log or changed files were sent',
              'Retry after `Retry-After`',
            ],
          ]),
        ].join('\n\n'),
      },
    })
    .input(analyzeInput)
    .output(analysis)
    .mutation(({ ctx, input }) => analyzeFailures(ctx.deps, ctx.scope, input)),

  list: memberProcedure
    .meta({
      data: true,
      uncached: 'names users',
      openapi: {
        method: 'GET',
        path: '/ci/analyses',
        tags,
        summary: 'List analyses, newest first',
        description:
          'Lists one analysis for each execution. With `testId`, only analyses with a failure of that test, and the verdict on ' +
          'it.',
      },
    })
    .input(analysesQuery)
    .output(analysisPage)
    .query(({ ctx, input }) => readAnalysesPage(ctx.scope, input)),

  get: memberProcedure
    .meta({
      data: true,
      uncached: 'names users',
      openapi: {
        method: 'GET',
        path: '/ci/analyses/{id}',
        tags,
        summary: 'Get an analysis',
        description:
          'Returns the analysis with its most severe verdicts. GET /api/ci/analyses/{id}/failures lists all verdicts.',
      },
    })
    .input(analysisQuery)
    .output(analysis)
    .query(({ ctx, input }) => readAnalysis(ctx.scope, input.id)),

  failures: memberProcedure
    .meta({
      data: true,
      uncached: 'names users',
      openapi: {
        method: 'GET',
        path: '/ci/analyses/{id}/failures',
        tags,
        summary: 'List the verdicts of an analysis',
        description: 'Lists the verdicts on all failures of the analysis, most severe first.',
      },
    })
    .input(analysisFailuresQuery)
    .output(failureVerdictPage)
    .query(({ ctx, input }) => readVerdictsPage(ctx.scope, input)),

  feedback: memberProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/ci/analyses/{id}/feedback',
        tags,
        summary: 'Correct the class of failures',
        description: [
          'Requires a member, or an API key with the scope `full`. `testId` or `fingerprint` names the failures; default: all ' +
            'failures of the analysis. Lists show the new class at once, and later failures with the same fingerprint get it ' +
            'too. The newest correction counts. It is kept when results or executions are deleted, until the project is deleted; ' +
            'without a project, until the organization is deleted.',
          statusTable([
            [400, 'The analysis has no such failure', 'Check `testId` and `fingerprint`'],
            [
              400,
              'KNOWN_FLAKE for failures with different fingerprints',
              'Send `testId` or `fingerprint`',
            ],
            [404, 'The analysis does not exist', 'Check the id'],
          ]),
        ].join('\n\n'),
      },
    })
    .input(feedbackInput)
    .output(feedbackAnswer)
    .mutation(({ ctx, input }) => giveFeedback(ctx.deps, ctx.scope, input)),
});
