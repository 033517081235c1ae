import { noticeList } from '@svc/contract/notices';
import { z } from 'zod';
import { memberProcedure, router } from '../../http/trpc/trpc.ts';
import { listNotices } from './notices.service.ts';

/** Procedures for the dashboard. */
export const noticesRouter = router({
  list: memberProcedure
    .input(z.strictObject({}))
    .output(noticeList)
    .query(({ ctx }) => listNotices(ctx.deps, ctx.scope)),
});
