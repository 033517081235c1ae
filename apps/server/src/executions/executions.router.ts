import { branchesQuery, branchList } from '@svc/contract/executions/branches';
import {
  executionSummary,
  resultDetail,
  resultDetailQuery,
  resultRowPage,
  resultRowsQuery,
} from '@svc/contract/executions/execution-view';
import {
  artifactPage,
  deletedExecution,
  executionDetail,
  executionPage,
  executionPartQuery,
  filesQuery,
  executionQuery,
  executionsQuery,
  filePage,
  resultPage,
  resultsQuery,
} from '@svc/contract/executions/executions';
import { adminProcedure, ingestProcedure, memberProcedure, router } from '../http/trpc/trpc.ts';
import { statusTable } from '../http/trpc/status-table.ts';
import { listBranches } from './branches/branches.service.ts';
import {
  readFirstPages,
  readArtifactsPage,
  readFilesPage,
  readResultsPage,
} from './execution-pages.ts';
import {
  deleteExecution,
  openExecution,
  readExecutionsPage,
  requireExecution,
} from './executions.service.ts';
import { readExecutionSummary } from './view/execution-summary.ts';
import { readResultDetail } from './view/result-detail.ts';
import { readResultRowsPage } from './view/result-rows.ts';

export const executionsRouter = router({
  list: ingestProcedure
    .meta({
      data: true,
      openapi: {
        method: 'GET',
        path: '/executions',
        tags: ['Executions'],
        summary: 'List executions, newest first',
        description:
          'A key with the scope `ingest` must send `commit`, and gets only the executions that it uploaded to.',
      },
    })
    .input(executionsQuery)
    .output(executionPage)
    .query(({ ctx, input }) => readExecutionsPage(ctx.deps, ctx.scope, input)),

  get: ingestProcedure
    .meta({
      data: true,
      uncached: 'is streamed, with signed addresses',
      openapi: {
        method: 'GET',
        path: '/executions/{id}',
        tags: ['Executions'],
        summary: 'Get an execution with results and artifacts',
        description: [
          'The answer is streamed, whatever its size. A client that reads less than 64 kB/s is disconnected once it is 10 s ' +
            'behind.',
          statusTable([
            [404, 'The execution does not exist', 'Check the id'],
            [
              503,
              'The server already sends 4 large executions, or 2 to this organization, and 20 s of waiting were not enough',
              'Retry after `Retry-After`',
            ],
          ]),
        ].join('\n\n'),
      },
    })
    .input(executionQuery)
    .output(executionDetail)
    .query(async ({ ctx, input }) =>
      readFirstPages(ctx.deps, ctx.scope, await openExecution(ctx.deps, ctx.scope, input)),
    ),

  delete: adminProcedure
    .meta({
      openapi: {
        method: 'DELETE',
        path: '/executions/{id}',
        tags: ['Executions'],
        summary: 'Delete an execution permanently',
        description:
          'Requires an owner or admin; an API key cannot delete. Deletes the execution with its results and artifacts. No ' +
          'answer contains it once the call has returned; states of tests, rates and failures are then those of the other ' +
          'executions. Files that nothing else refers to are deleted within an hour.',
      },
    })
    .input(executionQuery.pick({ id: true }))
    .output(deletedExecution)
    .mutation(({ ctx, input }) => deleteExecution(ctx.deps, ctx.scope, input.id)),

  // Used by the dashboard.
  branches: memberProcedure
    .meta({ data: true })
    .input(branchesQuery)
    .output(branchList)
    .query(({ ctx, input }) => listBranches(ctx.deps, ctx.scope, input)),

  // Further pages of the lists of `get` over tRPC. REST streams them instead.
  results: ingestProcedure
    .meta({ data: true })
    .input(resultsQuery)
    .output(resultPage)
    .query(async ({ ctx, input }) =>
      readResultsPage(ctx.scope, await openExecution(ctx.deps, ctx.scope, input), input),
    ),
  files: ingestProcedure
    .meta({ data: true })
    .input(filesQuery)
    .output(filePage)
    .query(async ({ ctx, input }) =>
      readFilesPage(ctx.scope, await openExecution(ctx.deps, ctx.scope, input), input),
    ),
  artifacts: ingestProcedure
    .meta({ data: true, uncached: 'has signed addresses' })
    .input(executionPartQuery)
    .output(artifactPage)
    .query(async ({ ctx, input }) => {
      const { place } = await openExecution(ctx.deps, ctx.scope, input);
      return readArtifactsPage(ctx.deps, ctx.scope, { ...input, place });
    }),

  // Data of the dashboard's page of an execution, in small answers. Programs read `get`.
  summary: memberProcedure
    .meta({ data: true })
    .input(executionQuery.pick({ id: true }))
    .output(executionSummary)
    .query(async ({ ctx, input }) =>
      readExecutionSummary(ctx.deps, ctx.scope, await requireExecution(ctx.scope, input.id)),
    ),
  rows: memberProcedure
    .meta({ data: true })
    .input(resultRowsQuery)
    .output(resultRowPage)
    .query(async ({ ctx, input: { id, ...wanted } }) => {
      const { id: executionId, week } = await requireExecution(ctx.scope, id);
      return readResultRowsPage(ctx.scope, { executionId, week }, wanted);
    }),
  result: memberProcedure
    .meta({ data: true, uncached: 'has signed addresses' })
    .input(resultDetailQuery)
    .output(resultDetail)
    .query(async ({ ctx, input: { id, ...wanted } }) => {
      const { id: executionId, week } = await requireExecution(ctx.scope, id);
      return readResultDetail(ctx.deps, ctx.scope, { place: { executionId, week }, ...wanted });
    }),
});
