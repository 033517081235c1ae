import { done } from '@svc/contract/people/account';
import {
  invitationInput,
  invitationList,
  invitationQuery,
  memberList,
  memberQuery,
  newInvitation,
  roleChange,
} from '@svc/contract/people/members';
import { z } from 'zod';
import { adminProcedure, memberProcedure, router } from '../../http/trpc/trpc.ts';
import { invite, listPendingInvitations, revokeInvitation } from './invitations.service.ts';
import { listAllMembers, changeRole, leaveOrganization, removeMember } from './members.service.ts';

const nothing = z.strictObject({});

/** Procedures for the dashboard; not part of the REST API. */
export const membersRouter = router({
  list: memberProcedure
    .input(nothing)
    .output(memberList)
    .query(async ({ ctx }) => ({ items: await listAllMembers(ctx.scope) })),
  changeRole: adminProcedure
    .input(roleChange)
    .output(done)
    .mutation(async ({ ctx, input }) => {
      await changeRole(ctx.deps, ctx.scope, input);
      return { done: true };
    }),
  remove: adminProcedure
    .input(memberQuery)
    .output(done)
    .mutation(async ({ ctx, input }) => {
      await removeMember(ctx.deps, ctx.scope, input.userId);
      return { done: true };
    }),
  leave: memberProcedure
    .input(nothing)
    .output(done)
    .mutation(async ({ ctx }) => {
      await leaveOrganization(ctx.deps, ctx.scope);
      return { done: true };
    }),
  invitations: adminProcedure
    .input(nothing)
    .output(invitationList)
    .query(async ({ ctx }) => ({ items: await listPendingInvitations(ctx.deps, ctx.scope) })),
  invite: adminProcedure
    .input(invitationInput)
    .output(newInvitation)
    .mutation(({ ctx, input }) => {
      ctx.visitor?.attempts.invite(input.email);
      return invite(ctx.deps, ctx.scope, input);
    }),
  revokeInvitation: adminProcedure
    .input(invitationQuery)
    .output(done)
    .mutation(async ({ ctx, input }) => {
      await revokeInvitation(ctx.deps, ctx.scope, input.id);
      return { done: true };
    }),
});
