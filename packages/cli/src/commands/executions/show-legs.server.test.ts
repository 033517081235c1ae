import { beforeAll, expect, it } from 'vitest';
import { joinShopServer, type ShopServer } from '../../../test/shop-server.ts';

let server: ShopServer;
beforeAll(async () => {
  server = await joinShopServer();
});

const FLAKY = 'suggests as you type';

/** Sends two legs of one execution. The test `checkout` fails on both, with these messages. */
async function sendLegs(key: string, messages: Record<string, string>): Promise<string> {
  let id = '';
  for (const [index, [leg, message]] of Object.entries(messages).entries()) {
    const answer = await server.ingest((body) => {
      body.execution.key = key;
      body.execution.leg = leg;
      delete body.execution.shard;
      body.files = [];
      const failure = { message, stack: `Error: ${message}\n    at pay (src/pay.ts:4:2)` };
      body.results = [
        {
          file: 'src/cart.test.ts',
          titlePath: ['cart', 'checkout'],
          status: 'failed',
          durationMs: 20 + index,
          attempts: [{ status: 'failed', durationMs: 20 + index, errors: [failure] }],
        },
        ...body.results.filter(({ titlePath }) => index > 0 && titlePath.at(-1) === FLAKY),
      ];
    });
    id = answer.executionId;
  }
  return id;
}

async function show(id: string, ...flags: string[]): Promise<string> {
  const { stdout } = await server.svc(['executions', 'show', id, ...flags], {
    env: { COLUMNS: '80' },
  });
  return stdout
    .slice(stdout.indexOf(flags.length === 0 ? '✗ cart' : '<details>'))
    .replaceAll(/fp\d:[0-9a-f]+/g, 'FINGERPRINT');
}

it('shows a failure of several legs once, with their names', async () => {
  const id = await sendLegs('both', { mysql: 'no such table', postgres: 'no such table' });
  expect(`\n${await show(id)}`).toMatchInlineSnapshot(`
    "
    ✗ cart › checkout [mysql, postgres]                             src/cart.test.ts
      failed after up to 21 ms · fingerprint FINGERPRINT
      Error: no such table
        at pay (src/pay.ts:4:2)

    ± search › suggests as you type [postgres]
      passed on attempt 2  src/search.test.ts:3
    "
  `);
  expect(`\n${await show(id, '--markdown')}`).toMatchInlineSnapshot(`
    "
    <details><summary>✗ <b>cart › checkout</b> in mysql; postgres <code>src/cart.test.ts</code></summary>

    \`\`\`
    Error: no such table
        at pay (src/pay.ts:4:2)
    \`\`\`

    </details>

    - ± search › suggests as you type in postgres \`src/search.test.ts:3\`, passed on attempt 2
    "
  `);
});

it('names the leg of each failure when they differ', async () => {
  const id = await sendLegs('each', { mysql: 'no such table', postgres: 'connection lost' });
  const text = await show(id);
  expect(text).toContain('✗ cart › checkout [mysql] ');
  expect(text).toContain('✗ cart › checkout [postgres] ');
  expect(await show(id, '--markdown')).toContain(
    '<summary>✗ <b>cart › checkout</b> in postgres <code>',
  );
});

it('names no leg of an execution that is one leg', async () => {
  const id = await sendLegs('one', { mysql: 'no such table' });
  expect(await show(id)).not.toContain('[mysql]');
});
