import {
  accountAnswer,
  accountDeletion,
  done,
  linkQuery,
  passwordChange,
  passwordReset,
  profileChange,
  resetRequest,
  sessionList,
  sessionQuery,
  shownInvitation,
  signUpAnswer,
  signUpInput,
} from '@svc/contract/people/account';
import {
  begunDeviceSignIn,
  deviceCodeInput,
  deviceSignInAnswer,
  deviceSignInInput,
  shownDeviceSignIn,
  userCodeInput,
} from '@svc/contract/people/device-sign-in';
import { organizationQuery } from '@svc/contract/people/organizations';
import { z } from 'zod';
import {
  router,
  signedInProcedure,
  userProcedure,
  visitorProcedure,
  type Visitor,
} from '../../http/trpc/trpc.ts';
import { changeName, describeAccount, switchOrganization } from './account.service.ts';
import { changePassword, isWrongPassword } from './change-password.ts';
import { deleteOwnAccount } from './delete-user.ts';
import {
  beginDeviceSignIn,
  decideDeviceSignIn,
  finishDeviceSignIn,
  showDeviceSignIn,
} from './device-sign-in.ts';
import { requestPasswordReset, resetPassword } from './reset-password.ts';
import { endOtherSessions, endOwnSession, listOwnSessions } from './sessions.service.ts';
import { acceptInvitation } from './accept-invitation.ts';
import { confirmSignUp } from '../sign-up/open-sign-up.ts';
import { showInvitation, signUp } from '../sign-up/sign-up.service.ts';

const nothing = z.strictObject({});

/** Procedures for the dashboard; not part of the REST API. */
export const accountRouter = router({
  get: visitorProcedure
    .input(nothing)
    .output(accountAnswer)
    .query(({ ctx: { visitor } }) => describeAccount(visitor.deps, visitor.user)),
  rename: userProcedure
    .input(profileChange)
    .output(done)
    .mutation(({ ctx: { visitor }, input }) =>
      answerDone(changeName(visitor.deps, visitor.user, input.name)),
    ),
  delete: userProcedure
    .input(accountDeletion)
    .output(done)
    .mutation(({ ctx: { visitor }, input }) =>
      limitPasswordTries(visitor, () => deleteOwnAccount(visitor.deps, visitor.user, input)),
    ),
  switchOrganization: userProcedure
    .input(organizationQuery)
    .output(done)
    .mutation(({ ctx: { visitor }, input }) =>
      answerDone(switchOrganization(visitor.deps, visitor.user, input.organizationId)),
    ),

  signUp: visitorProcedure
    .input(signUpInput)
    .output(signUpAnswer)
    .mutation(({ ctx: { visitor }, input }) => {
      visitor.attempts.signUp(visitor.address, input.email ?? input.invitation ?? '');
      return signUp(visitor.deps, input, visitor.address);
    }),
  confirmSignUp: visitorProcedure
    .input(linkQuery)
    .output(signUpAnswer)
    .mutation(({ ctx: { visitor }, input }) => {
      visitor.attempts.openLink(visitor.address);
      return confirmSignUp(visitor.deps, { ...input, address: visitor.address });
    }),
  invitation: visitorProcedure
    .input(linkQuery)
    .output(shownInvitation)
    .query(({ ctx: { visitor }, input }) => {
      visitor.attempts.openLink(visitor.address);
      return showInvitation(visitor.deps, input.token);
    }),
  acceptInvitation: userProcedure
    .input(linkQuery)
    .output(z.object({ id: z.string(), name: z.string() }))
    .mutation(({ ctx: { visitor }, input }) => {
      visitor.attempts.openLink(visitor.address);
      return acceptInvitation(visitor.deps, visitor.user, input.token);
    }),

  changePassword: signedInProcedure
    .input(passwordChange)
    .output(done)
    .mutation(({ ctx: { visitor }, input }) =>
      limitPasswordTries(visitor, () => changePassword(visitor.deps, visitor.user, input)),
    ),
  requestPasswordReset: visitorProcedure
    .input(resetRequest)
    .output(done)
    .mutation(({ ctx: { visitor }, input }) => {
      visitor.attempts.reset(visitor.address, input.email);
      return answerDone(requestPasswordReset(visitor.deps, input.email));
    }),
  resetPassword: visitorProcedure
    .input(passwordReset)
    .output(done)
    .mutation(({ ctx: { visitor }, input }) => {
      visitor.attempts.openLink(visitor.address);
      return answerDone(resetPassword(visitor.deps, { ...input, address: visitor.address }));
    }),

  beginDeviceSignIn: visitorProcedure
    .input(deviceSignInInput)
    .output(begunDeviceSignIn)
    .mutation(({ ctx: { visitor }, input }) => {
      visitor.attempts.beginDeviceSignIn(visitor.address);
      return beginDeviceSignIn(visitor.deps, input, visitor.address);
    }),
  finishDeviceSignIn: visitorProcedure
    .input(deviceCodeInput)
    .output(deviceSignInAnswer)
    .mutation(({ ctx: { visitor }, input }) => finishDeviceSignIn(visitor.deps, input.deviceCode)),
  deviceSignIn: userProcedure
    .input(userCodeInput)
    .output(shownDeviceSignIn)
    .query(({ ctx: { visitor }, input }) => {
      visitor.attempts.openLink(visitor.address);
      return showDeviceSignIn(visitor.deps, input.userCode);
    }),
  approveDeviceSignIn: userProcedure
    .input(userCodeInput)
    .output(done)
    .mutation(({ ctx: { visitor }, input }) => decideDevice(visitor, input.userCode, 'approved')),
  denyDeviceSignIn: userProcedure
    .input(userCodeInput)
    .output(done)
    .mutation(({ ctx: { visitor }, input }) => decideDevice(visitor, input.userCode, 'denied')),

  sessions: userProcedure
    .input(nothing)
    .output(sessionList)
    .query(async ({ ctx: { visitor } }) => ({
      items: await listOwnSessions(visitor.deps, visitor.user),
    })),
  endSession: userProcedure
    .input(sessionQuery)
    .output(done)
    .mutation(({ ctx: { visitor }, input }) =>
      answerDone(endOwnSession(visitor.deps, visitor.user, input.id)),
    ),
  endOtherSessions: userProcedure
    .input(nothing)
    .output(done)
    .mutation(({ ctx: { visitor } }) => answerDone(endOtherSessions(visitor.deps, visitor.user))),
});

async function answerDone(change: Promise<void>): Promise<{ done: true }> {
  await change;
  return { done: true };
}

function decideDevice(
  { attempts, address, deps, user }: Visitor & { user: NonNullable<Visitor['user']> },
  userCode: string,
  state: 'approved' | 'denied',
): Promise<{ done: true }> {
  attempts.openLink(address);
  return answerDone(decideDeviceSignIn(deps, { userCode, user, state }));
}

/** Counts a wrong password like a failed sign-in. */
async function limitPasswordTries(
  { address, attempts, user }: Visitor,
  change: () => Promise<void>,
): Promise<{ done: true }> {
  const attempt = attempts.passwords.beginTry(address, user?.email ?? '');
  try {
    await change();
  } catch (error) {
    if (!isWrongPassword(error)) attempt.undecided();
    throw error;
  }
  attempt.succeeded();
  return { done: true };
}
