import { isIP } from 'node:net';

export const DEFAULT_URL = 'http://localhost:4400';

/**
 * The server's address without a slash at its end. One without a scheme is taken as it is meant:
 * `localhost:4400`, `server:4400` and `10.0.0.7` as http, `svc.example.com` as https, so that a key
 * never goes over a public network in the open by a guess. Anything else is complained about.
 */
export function serverUrl(value: string | undefined, complaints: string[]): string {
  if (value === undefined) return DEFAULT_URL;
  const whole = /^[a-z][a-z\d+.-]*:\/\//i.test(value) ? value : withScheme(value);
  if (URL.canParse(whole) && /^https?:$/.test(new URL(whole).protocol)) {
    return whole.replace(/\/+$/, '');
  }
  complaints.push(
    `SVC_URL '${withoutPassword(value)}' is no http(s) address, using ${DEFAULT_URL}`,
  );
  return DEFAULT_URL;
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

function withoutPassword(value: string): string {
  return value.replace(/[^/@]*@/, '');
}
