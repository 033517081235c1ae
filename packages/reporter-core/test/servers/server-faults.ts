import { startSelfSigned } from './self-signed-server.ts';
import {
  findUnusedAddress,
  type Behaviour,
  fail,
  garbage,
  hangUp,
  slowly,
  startSink,
} from './sink-server.ts';

interface FaultyServer extends AsyncDisposable {
  url: string;
}

export interface ServerFault {
  /** Follows `a server that`. */
  name: string;
  start(): Promise<FaultyServer>;
  /** The line at the end of the run. */
  line: RegExp;
}

/** Server faults, for runs with a budget of less than half a minute. */
export const SERVER_FAULTS: readonly ServerFault[] = [
  { name: 'is not there', start: startNobody, line: /connection refused at \S+\. Saved to / },
  {
    name: 'takes 30 seconds',
    start: startSinkThat(slowly(30_000)),
    line: /no answer in time from \S+\. Saved to /,
  },
  {
    name: 'answers 500',
    start: startSinkThat(fail(500, 'INTERNAL_SERVER_ERROR')),
    line: /\S+ answered 500: the server says INTERNAL_SERVER_ERROR\. Saved to /,
  },
  {
    name: 'asks to wait longer than the budget',
    start: startSinkThat(fail(429, 'RATE_LIMITED', { 'retry-after': '60' })),
    line: /rate limit reached; retry in 60 s \(429\)\. Saved to /,
  },
  {
    name: 'does not know the key',
    start: startSinkThat(fail(401, 'UNAUTHORIZED')),
    line: /\S+ rejected the API key \(401\)\. Saved to /,
  },
  {
    name: 'finds the run too large',
    start: startSinkThat(fail(413, 'PAYLOAD_TOO_LARGE')),
    line: /the server says PAYLOAD_TOO_LARGE \(413\)\. Set aside as (\S+\.refused); when the cause is gone, 'npx @svc\/cli upload \1' sends it again\.$/,
  },
  {
    name: 'answers with something else',
    start: startSinkThat(garbage),
    line: /is not from an svc server.* Saved to /,
  },
  {
    name: 'closes the connection',
    start: startSinkThat(hangUp),
    line: /connection closed at \S+\. Saved to /,
  },
  {
    name: 'has a certificate that nobody signed',
    start: startSelfSigned,
    line: /the certificate at \S+ is self-signed; set NODE_EXTRA_CA_CERTS .* Saved to /,
  },
];

export interface FaultyServers extends AsyncDisposable {
  urls: string[];
}

/** Starts a server for each fault, in the same order. */
export async function startFaultyServers(): Promise<FaultyServers> {
  const servers = await Promise.all(SERVER_FAULTS.map(({ start }) => start()));
  return {
    urls: servers.map(({ url }) => url),
    [Symbol.asyncDispose]: async () => {
      await Promise.all(servers.map((server) => server[Symbol.asyncDispose]()));
    },
  };
}

function startSinkThat(behaviour: Behaviour): () => Promise<FaultyServer> {
  return async () => {
    const sink = await startSink();
    sink.behave(behaviour);
    return sink;
  };
}

async function startNobody(): Promise<FaultyServer> {
  return { url: await findUnusedAddress(), [Symbol.asyncDispose]: async () => {} };
}
