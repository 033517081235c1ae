import { isIP, type LookupFunction } from 'node:net';
import type { WebhookConfig } from '../../config.ts';
import { mayReach } from './address-ranges.ts';
import type { Resolve } from './resolve-host.ts';

/*
 * Keeps webhooks from reaching the server's own network (SSRF). `findUrlRefusal` checks the text of a URL, also right before
 * each request. `createGuardedLookup` checks names: it runs once for each connection, which goes to the addresses it returned.
 *
 * The ranges are those of ipaddr.js. The library request-filtering-agent 3.2.1, which uses the same ranges, lets through
 * IPv4-compatible (`::7f00:1`), ISATAP and Azure's metadata addresses, has no check for the text of a URL, and its errors
 * contain the private address.
 */

/** The ports that webhooks may use without any setting. */
const PORTS = [443, 80];

/** Names that always mean the machine itself, or its metadata. */
const LOCAL_NAME = /^(?:.+\.)?(?:localhost|localdomain)$|^metadata\.(?:google\.internal|goog)$/;

/** The host name has an address that webhooks may not reach. The message names no address. */
export class RefusedAddressError extends Error {
  readonly code = 'REFUSED_ADDRESS';

  constructor() {
    super('The host name resolves to an address that webhooks may not reach.');
    this.name = 'RefusedAddressError';
  }
}

/**
 * The reason why a URL may not be used, as a sentence for people; null if it may. Names are not resolved. With
 * `allowPrivate`, private addresses and all ports are allowed, because receivers on an intranet often have both.
 * Credentials and other schemes stay refused.
 */
export function findUrlRefusal(url: string, config: WebhookConfig): string | null {
  if (!URL.canParse(url)) {
    return 'The URL is not valid. Expected one such as https://example.com/hooks.';
  }
  const { protocol, username, password, port, hostname } = new URL(url);
  if (protocol !== 'http:' && protocol !== 'https:') {
    return 'The URL must start with https:// or http://.';
  }
  if (username !== '' || password !== '') {
    return 'The URL must not contain a user name or a password. Set a secret, which signs deliveries.';
  }
  return findPortRefusal(port, config) ?? findHostRefusal(hostname, config);
}

function findPortRefusal(
  port: string,
  { allowPrivate, allowedPorts }: WebhookConfig,
): string | null {
  // The port is empty if it is the scheme's own.
  const allowed = [...PORTS, ...allowedPorts];
  if (port === '' || allowPrivate || allowed.includes(Number(port))) return null;
  return `The URL must use one of the ports ${allowed.join(', ')}. The server's operator can allow others with SVC_WEBHOOK_ALLOW_PORTS.`;
}

function findHostRefusal(hostname: string, config: WebhookConfig): string | null {
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  const isAllowed =
    isIP(host) === 0 ? config.allowPrivate || !LOCAL_NAME.test(host) : mayReach(host, config);
  if (isAllowed) return null;
  return config.allowPrivate
    ? 'Webhooks may not reach link-local, metadata, multicast or reserved addresses.'
    : "Webhooks may not reach private, local or reserved addresses. The server's operator can allow private ones with SVC_WEBHOOK_ALLOW_PRIVATE.";
}

/**
 * The `lookup` of a connection. It fails with `RefusedAddressError` if webhooks may not reach one of the addresses,
 * also if others are permitted: the connection would try all of them.
 */
export function createGuardedLookup(config: WebhookConfig, resolve: Resolve): LookupFunction {
  return (hostname, options, done) => {
    resolve(hostname, (error, addresses) => {
      const [first] = addresses ?? [];
      if (error !== null) return done(error, []);
      const isAllowed = addresses.every(({ address }) => mayReach(address, config));
      if (first === undefined || !isAllowed) return done(new RefusedAddressError(), []);
      return options.all === true ? done(null, addresses) : done(null, first.address, first.family);
    });
  };
}
