import { expect, it } from 'vitest';
import { makeDelivery, makeFailingDelivery } from '../../../../test/samples/make-webhook.ts';
import { plainLook } from '../../../../test/samples/plain-look.ts';
import { formatDeliveries, type DeliveryList } from './deliveries-text.ts';

function makeList(changes: Partial<DeliveryList> = {}): DeliveryList {
  return {
    items: [
      makeFailingDelivery({ id: '0193a1b2-0000-7000-8000-000000ff00aa' }),
      makeDelivery({
        eventType: 'execution.completed',
        status: 'failed',
        attempt: 10,
        responseStatus: null,
        error: 'the host name does not resolve',
      }),
      makeDelivery(),
    ],
    total: { count: 3, isAtLeast: false },
    isFiltered: false,
    moreCommand: 'svc webhooks deliveries a91c44de --limit 40',
    showCommand: 'svc webhooks deliveries a91c44de',
    testCommand: 'svc webhooks test a91c44de',
    ...changes,
  };
}

function shown(list: DeliveryList, columns: number): string {
  return `\n${formatDeliveries(list, plainLook({ columns })).join('\n')}\n`;
}

it('shows answer, time and next attempt of each at 80 columns, and errors at 120', () => {
  expect(shown(makeList(), 80)).toMatchInlineSnapshot(`
    "
    ID        STATUS       ANSWER  EVENT                WHEN        NEXT  ATTEMPT
    00ff00aa  ◌ pending    503     execution.failed     2 min ago  4 min  3 of 10
    77e0a1c2  ✗ failed     –       execution.completed  2 min ago      –  10
    77e0a1c2  ✓ delivered  204     execution.failed     2 min ago      –  1
    One in full: svc webhooks deliveries a91c44de 00ff00aa
    "
  `);
  expect(shown(makeList(), 120)).toMatchInlineSnapshot(`
    "
    ID        STATUS       ANSWER  EVENT                WHEN        NEXT  ATTEMPT    TIME  ERROR
    00ff00aa  ◌ pending    503     execution.failed     2 min ago  4 min  3 of 10   1.2 s  
    77e0a1c2  ✗ failed     –       execution.completed  2 min ago      –  10       143 ms  the host name does not resolve
    77e0a1c2  ✓ delivered  204     execution.failed     2 min ago      –  1        143 ms  
    One in full: svc webhooks deliveries a91c44de 00ff00aa
    "
  `);
});

it('fits into 40 columns, with the error instead of the event', () => {
  expect(shown(makeList(), 40)).toMatchInlineSnapshot(`
    "
    00ff00aa  ◌ pending    503
            execution.failed · 2 min ago
    77e0a1c2  ✗ failed     –
            the host name does not resolve
    77e0a1c2  ✓ delivered  204
            execution.failed · 2 min ago
    One in full:
    svc webhooks deliveries a91c44de 00ff00aa
    "
  `);
});

it('distinguishes no deliveries from no match', () => {
  expect(shown(makeList({ items: [] }), 80)).toBe(
    '\nNothing was sent yet. Send a test: svc webhooks test a91c44de\n',
  );
  expect(shown(makeList({ items: [], isFiltered: true }), 80)).toBe(
    '\nNo deliveries match. All of them: svc webhooks deliveries a91c44de\n',
  );
});
