// The face of this room: what other rooms may use of it.
export { accountRouter } from './account/account.router.ts';
export { withoutSignatures } from './mail/links.ts';
export { insertMember, listOwnerIds } from './members/members.queries.ts';
export { DEFAULT_OWNER_EMAIL, makeOwner } from './members/make-owner.ts';
export { apiKeysRouter } from './api-keys/api-keys.router.ts';
export {
  createApiKey,
  listAllApiKeys,
  revokeKey,
  storeApiKey,
} from './api-keys/api-keys.service.ts';
export { issueKey } from './api-keys/issue-key.ts';
export { createMailSender } from './mail/send-mails.ts';
export { sendTestMail } from './mail/send-test-mail.ts';
export { membersRouter } from './members/members.router.ts';
export { addMember } from './members/add-member.ts';
export { deleteUser } from './account/delete-user.ts';
export { setPassword } from './account/set-password.ts';
export {
  findFirstOrganization,
  listOrganizationsWithCounts,
  listOrganizationsNamed,
  makeDefaultOrganization,
} from './organizations/organizations.queries.ts';
export { organizationsRouter } from './organizations/organizations.router.ts';
export { registerAuthRoutes } from './sign-in/auth-routes.ts';
export { FailedAuthentications } from './sign-in/failed-authentications.ts';
export { guard, type GuardParts } from './sign-in/guard.ts';
export { UseLog } from './sign-in/use-log.ts';
export { listUsers } from './users/all-users.queries.ts';
export { findCredential, type StoredCredential } from './users/credentials.queries.ts';
export { generateOneTimePassword } from './users/one-time-password.ts';
export { requirePasswords } from './users/require-passwords.ts';
export { hashNewPassword } from './users/passwords.ts';
export { deleteExpiredSessions } from './sessions/user-sessions.queries.ts';
export { deleteExpiredVerifications } from './users/verifications.queries.ts';
export { whoamiRouter } from './whoami/whoami.router.ts';
