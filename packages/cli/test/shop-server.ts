import { ingestAnswer, type IngestAnswer, type IngestBody } from '@svc/contract/executions/ingest';
import type { SharedServer } from '@svc/server/test/server.ts';
import { joinServerHere, type JoinedServer } from '@svc/server/test/server-here.ts';
import { clock } from '@svc/reporter-core/clock';
import { fixtureBody } from './samples/make-execution.ts';
import { runSvc, type SvcRun, type WorldOptions } from './run-svc.ts';

export interface ShopServer extends SharedServer {
  /** Uploads the contract's fixture, changed. */
  ingest: (change?: (body: IngestBody) => void) => Promise<IngestAnswer>;
  /** Waits until answers include every upload. `data` and `svc` do so first. */
  settle: () => Promise<void>;
  /** The data of a GET below /api. */
  data: (path: string) => Promise<unknown>;
  /** Runs svc with this server's address and key. */
  svc: (args: readonly string[], options?: WorldOptions) => Promise<SvcRun>;
}

/**
 * The worker's server with an organization, whose project `shop` is empty at first. With `joinServer` the built one.
 */
export async function joinShopServer(
  join: () => Promise<JoinedServer> = joinServerHere,
): Promise<ShopServer> {
  const server = await join();
  let count = 0;
  let isSettled = true;
  const settle = async () => {
    if (!isSettled) await server.settle?.();
    isSettled = true;
  };
  return {
    ...server,
    ingest: async (change) => {
      count++;
      const body = structuredClone(fixtureBody);
      delete body.idempotencyKey;
      body.execution.key = `key ${count}`;
      // The newest is the last one that was sent. Half an hour ago, so that a slow machine sees minutes too.
      body.execution.startedAt = new Date(
        clock.now().getTime() - 1_800_000 + count * 1000,
      ).toISOString();
      change?.(body);
      isSettled = false;
      return ingestAnswer.parse(await ask(server, 'ingest', body));
    },
    settle,
    data: async (path) => {
      await settle();
      return ask(server, path);
    },
    svc: async (args, options = {}) => {
      await settle();
      return runSvc(args, {
        ...options,
        env: { SVC_URL: server.url, SVC_API_KEY: server.apiKey, ...options.env },
      });
    },
  };
}

async function ask(
  { url, apiKey }: SharedServer,
  path: string,
  body?: IngestBody,
): Promise<unknown> {
  const response = await fetch(`${url}/api/${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: body && JSON.stringify(body),
  });
  const answer: unknown = await response.json();
  if (typeof answer === 'object' && answer !== null && 'data' in answer) return answer.data;
  throw new Error(`the server answered ${JSON.stringify(answer)}`);
}
