import { lookup, Resolver, type LookupAddress } from 'node:dns';

/** Resolves a host name to all its addresses. */
export type Resolve = (
  hostname: string,
  done: (error: Error | null, addresses: LookupAddress[]) => void,
) => void;

const DNS_TIMEOUT_MS = 2_000;
const DNS_TRIES = 2;

/** The name servers do not know the name, or there is none. */
const UNKNOWN = new Set<string | undefined>(['ENOTFOUND', 'ENODATA', 'ECONNREFUSED']);

/**
 * Asks the name servers of the machine. A name that they do not know is resolved as every program does: from the hosts
 * file, or with a search domain. Not always the second way: it occupies one of Node's four threads, so a few
 * names whose servers never answer would delay every other request, and the reading of files.
 */
export function openResolve({
  timeoutMs = DNS_TIMEOUT_MS,
  servers,
}: { timeoutMs?: number; servers?: readonly string[] } = {}): Resolve {
  const resolver = new Resolver({ timeout: timeoutMs, tries: DNS_TRIES });
  if (servers !== undefined) resolver.setServers(servers);
  return (hostname, done) => {
    const found: LookupAddress[] = [];
    const errors: NodeJS.ErrnoException[] = [];
    let waiting = 2;
    const take = (family: 4 | 6) => (error: Error | null, addresses: string[] | undefined) => {
      if (error !== null) errors.push(error);
      found.push(...(addresses ?? []).map((address) => ({ address, family })));
      if (--waiting > 0) return;
      const failure = errors.find(({ code }) => !UNKNOWN.has(code));
      if (found.length > 0) done(null, found);
      else if (failure === undefined) lookup(hostname, { all: true }, done);
      else done(Object.assign(new Error(failure.message), { code: 'EAI_AGAIN' }), []);
    };
    resolver.resolve4(hostname, take(4));
    resolver.resolve6(hostname, take(6));
  };
}
