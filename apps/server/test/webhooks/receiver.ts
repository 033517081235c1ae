import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as a receiver of webhooks got it. */
export interface ReceivedRequest {
  path: string;
  headers: IncomingHttpHeaders;
  /** The exact bytes, as UTF-8. */
  body: string;
}

/** What a receiver answers: a status with headers, or any use of the response; nothing at all keeps the sender waiting. */
export type Reply =
  | { status: number; headers?: Record<string, string>; body?: string }
  | ((response: ServerResponse) => void);

export interface Receiver {
  url: string;
  /** Every request so far, in the order of arrival. */
  requests: ReceivedRequest[];
  /** How many of them have no complete answer yet, and a sender that still waits. */
  waiting: number;
  /** Changes what it answers from now on. */
  reply: Reply;
  close(): Promise<void>;
}

/** A real HTTP server on the loopback address that keeps what it receives. */
export async function openReceiver(reply: Reply = { status: 204 }): Promise<Receiver> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { url: path = '', headers } = request;
      receiver.waiting++;
      response.once('close', () => receiver.waiting--);
      receiver.requests.push({ path, headers, body: Buffer.concat(chunks).toString('utf8') });
      if (typeof receiver.reply === 'function') receiver.reply(response);
      else
        response.writeHead(receiver.reply.status, receiver.reply.headers).end(receiver.reply.body);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    requests: [],
    waiting: 0,
    reply,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return receiver;
}
