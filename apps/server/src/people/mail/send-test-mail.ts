import { ConfigError, type Config } from '../../config.ts';
import { openMailTransport } from './mail-transport.ts';

/**
 * Sends one mail to the address at once; returns the answer of the mail server.
 * @throws ConfigError when the server sends no mail, and Error that says what to change when the mail is refused.
 */
export async function sendTestMail(config: Config, recipient: string): Promise<string> {
  const { mail, baseUrl } = config;
  if (mail === null) {
    throw new ConfigError([
      'SVC_SMTP_URL and SVC_MAIL_FROM are missing, so the server sends no mail. Set both.',
    ]);
  }
  const transport = await openMailTransport(mail, config);
  try {
    const sent = (await transport.sendMail({
      from: mail.from,
      to: { name: '', address: recipient },
      subject: 'Test mail of svc',
      text: `svc at ${baseUrl} can send mail.\n`,
    })) as { response: string };
    return sent.response;
  } catch (error) {
    throw new Error(explainRefusal(error as NodeJS.ErrnoException), { cause: error });
  } finally {
    transport.close();
  }
}

/** By nodemailer's code. */
const ADVICE: Readonly<Record<string, string>> = {
  EAUTH:
    'Correct the user and the password in SVC_SMTP_URL; percent-encode their special characters',
  EDNS: 'Correct the host in SVC_SMTP_URL',
  ECONNECTION: 'Correct the host and the port in SVC_SMTP_URL',
  ESOCKET:
    'Correct the host and the port in SVC_SMTP_URL: smtps:// begins with TLS (usually port 465), smtp:// without (587 or 25)',
  ETLS: 'Set NODE_EXTRA_CA_CERTS to the certificate of a private issuer',
  ETIMEDOUT:
    'Correct the host and the port in SVC_SMTP_URL, or open the firewall. smtps:// is for port 465, smtp:// for 587 or 25',
  EENVELOPE: 'Set SVC_MAIL_FROM to a sender that the mail server accepts, and check the recipient',
};

function explainRefusal({ code = '', message }: NodeJS.ErrnoException): string {
  return `the mail was not sent: ${message}. ${ADVICE[code] ?? 'The message is of the mail server'}.`;
}
