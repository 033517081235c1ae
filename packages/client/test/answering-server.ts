import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';

export interface AnsweringServer {
  url: string;
  close: () => void;
}

/** A server that answers as servers and proxies in trouble do. */
export async function startAnsweringServer(listener: RequestListener): Promise<AnsweringServer> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** An address where nobody listens any more. */
export async function findUnusedAddress(): Promise<string> {
  const { url, close } = await startAnsweringServer(() => undefined);
  close();
  return url;
}

/** The same answer to everything: a document, or text as it is. */
export function answering(
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): RequestListener {
  return (_, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  };
}

/** An error as the server's tRPC endpoint words it. */
export function trpcError(svcCode: string, message: string, details?: unknown) {
  return { error: { code: -32_000, message, data: { code: 'X', svcCode, details } } };
}
