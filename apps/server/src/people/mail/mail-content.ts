import type { Role } from '../../principal.ts';

/** The content of a mail. It has no secret: links are signed when the mail is sent. */
export type MailContent =
  | {
      kind: 'invitation';
      invitationId: string;
      organization: string;
      invitedBy: string;
      role: Role;
    }
  /** Sent to a user with this address, if there is one at that time. */
  | { kind: 'password-reset' }
  | { kind: 'sign-up'; verificationId: string }
  | { kind: 'sign-up-known' };
