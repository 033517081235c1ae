import type { Role } from '../accounts/principal.ts';

/** What a mail says. It has no secret: links are signed when the mail is sent. */
export type MailContent =
  | {
      kind: 'invitation';
      invitationId: string;
      organization: string;
      invitedBy: string;
      role: Role;
    }
  | { kind: 'password-reset'; verificationId: string }
  | { kind: 'sign-up'; verificationId: string }
  | { kind: 'sign-up-known' };
