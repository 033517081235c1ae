import type { IngestAnswer, IngestExecution, IngestResult } from '@svc/contract/executions/ingest';
import {
  quarantineEntry,
  type QuarantineInput,
  type QuarantineEntry,
} from '@svc/contract/gate/quarantine';
import { testId } from '@svc/contract/zod-free/test-identity';
import { joinShopServer, type ShopServer } from './shop-server.ts';

export interface GateServer extends ShopServer {
  /** Sends an execution of the project `shop`, in which these tests fail with these messages. */
  send: (
    failures: Record<string, string>,
    execution?: Partial<IngestExecution>,
  ) => Promise<IngestAnswer>;
  /** Adds an entry for a test of this title. */
  quarantine: (title: string, input?: Partial<QuarantineInput>) => Promise<QuarantineEntry>;
}

export const FILE = 'src/search.test.ts';

/** The id of a test that `send` sends. */
export function idOf(title: string): string {
  return testId({ project: 'shop', file: FILE, titlePath: ['search', title] });
}

/** The shared server with an organization whose project `shop` gets executions with failures. */
export async function joinGateServer(): Promise<GateServer> {
  const server = await joinShopServer();
  return {
    ...server,
    send: (failures, execution = {}) =>
      server.ingest((body) => {
        const isFailed = Object.keys(failures).length > 0;
        const status = isFailed ? 'failed' : 'passed';
        delete body.execution.partial;
        delete body.execution.errors;
        delete body.files;
        body.execution = { ...body.execution, project: 'shop', status, ...execution };
        body.results = [
          { file: FILE, titlePath: ['search', 'finds'], status: 'passed', durationMs: 3 },
          ...Object.entries(failures).map(([title, message]) => failed(title, message)),
        ];
      }),
    quarantine: async (title, input = {}) => {
      const response = await fetch(`${server.url}/api/quarantine`, {
        method: 'POST',
        headers: { authorization: `Bearer ${server.apiKey}`, 'content-type': 'application/json' },
        body: JSON.stringify({ testId: idOf(title), reason: 'issue 1482', ...input }),
      });
      if (!response.ok) throw new Error(await response.text());
      const answer: unknown = await response.json();
      return quarantineEntry.parse((answer as { data: unknown }).data);
    },
  };
}

function failed(title: string, message: string): IngestResult {
  const attempt = { status: 'failed' as const, durationMs: 4, errors: [{ message }] };
  return {
    file: FILE,
    line: 12,
    titlePath: ['search', title],
    status: 'failed',
    durationMs: 4,
    attempts: [attempt],
  };
}
