import { readFile } from 'node:fs/promises';
import { beforeAll, expect, it } from 'vitest';
import { joinShopServer, type ShopServer } from './shop-server.ts';

let server: ShopServer;
beforeAll(async () => {
  server = await joinShopServer();
  // A project of the fixture's repository, whose main branch has a test of the README's name.
  await server.ingest(({ execution }) => {
    if (execution.git !== undefined) execution.git.branch = 'main';
  });
  await server.ingest();
});

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
