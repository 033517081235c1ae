import { linkTo } from '../accounts/links.ts';
import type { Config } from '../config.ts';
import type { MailContent } from './mail-content.ts';

export interface RenderedMail {
  to: { name: string; address: string };
  subject: string;
  text: string;
  html: string;
}

/** Paragraphs; `link` stands below them, as a button in HTML. */
interface Letter {
  subject: string;
  before: string[];
  link: { label: string; url: string } | null;
  after: string[];
}

/** The mail with its links, as plain text and as simple HTML without images or scripts. */
export function renderMail(
  config: Config,
  { recipient, content }: { recipient: string; content: MailContent },
): RenderedMail {
  const { subject, before, link, after } = letterOf(config, content);
  const lines = [...before, ...(link === null ? [] : [link.url]), ...after];
  return {
    // As an object, so that nothing in the address can add a recipient.
    to: { name: '', address: recipient },
    subject: oneLine(subject),
    text: `${lines.join('\n\n')}\n`,
    html: [
      '<!doctype html><html lang="en"><body style="font: 15px/1.5 sans-serif; color: #1b1f24; max-width: 560px">',
      ...before.map(paragraph),
      ...(link === null
        ? []
        : [
            `<p><a href="${escapeHtml(link.url)}" style="display: inline-block; padding: 10px 16px; background: #1b1f24; color: #fff; border-radius: 6px; text-decoration: none">${escapeHtml(link.label)}</a></p>`,
            `<p style="color: #57606a; font-size: 13px; word-break: break-all">${escapeHtml(link.url)}</p>`,
          ]),
      ...after.map(paragraph),
      '</body></html>',
    ].join('\n'),
  };
}

function letterOf(config: Config, content: MailContent): Letter {
  const ignore = 'If you did not expect this mail, ignore it: nothing changes.';
  const host = new URL(config.baseUrl).host;
  switch (content.kind) {
    case 'invitation':
      return {
        subject: `${content.invitedBy} invites you to ${content.organization} on svc`,
        before: [
          `${content.invitedBy} invites you to the organization ${content.organization} on svc (${host}), as ${content.role}.`,
        ],
        link: {
          label: 'Accept the invitation',
          url: linkTo(config, 'invitation', content.invitationId),
        },
        after: ['The link is valid for 7 days.', ignore],
      };
    case 'password-reset':
      return {
        subject: 'Reset your password for svc',
        before: [`Somebody asked to reset the password of your account on svc (${host}).`],
        link: {
          label: 'Choose a new password',
          url: linkTo(config, 'password-reset', content.verificationId),
        },
        after: ['The link works once, for an hour. It ends all sessions of the account.', ignore],
      };
    case 'sign-up':
      return {
        subject: 'Confirm your account on svc',
        before: [`Confirm that this is your address, to make your account on svc (${host}).`],
        link: {
          label: 'Confirm the account',
          url: linkTo(config, 'sign-up', content.verificationId),
        },
        after: ['The link works once, for a day.', ignore],
      };
    case 'sign-up-known':
      return {
        subject: 'You already have an account on svc',
        before: [
          `Somebody signed up on svc (${host}) with your address, which has an account already. Nothing was changed.`,
        ],
        link: { label: 'Sign in', url: `${config.baseUrl}/sign-in` },
        after: ['If you forgot your password, reset it there.'],
      };
  }
}

function paragraph(text: string): string {
  return `<p>${escapeHtml(text)}</p>`;
}

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`);
}

/** A subject is a header: a line break in a name must not end it. */
function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ');
}
