import { isIP } from 'node:net';
import { cutOwnPath } from '@svc/contract/zod-free/own-path';

export const DEFAULT_URL = 'http://localhost:4400';

/**
 * The server's URL without a trailing slash, also from the address of a page. Undefined if it is not an http(s) URL. If
 * there is no scheme, `localhost:4400`, `server:4400` and every IP address become http. A public name such as
 * `svc.example.com` becomes https, so that a guess does not send a key to it unencrypted.
 */
export function parseServerUrl(value: string): string | undefined {
  const whole = /^[a-z][a-z\d+.-]*:\/\//i.test(value) ? value : withScheme(value);
  if (!URL.canParse(whole)) return undefined;
  const { protocol, origin, pathname } = new URL(whole);
  // People copy the addresses of pages.
  return /^https?:$/.test(protocol) ? origin + cutOwnPath(pathname) : undefined;
}

/** The URL in a form for messages. */
export function withoutPassword(address: string): string {
  return address.replace(/[^/@]*@/, '');
}

function withScheme(value: string): string {
  const http = `http://${value}`;
  if (!URL.canParse(http)) return value;
  return isNear(new URL(http).hostname) ? http : `https://${value}`;
}

/** Whether the host is this machine, a name without a dot (such as a container), or an IP address. */
function isNear(host: string): boolean {
  const name = host.replace(/^\[|\]$/g, '');
  return isIP(name) !== 0 || !name.includes('.') || name.endsWith('.localhost');
}
