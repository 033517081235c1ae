import { lookup, Resolver, type LookupAddress } from 'node:dns';
import { FairLimiter } from '../../limiters/fair-limiter.ts';

/** Resolves a host name to all its addresses. */
export type Resolve = (
  hostname: string,
  done: (error: Error | null, addresses: LookupAddress[]) => void,
) => void;

const DNS_TIMEOUT_MS = 2_000;
const DNS_TRIES = 2;

/** The name servers do not know the name, or there is no name server. */
const UNKNOWN = new Set<string | undefined>(['ENOTFOUND', 'ENODATA', 'ECONNREFUSED']);

export interface ResolveOptions {
  timeoutMs?: number;
  servers?: readonly string[];
  /**
   * Resolves names that the name servers do not know, such as `lookup` of Node, which reads the hosts file and adds
   * search domains. Null, the default, leaves them unknown.
   */
  systemLookup?: Resolve | null;
}

/**
 * Asks the name servers of the machine. A name that they do not know goes to `systemLookup`, if there is one: only
 * where users are trusted, because the owner of a name can make its name server answer the first query and not the
 * second.
 */
export function openResolve(options: ResolveOptions = {}): Resolve {
  const { timeoutMs = DNS_TIMEOUT_MS, servers, systemLookup = null } = options;
  const resolver = new Resolver({ timeout: timeoutMs, tries: DNS_TRIES });
  if (servers !== undefined) resolver.setServers(servers);
  const resolveUnknown =
    systemLookup === null ? failNotFound : resolveOneAtATime(systemLookup, timeoutMs * DNS_TRIES);
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
      else if (failure === undefined) resolveUnknown(hostname, done);
      else done(Object.assign(new Error(failure.message), { code: 'EAI_AGAIN' }), []);
    };
    resolver.resolve4(hostname, take(4));
    resolver.resolve6(hostname, take(6));
  };
}

/** The resolver of the system: the hosts file, and name servers with search domains. */
export const lookUpInSystem: Resolve = (hostname, done) => lookup(hostname, { all: true }, done);

const failNotFound: Resolve = (_, done) =>
  done(Object.assign(new Error('no name server knows the name'), { code: 'ENOTFOUND' }), []);

/**
 * Resolves one name after the other. Each look-up of the system occupies one of the few threads that all look-ups of
 * the process share, for as long as a name server is silent. A name that takes longer than the limit, with its wait,
 * fails with EAI_AGAIN.
 */
function resolveOneAtATime(resolve: Resolve, limitMs: number): Resolve {
  const limiter = new FairLimiter({ capacity: 1, refusal: 'The server looks up one name at once' });
  return (hostname, done) => {
    const signal = AbortSignal.timeout(limitMs);
    let isFinished = false;
    const finish: typeof done = (error, addresses) => {
      if (!isFinished) done(error, addresses);
      isFinished = true;
    };
    signal.addEventListener('abort', () => {
      finish(Object.assign(new Error('the look-up timed out'), { code: 'EAI_AGAIN' }), []);
    });
    limiter.enter('system', { signal }).then(
      ({ release }) =>
        resolve(hostname, (error, addresses) => {
          release();
          finish(error, addresses);
        }),
      // It timed out while it waited, and is finished.
      () => undefined,
    );
  };
}
