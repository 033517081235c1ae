import { done } from '@svc/contract/people/account';
import {
  organizationDeletion,
  organizationInput,
  ownOrganization,
} from '@svc/contract/people/organizations';
import { adminProcedure, ownerProcedure, router, userProcedure } from '../../http/trpc/trpc.ts';
import { createOrganization } from '../account/create-organization.ts';
import { deleteNamedOrganization, renameOrganization } from './organizations.service.ts';

/** Procedures for the dashboard; not part of the REST API. */
export const organizationsRouter = router({
  create: userProcedure
    .input(organizationInput)
    .output(ownOrganization)
    .mutation(({ ctx, input }) => {
      const { deps, user } = ctx.visitor;
      return createOrganization(deps, user, input.name);
    }),
  rename: adminProcedure
    .input(organizationInput)
    .output(done)
    .mutation(async ({ ctx, input }) => {
      await renameOrganization(ctx.deps, ctx.scope, input.name);
      return { done: true };
    }),
  delete: ownerProcedure
    .input(organizationDeletion)
    .output(done)
    .mutation(async ({ ctx, input }) => {
      await deleteNamedOrganization(ctx.deps, ctx.scope, input.name);
      return { done: true };
    }),
});
