import { linkTo } from './links.ts';
import type { Config } from '../../config.ts';
import type { MailContent } from './mail-content.ts';

export interface RenderedMail {
  to: { name: string; address: string };
  subject: string;
  text: string;
  html: string;
}

/** Paragraphs; `link` is between them, as a button in HTML. */
interface Letter {
  subject: string;
  before: string[];
  link: { label: string; url: string };
  after: string[];
}

/**
 * The mail with its links, as plain text and as simple HTML without images or scripts. The link of a password reset permits what is
 * stored under the mail's own id.
 */
export function renderMail(
  config: Config,
  { id, recipient, content }: { id: string; recipient: string; content: MailContent },
): RenderedMail {
  const { subject, before, link, after } = buildLetter(config, content, id);
  const lines = [...before, link.url, ...after];
  return {
    // An object, so that no character of the address can add a recipient.
    to: { name: '', address: recipient },
    subject: toOneLine(subject),
    text: `${lines.join('\n\n')}\n`,
    html: [
      '<!doctype html><html lang="en"><body style="font: 15px/1.5 sans-serif; color: #1b1f24; max-width: 560px">',
      ...before.map(renderParagraph),
      `<p><a href="${escapeHtml(link.url)}" style="display: inline-block; padding: 10px 16px; background: #1b1f24; color: #fff; border-radius: 6px; text-decoration: none">${escapeHtml(link.label)}</a></p>`,
      `<p style="color: #57606a; font-size: 13px; word-break: break-all">${escapeHtml(link.url)}</p>`,
      ...after.map(renderParagraph),
      '</body></html>',
    ].join('\n'),
  };
}

const IGNORE = 'If you did not expect this mail, ignore it: nothing changes.';

type Letters = {
  [Kind in MailContent['kind']]: (
    config: Config,
    content: Extract<MailContent, { kind: Kind }>,
    permissionId: string,
  ) => Letter;
};

const LETTERS: Letters = {
  invitation: (config, { invitationId, organization, invitedBy, role }) => ({
    subject: `${invitedBy} invites you to ${organization} on svc`,
    before: [
      `${invitedBy} invites you to the organization ${organization} on svc (${getHost(config)}), as ${role}.`,
    ],
    link: { label: 'Accept the invitation', url: linkTo(config, 'invitation', invitationId) },
    after: ['The link is valid for 7 days.', IGNORE],
  }),
  'password-reset': (config, _content, permissionId) => ({
    subject: 'Reset your password for svc',
    before: [`Somebody asked to reset the password of your account on svc (${getHost(config)}).`],
    link: {
      label: 'Choose a new password',
      url: linkTo(config, 'password-reset', permissionId),
    },
    after: ['The link works once, for an hour. It ends all sessions of the account.', IGNORE],
  }),
  'sign-up': (config, { verificationId }) => ({
    subject: 'Confirm your account on svc',
    before: [
      `Confirm that this is your address, to make your account on svc (${getHost(config)}).`,
    ],
    link: { label: 'Confirm the account', url: linkTo(config, 'sign-up', verificationId) },
    after: ['The link works once, for a day.', IGNORE],
  }),
  'sign-up-known': (config) => ({
    subject: 'You already have an account on svc',
    before: [
      `Somebody signed up on svc (${getHost(config)}) with your address, which has an account already. Nothing was changed.`,
    ],
    link: { label: 'Sign in', url: `${config.baseUrl}/sign-in` },
    after: ['If you forgot your password, reset it there.'],
  }),
};

function buildLetter<Kind extends MailContent['kind']>(
  config: Config,
  content: Extract<MailContent, { kind: Kind }>,
  permissionId: string,
): Letter {
  return LETTERS[content.kind](config, content, permissionId);
}

function getHost({ baseUrl }: Config): string {
  return new URL(baseUrl).host;
}

function renderParagraph(text: string): string {
  return `<p>${escapeHtml(text)}</p>`;
}

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`);
}

/** A subject is a header: a line break in a name must not end it. */
function toOneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ');
}
