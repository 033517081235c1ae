import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { answering, startAnsweringServer } from '@svc/client/test/answering-server.ts';
import { buildApiKey } from '@svc/contract/zod-free/api-key-text';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { answerOf, spawnMcp, spawnMcpOfV2 } from '../../../test/mcp-client.ts';
import { spawnSvc, SVC, svcEnv } from '../../../test/run-svc.ts';
import { makeExecution } from '../../../test/samples/make-execution.ts';

let env: Record<string, string>;
let close: () => void;
beforeAll(async () => {
  const page = { items: [makeExecution(), makeExecution()], nextCursor: null };
  const server = await startAnsweringServer(answering(200, { result: { data: page } }));
  const SVC_API_KEY = buildApiKey('0TestKeyOfTheRepositoryItself0');
  env = { SVC_URL: server.url, SVC_API_KEY, SVC_PROJECT: 'shop' };
  close = server.close;
});
afterAll(() => close());

it('speaks with clients of both versions of the protocol', async () => {
  const mcp = await spawnMcp(env);
  expect((await mcp.ask('list_executions')).facts).toEqual(['2 executions, newest first.']);
  await mcp.client.close();
  const client = await spawnMcpOfV2(env);
  const { facts } = answerOf(await client.callTool({ name: 'list_executions', arguments: {} }));
  expect(facts).toEqual(['2 executions, newest first.']);
  await client.close();
});

it('ends when stdin ends, also one that is no pipe', async () => {
  expect(await spawnSvc(['mcp'], { env })).toEqual({ status: 0, stdout: '', stderr: '' });
  const child = spawn(process.execPath, [SVC, 'mcp'], {
    env: await svcEnv(env),
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const [stderr] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  expect({ status: child.exitCode, stderr }).toEqual({ status: 0, stderr: '' });
});

it('writes only the protocol to stdout, and ends with its client', async () => {
  const input = `${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' })}\n`;
  const { status, stdout, stderr } = await spawnSvc(['mcp', '-v'], { env, input });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  for (const line of stdout.split('\n').slice(0, -1)) {
    expect(JSON.parse(line)).toMatchObject({ jsonrpc: '2.0' });
  }
});
