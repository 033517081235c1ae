import { z } from 'zod';
import { emailAddress, personalName, role } from './members.ts';
import { ownOrganization } from './organizations.ts';

/** 12 to 128 characters of any kind. */
export const newPassword = z
  .string()
  .regex(/^.{12,128}$/su, { error: 'Must have 12 to 128 characters' });

/** Password to compare with the stored one. */
const sentPassword = z.string().min(1).max(1_000);

export const userName = personalName;

/** Who may create an account: anyone, people with an invitation, or nobody. */
export const signUpMode = z.enum(['open', 'invitation', 'closed']);

/** Data that a page needs before any other request. */
export const accountAnswer = z.object({
  user: z
    .object({
      id: z.string(),
      email: z.string(),
      name: z.string(),
      mustChangePassword: z
        .boolean()
        .describe(
          'True if the user signed in with a one-time password: all other requests are refused until the password is changed',
        ),
      hasPassword: z
        .boolean()
        .describe('True if the user has a password, false if they sign in only through a provider'),
    })
    .nullable()
    .describe('Signed-in user; null if nobody is signed in or the session has expired'),
  organizations: z.array(ownOrganization).describe('Organizations of the user, sorted by name'),
  activeOrganization: ownOrganization
    .nullable()
    .describe('Organization of the session; null if there is none'),
  mayCreateOrganizations: z.boolean(),
  signUp: signUpMode,
  passwords: z
    .boolean()
    .describe('True if people may sign in with a password. Otherwise there is a provider'),
  providers: z.array(z.object({ id: z.enum(['github', 'oidc']), name: z.string() })),
  sendsMail: z
    .boolean()
    .describe(
      'True if the server sends mail. Otherwise the operator of the server resets passwords',
    ),
  checkout: z
    .object({
      folder: z
        .string()
        .nullable()
        .describe(
          "Folder of the checkout on the server; null if the user's machine may be another one, or nobody is signed in",
        ),
    })
    .nullable()
    .describe(
      "Checkout of svc's repository from which the server runs; null if it runs from the npm package",
    ),
});
export type AccountAnswer = z.infer<typeof accountAnswer>;

/** Last part of the address in a mail or of an invitation's link. */
export const linkToken = z.string().min(1).max(200);

export const linkQuery = z.strictObject({ token: linkToken });

/** Invitation as shown before it is accepted. */
export const shownInvitation = z.object({
  organization: z.string(),
  email: z.string(),
  role,
  invitedBy: z.string().describe('Name of the inviter'),
  expiresAt: z.iso.datetime(),
});
export type ShownInvitation = z.infer<typeof shownInvitation>;

/** Sign-up with either an email address or an invitation, whose email address is used. */
export const signUpInput = z
  .strictObject({
    name: userName,
    password: newPassword,
    email: emailAddress.optional(),
    invitation: linkToken.optional(),
  })
  .refine(({ email, invitation }) => (email === undefined) !== (invitation === undefined), {
    path: ['email'],
    error: 'Send either email or invitation',
  });
export type SignUpInput = z.infer<typeof signUpInput>;

/** Answer to a sign-up. It is the same if the account already exists; then nothing changes. */
export const signUpAnswer = z.object({
  email: z.string(),
  next: z
    .enum(['sign-in', 'confirm'])
    .describe(
      'Next step. `sign-in`: sign in with the password. `confirm`: first open the link in the mail that was sent',
    ),
});
export type SignUpAnswer = z.infer<typeof signUpAnswer>;

export const resetRequest = z.strictObject({ email: emailAddress });

export const passwordReset = z.strictObject({ token: linkToken, password: newPassword });

export const passwordChange = z.strictObject({
  currentPassword: sentPassword,
  newPassword,
});

export const profileChange = z.strictObject({ name: userName });

export const session = z.object({
  id: z.string(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().describe('Time of the last use (ISO 8601), exact to a minute'),
  expiresAt: z.iso.datetime(),
  device: z.string().describe('Browser and operating system, such as "Firefox on Linux"'),
  isCurrent: z.boolean(),
});
export type Session = z.infer<typeof session>;

/** Sessions: the current one first, then by last use; at most 100. */
export const sessionList = z.object({ items: z.array(session) });

export const sessionQuery = z.strictObject({ id: z.string().min(1).max(100) });

/** `email` is the user's own email address, typed to confirm. `password` is required if the user has one. */
export const accountDeletion = z.strictObject({
  email: z.string().max(1_000),
  password: sentPassword.optional(),
});

/** Answer to a change without further data. */
export const done = z.object({ done: z.literal(true) });
