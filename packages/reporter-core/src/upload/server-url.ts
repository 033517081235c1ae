import { isIP } from 'node:net';

export const DEFAULT_URL = 'http://localhost:4400';

/**
 * The server's address without a slash at its end; undefined for what is no http(s) address. One
 * without a scheme is taken as it is meant: `localhost:4400`, `server:4400` and `10.0.0.7` as http,
 * `svc.example.com` as https, so that a key never goes over a public network in the open by a guess.
 */
export function serverUrl(value: string): string | undefined {
  const whole = /^[a-z][a-z\d+.-]*:\/\//i.test(value) ? value : withScheme(value);
  if (!URL.canParse(whole)) return undefined;
  const { protocol, origin, pathname } = new URL(whole);
  return /^https?:$/.test(protocol) ? origin + pathname.replace(/\/+$/, '') : undefined;
}

/** Of an address to tell people of. */
export function withoutPassword(address: string): string {
  return address.replace(/[^/@]*@/, '');
}

function withScheme(value: string): string {
  const http = `http://${value}`;
  if (!URL.canParse(http)) return value;
  return isNear(new URL(http).hostname) ? http : `https://${value}`;
}

/** This machine, a name without a dot as of a container beside this one, or an IP address. */
function isNear(host: string): boolean {
  const name = host.replace(/^\[|\]$/g, '');
  return isIP(name) !== 0 || !name.includes('.') || name.endsWith('.localhost');
}
