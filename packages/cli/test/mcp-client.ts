import { PassThrough } from 'node:stream';
import { Client as ClientOfV2 } from '@modelcontextprotocol/client';
import { StdioClientTransport as TransportOfV2 } from '@modelcontextprotocol/client/stdio';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { runProgram } from '../src/run-program.ts';
import { makeWorld } from './make-world.ts';
import { emptyFolder, SVC, svcEnv } from './run-svc.ts';

export interface McpAnswer {
  isError: boolean;
  text: string;
  /** Sentences of svc. */
  facts: string[];
  /** The JSON of the last line; empty for an error. */
  data: Record<string, unknown>;
}

export interface McpClient {
  client: Client;
  ask: (name: string, args?: Record<string, unknown>) => Promise<McpAnswer>;
}

const CLIENT = { name: 'test', version: '1.0.0' };

/** A client of `svc mcp` in this process. */
export async function startMcp(
  env: Record<string, string>,
  ...flags: string[]
): Promise<McpClient> {
  const stdin = new PassThrough();
  const stdout = new PassThrough();
  const world = makeWorld({
    env: await svcEnv(env),
    directory: await emptyFolder(),
    stdin,
    stdout,
  });
  const running = runProgram(['mcp', ...flags], world);
  // Both ends of a connection write lines: that of a server serves the client too.
  const mcp = await connected(new StdioServerTransport(stdout, stdin));
  Object.assign(mcp.client, { onclose: () => stdin.end() });
  void running.then((status) => {
    if (status !== 0) throw new Error(world.printed().stderr);
  });
  return mcp;
}

/** A client that starts the built `svc mcp`, as editors and agents do. Ends with the test file's process. */
export async function spawnMcp(env: Record<string, string>): Promise<McpClient> {
  return connected(new StdioClientTransport(await serverOf(env)));
}

/** The same with the client of the protocol's next version, which opens a connection in another way. */
export async function spawnMcpOfV2(env: Record<string, string>): Promise<ClientOfV2> {
  const client = new ClientOfV2(CLIENT);
  await client.connect(new TransportOfV2(await serverOf(env)));
  return client;
}

async function connected(transport: Parameters<Client['connect']>[0]): Promise<McpClient> {
  const client = new Client(CLIENT);
  await client.connect(transport);
  return {
    client,
    ask: async (name, args = {}) => answerOf(await client.callTool({ name, arguments: args })),
  };
}

async function serverOf(env: Record<string, string>) {
  return {
    command: process.execPath,
    args: [SVC, 'mcp'],
    env: await svcEnv(env),
    cwd: await emptyFolder(),
  };
}

export function answerOf({ isError, content }: Record<string, unknown>): McpAnswer {
  const [block, ...others]: unknown[] = Array.isArray(content) ? content : [];
  if (others.length > 0 || typeof block !== 'object' || block === null || !('text' in block)) {
    throw new Error(`expected one text, got ${JSON.stringify(content)}`);
  }
  const text = String(block.text);
  const lines = text.split('\n');
  return {
    isError: isError === true,
    text,
    facts: lines.slice(0, -2),
    // The SDK refuses invalid input in a sentence.
    data: (lines.length === 1 ? {} : JSON.parse(lines.at(-1) ?? '')) as Record<string, unknown>,
  };
}
