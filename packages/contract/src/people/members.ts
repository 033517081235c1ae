import { z } from 'zod';

/** Role of a member. Admins manage members; owners also manage owners and delete the organization. */
export const role = z.enum(['owner', 'admin', 'member']);
export type Role = z.infer<typeof role>;

/** Name that a person chooses: one line, without control characters. */
export const personalName = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .regex(/^\P{Cc}*$/u, { error: 'Must not contain control characters' });

/** Email address, converted to lower case so that each address has one account. */
export const emailAddress = z.email().max(254).toLowerCase();

export const member = z.object({
  userId: z.string(),
  name: z.string(),
  email: z.string(),
  isVerified: z
    .boolean()
    .describe(
      'True if a mail, a provider or the operator confirmed that the address belongs to the member',
    ),
  role,
  joinedAt: z.iso.datetime(),
  lastActiveAt: z.iso
    .datetime()
    .nullable()
    .describe(
      'Time at which the member last used this organization (ISO 8601), exact to a minute; null if never',
    ),
  isYou: z.boolean(),
});
export type Member = z.infer<typeof member>;

/** Members: owners first, then admins, then members, each sorted by name. */
export const memberList = z.object({ items: z.array(member) });

export const memberQuery = z.strictObject({ userId: z.string().min(1).max(100) });

export const roleChange = z.strictObject({ ...memberQuery.shape, role });

export const invitation = z.object({
  id: z.string(),
  email: z.string(),
  role,
  invitedBy: z.string().describe('Email address of the inviter'),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
});
export type Invitation = z.infer<typeof invitation>;

/** Pending invitations, newest first. */
export const invitationList = z.object({ items: z.array(invitation) });

export const invitationInput = z.strictObject({ email: emailAddress, role });

export const newInvitation = z.object({
  invitation,
  link: z
    .url()
    .describe('Address of the page that accepts the invitation; no later answer contains it'),
  isMailed: z.boolean().describe('True if the link is also sent to the email address'),
});
export type NewInvitation = z.infer<typeof newInvitation>;

export const invitationQuery = z.strictObject({ id: z.string().min(1).max(100) });
