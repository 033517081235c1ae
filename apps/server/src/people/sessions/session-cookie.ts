import type { Deps } from '../../deps.ts';

/** A session lasts this long after its last renewal. */
export const SESSION_SECONDS = 7 * 24 * 60 * 60;
/** A session is renewed at most this often. */
export const RENEWAL_SECONDS = 24 * 60 * 60;

/** The attributes that better-auth gives its cookies, and the prefix of their names. */
export interface CookieSettings {
  prefix: string;
  attributes: { httpOnly: true; sameSite: 'lax'; path: string; secure: boolean };
}

type Address = Pick<Deps['config'], 'baseUrl' | 'basePath'>;

/**
 * On https, the prefix `__Host-`: browsers accept it only from the host itself, over https, so no other host of the
 * domain can set the cookie. Browsers refuse it for a path; `__Secure-` only requires https. With the path, other
 * programs on the host do not receive the cookie.
 */
export function deriveCookieSettings({ baseUrl, basePath }: Address): CookieSettings {
  const secure = baseUrl.startsWith('https:');
  const ofHost = basePath === '' ? '__Host-svc' : '__Secure-svc';
  return {
    prefix: secure ? ofHost : 'svc',
    attributes: { httpOnly: true, sameSite: 'lax', path: basePath || '/', secure },
  };
}

/** The value of the session cookie, still percent-encoded; undefined without one. The first of several counts. */
export function findSessionCookie(config: Address, header: string | undefined): string | undefined {
  const start = `${deriveSessionCookieName(config)}=`;
  const pair = header
    ?.split(';')
    .map((part) => part.trim())
    .find((part) => part.startsWith(start));
  const value = pair?.slice(start.length);
  return value === '' ? undefined : value;
}

/** The Set-Cookie header that lets the browser keep a renewed session. `value` is the cookie's value as received. */
export function buildRenewedCookie(config: Address, value: string): string {
  const { path, secure } = deriveCookieSettings(config).attributes;
  return `${deriveSessionCookieName(config)}=${value}; Max-Age=${SESSION_SECONDS}; Path=${path}; HttpOnly${secure ? '; Secure' : ''}; SameSite=Lax`;
}

function deriveSessionCookieName(config: Address): string {
  return `${deriveCookieSettings(config).prefix}.session_token`;
}
