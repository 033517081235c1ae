import type { Deps } from '../../deps.ts';

/** A session lasts this long after its last renewal. */
export const SESSION_SECONDS = 7 * 24 * 60 * 60;
/** A session is renewed at most this often. */
export const RENEWAL_SECONDS = 24 * 60 * 60;

/** The attributes that better-auth gives its cookies, and the prefix of their names. */
export interface CookieSettings {
  prefix: string;
  attributes: { httpOnly: true; sameSite: 'lax'; path: '/'; secure: boolean };
}

/**
 * On https, the prefix `__Host-`: browsers accept it only from the host itself, over https, so no other host of the
 * domain can set the cookie.
 */
export function deriveCookieSettings({ baseUrl }: Pick<Deps['config'], 'baseUrl'>): CookieSettings {
  const secure = baseUrl.startsWith('https:');
  return {
    prefix: secure ? '__Host-svc' : 'svc',
    attributes: { httpOnly: true, sameSite: 'lax', path: '/', secure },
  };
}

/** The value of the session cookie, still percent-encoded; undefined without one. The first of several counts. */
export function findSessionCookie(
  config: Pick<Deps['config'], 'baseUrl'>,
  header: string | undefined,
): string | undefined {
  const start = `${deriveSessionCookieName(config)}=`;
  const pair = header
    ?.split(';')
    .map((part) => part.trim())
    .find((part) => part.startsWith(start));
  const value = pair?.slice(start.length);
  return value === '' ? undefined : value;
}

/** The Set-Cookie header that lets the browser keep a renewed session. `value` is the cookie's value as received. */
export function buildRenewedCookie(config: Pick<Deps['config'], 'baseUrl'>, value: string): string {
  const secure = deriveCookieSettings(config).attributes.secure ? '; Secure' : '';
  return `${deriveSessionCookieName(config)}=${value}; Max-Age=${SESSION_SECONDS}; Path=/; HttpOnly${secure}; SameSite=Lax`;
}

function deriveSessionCookieName(config: Pick<Deps['config'], 'baseUrl'>): string {
  return `${deriveCookieSettings(config).prefix}.session_token`;
}
