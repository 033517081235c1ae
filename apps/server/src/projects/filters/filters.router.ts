import { filterOptions, filterOptionsQuery } from '@svc/contract/filters';
import { memberProcedure, router } from '../../http/trpc/trpc.ts';
import { readFilterOptions } from './filters.service.ts';

/** Menus of the dashboard's filters, only over tRPC. */
export const filtersRouter = router({
  options: memberProcedure
    .meta({ data: true })
    .input(filterOptionsQuery)
    .output(filterOptions)
    .query(({ ctx, input }) => readFilterOptions(ctx.deps, ctx.scope, input)),
});
