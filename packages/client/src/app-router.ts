import {
  executionDetail,
  executionPage,
  executionQuery,
  executionsQuery,
} from '@svc/contract/executions';
import { whoami } from '@svc/contract/whoami';
import { initTRPC } from '@trpc/server';

const t = initTRPC.create();
const unreachable = (): never => {
  throw new Error('types only');
};
const router = t.router({
  executions: t.router({
    list: t.procedure.input(executionsQuery).output(executionPage).query(unreachable),
    get: t.procedure.input(executionQuery).output(executionDetail).query(unreachable),
  }),
  whoami: t.router({
    get: t.procedure.input(executionQuery.partial()).output(whoami).query(unreachable),
  }),
});
export type AppRouter = typeof router;
