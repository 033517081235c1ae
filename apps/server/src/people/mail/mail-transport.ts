import { isIP } from 'node:net';
import type { Transporter } from 'nodemailer';
import type { Config, MailConfig } from '../../config.ts';

const TIMEOUT_MS = 20_000;

/** Opens the connection to the mail server. Imports its library on first use, so that a start need not wait for it. */
export async function openMailTransport(
  { smtpUrl }: MailConfig,
  { baseUrl }: Pick<Config, 'baseUrl'>,
): Promise<Transporter> {
  const { createTransport } = await import('nodemailer');
  const url = new URL(smtpUrl);
  const { hostname } = new URL(baseUrl);
  // Mail servers distrust the greeting of a machine that DNS does not know, and refuse an address and a name without a
  // dot. Without a name, nodemailer takes that of the machine, or an address in the form that the standard requires.
  const hasName = hostname.includes('.') && isIP(hostname) === 0;
  return createTransport({
    ...(hasName ? { name: hostname } : {}),
    host: url.hostname,
    port: url.port === '' ? undefined : Number(url.port),
    secure: url.protocol === 'smtps:',
    ...(url.username === ''
      ? {}
      : {
          auth: {
            user: decodeURIComponent(url.username),
            pass: decodeURIComponent(url.password),
          },
        }),
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    // A mail's text is ours alone: no part of it may name a file or an address to load.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}
