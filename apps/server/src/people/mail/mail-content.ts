import type { Role } from '../../principal.ts';

/** What a mail says. It has no secret: links are signed when the mail is sent. */
export type MailContent =
  | {
      kind: 'invitation';
      invitationId: string;
      organization: string;
      invitedBy: string;
      role: Role;
    }
  /** To a user with this address, if there is one when the mail is sent. */
  | { kind: 'password-reset' }
  | { kind: 'sign-up'; verificationId: string }
  | { kind: 'sign-up-known' };
