/** A request that a curl line makes to a server of svc. */
export interface CurlRequest {
  method: string;
  /** From `/` on, with the query. */
  path: string;
  /** The text of the body, or the name of its file after `@`. */
  body: string | undefined;
}

const VALUES: Record<string, string | undefined> = {
  '-H': 'header',
  '--header': 'header',
  '-d': 'data',
  '--data': 'data',
  '--data-binary': 'data',
  '--data-urlencode': 'data',
  '-X': 'method',
  '--request': 'method',
  '--output': 'output',
  '--write-out': 'output',
  '--retry': 'retry',
};
const FLAGS = ['--fail', '--silent', '--retry-connrefused'];
const SERVER = /^(?:http:\/\/localhost:4400|https:\/\/svc\.example\.com|\$SVC_URL)(?=\/)/;
const FOREIGN_SERVER = /^\$(?:CI_API_V4_URL|SVC_OIDC_ISSUER)\//;

/**
 * Reads the words after `curl`. Undefined for a request to another service.
 * @throws Error for an unknown option or server.
 */
export function parseCurl(words: readonly string[]): CurlRequest | undefined {
  const found: Record<string, string> = {};
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? '';
    const option = VALUES[word];
    if (option !== undefined) found[option] = words[++at] ?? '';
    else if (!word.startsWith('-')) found['url'] = word;
    else if (!FLAGS.includes(word)) throw new Error(`no rule for curl ${word}`);
  }
  const { url = '', data, method = data === undefined ? 'GET' : 'POST' } = found;
  if (FOREIGN_SERVER.test(url)) return undefined;
  if (!SERVER.test(url)) throw new Error(`curl asks an unknown server: ${url}`);
  return { method, path: url.replace(SERVER, ''), body: data };
}
