import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { startServerHere } from '@svc/server/test/server-here.ts';
import { runSvc, type SvcRun } from './run-svc.ts';

export interface ReceivedRequest {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface ReceiverAnswer {
  status: number;
  headers?: Record<string, string>;
  body?: string;
}

/** A receiver of webhooks on the loopback address. */
export interface Receiver {
  url: string;
  received: ReceivedRequest[];
  /** The answers by path, for this and later requests; 204 for every other path. */
  answers: Map<string, ReceiverAnswer>;
  close: () => void;
}

export async function startReceiver(): Promise<Receiver> {
  const received: ReceivedRequest[] = [];
  const answers = new Map<string, ReceiverAnswer>();
  const server = createServer((request, response) => {
    const { url: path = '', headers } = request;
    void text(request).then((body) => {
      received.push({ path, headers, body });
      const answer = answers.get(path) ?? { status: 204 };
      response.writeHead(answer.status, answer.headers).end(answer.body);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    received,
    answers,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

export interface WebhookServer {
  receiver: Receiver;
  /** Runs svc with the server's address and key, at 80 columns. */
  svc: (...args: readonly string[]) => Promise<SvcRun>;
  stop: () => Promise<void>;
}

/** A server of its own that may reach a receiver on the loopback address. */
export async function startWebhookServer(): Promise<WebhookServer> {
  const receiver = await startReceiver();
  const { url, apiKey, stop } = await startServerHere({
    SVC_WEBHOOK_ALLOW_PRIVATE: 'true',
  });
  const env = { SVC_URL: url, SVC_API_KEY: apiKey, COLUMNS: '80' };
  return {
    receiver,
    svc: (...args) => runSvc(args, { env }),
    stop: async () => {
      receiver.close();
      await stop();
    },
  };
}
