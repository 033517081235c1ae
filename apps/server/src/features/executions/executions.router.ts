import {
  executionDetail,
  executionPage,
  executionQuery,
  executionsQuery,
  type ExecutionDetail,
  type Result,
} from '@svc/contract/executions';
import { memberProcedure, router } from '../../trpc/trpc.ts';
import { openExecution, pageOfExecutions } from './executions.service.ts';

export const executionsRouter = router({
  list: memberProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/executions',
        tags: ['Executions'],
        summary: 'List executions, newest first',
      },
    })
    .input(executionsQuery)
    .output(executionPage)
    .query(({ ctx, input }) => pageOfExecutions(ctx.deps, ctx.principal, input)),

  get: memberProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/executions/{id}',
        tags: ['Executions'],
        summary: 'One execution with all its results and artifacts',
      },
    })
    .input(executionQuery)
    .output(executionDetail)
    .query(async ({ ctx, input }): Promise<ExecutionDetail> => {
      const opened = await openExecution(ctx.deps, ctx.principal, input);
      const results: Result[] = [];
      for await (const chunk of opened.results) results.push(...chunk);
      const { execution, errors, files, artifacts } = opened;
      return { ...execution, errors, files, artifacts, results };
    }),
});
