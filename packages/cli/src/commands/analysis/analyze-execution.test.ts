import type { Analysis } from '@svc/contract/analysis/analyses';
import { beforeAll, expect, it } from 'vitest';
import { joinShopServer, type ShopServer } from '../../../test/shop-server.ts';

let server: ShopServer;
let id: string;
beforeAll(async () => {
  server = await joinShopServer();
  id = (await server.ingest()).executionId;
});

it('says why an execution failed: class, evidence, plan', async () => {
  const { status, stdout, stderr } = await server.svc(['analyze', id], { env: { COLUMNS: '80' } });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(`\n${stdout}`).toMatchInlineSnapshot();
});
