import { beforeAll, expect, it, vi } from 'vitest';
import { joinShopServer, type ShopServer } from '../../../test/shop-server.ts';

let server: ShopServer;
beforeAll(async () => {
  server = await joinShopServer();
  await server.ingest();
  await server.ingest();
});

const svc = (...args: string[]) => server.svc(args, { env: { COLUMNS: '80' } });

it('lists the projects with what they have', async () => {
  // The server finds the default branch after the upload.
  const { stdout, stderr } = await vi.waitFor(async () => {
    const answer = await svc('projects');
    expect(answer.stdout).toContain('fix-cart');
    return answer;
  }, 20_000);
  expect(stderr).toBe('');
  expect(stdout).toMatchInlineSnapshot(`
    "PROJECT  EXECUTIONS  TESTS  BRANCH    LAST EXECUTION
    shop              2      6  fix-cart  29 min ago
    "
  `);
  expect(JSON.parse((await svc('projects', '--json')).stdout)).toMatchObject({
    items: [{ name: 'shop', executions: 2 }],
    nextCursor: null,
  });
  expect((await svc('projects', '--search', 'nothing')).stdout).toBe(
    'No project matches.\nAll of them: svc projects\n',
  );
  expect((await svc('projects', '--markdown')).stdout).toMatch(/^\| project \| executions \|/);
});
