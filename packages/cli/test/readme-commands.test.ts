import { readFile } from 'node:fs/promises';
import type { IngestBody } from '@svc/contract/executions/ingest';
import { beforeAll, expect, it } from 'vitest';
import { joinShopServer, type ShopServer } from './shop-server.ts';

let server: ShopServer;
beforeAll(async () => {
  server = await joinShopServer();
  // A project of the fixture's repository, with a main branch and a test of the README's example.
  await server.ingest((body) => {
    withExample(body);
    if (body.execution.git !== undefined) body.execution.git.branch = 'main';
  });
  await server.ingest(withExample);
});

function withExample({ results: [result] }: IngestBody): void {
  if (result !== undefined) result.titlePath = ['cart', 'rounds a discount in favour of the shop'];
}

const README = new URL('../../../README.md', import.meta.url);

it('runs every svc command of the README from the first execution to where to go on', async () => {
  const text = await readFile(README, 'utf8');
  const [, sections = ''] = text.split('## The first execution');
  const [start = ''] = sections.split('## Where to go on');
  const commands = [...start.matchAll(/^svc (.*?)(?: +#.*)?$/gm)].map(([, words = '']) =>
    (words.match(/'[^']*'|\S+/g) ?? []).map((word) => word.replaceAll("'", '')),
  );
  expect(commands.length).toBeGreaterThan(7);
  for (const args of commands) {
    const { status, stderr } = await server.svc(args, { env: { SVC_PROJECT: 'shop' } });
    expect([args, status, stderr]).toEqual([args, 0, '']);
  }
});
