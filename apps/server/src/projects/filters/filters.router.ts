import { filterOptions, filterOptionsQuery } from '@svc/contract/filters';
import { memberProcedure, router } from '../../http/trpc/trpc.ts';
import { filterOptionsOf } from './filters.service.ts';

/** Over tRPC alone: the menus of the dashboard's filters. */
export const filtersRouter = router({
  options: memberProcedure
    .input(filterOptionsQuery)
    .output(filterOptions)
    .query(({ ctx, input }) => filterOptionsOf(ctx.deps, ctx.scope, input)),
});
