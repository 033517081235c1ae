import {
  apiKeyChange,
  apiKeyFirstUse,
  apiKeyInput,
  apiKeyList,
  apiKeyQuery,
  createdApiKey,
  listedApiKey,
} from '@svc/contract/people/api-keys';
import { z } from 'zod';
import { adminProcedure, memberProcedure, router } from '../../http/trpc/trpc.ts';
import { revokeListedKey } from './api-keys.service.ts';
import { editKey } from './edit-key.ts';
import { issueOwnKey } from './issue-key.ts';
import { readFirstUse, listRecentKeys } from './list-keys.ts';

/** Procedures for the dashboard. Over REST, an API key can neither list nor change keys. */
export const apiKeysRouter = router({
  list: memberProcedure
    .input(z.strictObject({}))
    .output(apiKeyList)
    .query(({ ctx }) => listRecentKeys(ctx.deps, ctx.scope)),
  create: adminProcedure
    .input(apiKeyInput)
    .output(createdApiKey)
    .mutation(({ ctx, input }) => issueOwnKey(ctx.deps, ctx.scope, input)),
  edit: adminProcedure
    .input(apiKeyChange)
    .output(listedApiKey)
    .mutation(({ ctx, input }) => editKey(ctx.deps, ctx.scope, input)),
  revoke: adminProcedure
    .input(apiKeyQuery)
    .output(listedApiKey)
    .mutation(({ ctx, input }) => revokeListedKey(ctx.deps, ctx.scope, input.id)),
  firstUse: memberProcedure
    .input(apiKeyQuery)
    .output(apiKeyFirstUse)
    .query(({ ctx, input }) => readFirstUse(ctx.deps, ctx.scope, input.id)),
});
