import { once } from 'node:events';
import {
  createServer,
  request,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { readConfig } from '@svc/server/operations';

/** What visitors reach: the demo's server, with everyone signed in. */
export interface Front {
  url: string;
  /** The address that receives the webhooks of the demo. */
  receiver: string;
  /** Shows the server from now on, to everyone as this session. Until then visitors wait. */
  open(to: Opened): void;
  close(): void;
}

interface Opened {
  server: string;
  /** The cookie of the session, as sign-in sets it: its name depends on the address. */
  cookie: string;
}

const RECEIVER = '/demo/receiver';

/**
 * Listens on PORT, or else on the usual port or a free one.
 * @throws ConfigError when PORT or SVC_BASE_URL is wrong.
 */
export async function openFront(): Promise<Front> {
  const opened = Promise.withResolvers<Opened>();
  const server = createServer((incoming, response) => {
    if (incoming.url?.startsWith(RECEIVER) === true) accept(incoming, response);
    else void opened.promise.then((to) => forward(incoming, response, to));
  });
  const port = await listen(server);
  const { SVC_BASE_URL } = process.env;
  return {
    url: readConfig({ SVC_BASE_URL, PORT: String(port) }, '/').baseUrl,
    receiver: `http://127.0.0.1:${port}${RECEIVER}`,
    open: opened.resolve,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** A port of this machine that is free at the moment. */
export async function findFreePort(): Promise<number> {
  const probe = createServer();
  await listenOn(probe, 0, '127.0.0.1');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}

async function listen(server: Server): Promise<number> {
  const { PORT, HOST = '127.0.0.1' } = process.env;
  const { port } = readConfig({ PORT }, '/');
  try {
    await listenOn(server, port, HOST);
  } catch (error) {
    const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
    if (!isTaken) throw error;
    // A port that the user chose is no suggestion.
    if (PORT !== undefined && PORT !== '') {
      throw new Error(`port ${PORT} is in use. Set PORT to another one.`, { cause: error });
    }
    await listenOn(server, 0, HOST);
  }
  return (server.address() as AddressInfo).port;
}

async function listenOn(server: Server, port: number, host: string): Promise<void> {
  server.listen(port, host);
  await once(server, 'listening');
}

function accept(incoming: IncomingMessage, response: ServerResponse): void {
  incoming.once('end', () => response.writeHead(204).end()).resume();
}

/**
 * Sends the request on with the session of the demo. A cookie of the browser is never used, and none is set: cookies are
 * common to all ports of `localhost`, where another svc may run.
 */
function forward(
  incoming: IncomingMessage,
  response: ServerResponse,
  { server, cookie }: Opened,
): void {
  const { cookie: _, ...headers } = incoming.headers;
  // The address may begin with the path of SVC_BASE_URL.
  const isSignOut = /\/api\/auth\/sign-out(?:[/?]|$)/.test(incoming.url ?? '');
  if (isSignOut) return void response.writeHead(200, JSON_TYPE).end('{"success":true}');
  const outgoing = request(
    server,
    {
      // Never a part of the address: a request line may name another host.
      path: incoming.url,
      method: incoming.method,
      headers: headers.authorization === undefined ? { ...headers, cookie } : headers,
      setHost: false,
    },
    (answer) => {
      const { 'set-cookie': __, ...kept } = answer.headers;
      response.writeHead(answer.statusCode ?? 502, kept);
      answer.pipe(response);
    },
  );
  outgoing.on('error', () => {
    if (response.headersSent) response.destroy();
    else response.writeHead(502).end();
  });
  response.once('close', () => outgoing.destroy());
  incoming.pipe(outgoing);
}

const JSON_TYPE = { 'content-type': 'application/json' };
