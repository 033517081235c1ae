import { expect, it } from 'vitest';
import { joinShopServer } from '../../../test/shop-server.ts';

it('gives no tick when CI runs only some of the tests', async () => {
  const server = await joinShopServer();
  await server.ingest(({ execution }) => {
    execution.partial = ['filter'];
  });
  const asked = ['attention', '--project', 'shop'];
  const env = { COLUMNS: '80' };
  const { status, stdout } = await server.svc(asked, { env });
  expect({ status, stdout }).toMatchInlineSnapshot(`
    {
      "status": 0,
      "stdout": "shop: cannot tell what needs attention: no finished, complete execution from
      CI without uncommitted changes in the last 14 days
    To see the executions: svc executions --project shop
    ",
    }
  `);
  expect((await server.svc([...asked, '--markdown'])).stdout).toContain('cannot tell');
  await server.ingest((body) => {
    body.results = body.results.filter((result) => result.status === 'passed');
    body.files = [];
    body.execution.status = 'passed';
  });
  expect((await server.svc(asked)).stdout).toMatch(/^✓ shop: nothing needs attention\n/);
});
