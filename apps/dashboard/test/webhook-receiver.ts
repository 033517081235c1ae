import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  headers: IncomingHttpHeaders;
  body: string;
}

export interface ReceiverAnswer {
  status: number;
  contentType?: string;
  body?: string;
}

/** A receiver of webhooks on this machine. */
export interface Receiver {
  url: string;
  /** The requests, the oldest first. */
  received: Received[];
  /** What it answers from now on. */
  answer: ReceiverAnswer;
  stop(): Promise<void>;
}

export async function startReceiver(answer: ReceiverAnswer = { status: 204 }): Promise<Receiver> {
  const receiver = { url: '', received: [] as Received[], answer, stop };
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (chunk: string) => (body += chunk));
    request.on('end', () => {
      receiver.received.push({ headers: request.headers, body });
      const { status, contentType = 'text/plain', body: text = '' } = receiver.answer;
      response.writeHead(status, { 'content-type': contentType }).end(text);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/svc`;
  return receiver;

  async function stop(): Promise<void> {
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  }
}
