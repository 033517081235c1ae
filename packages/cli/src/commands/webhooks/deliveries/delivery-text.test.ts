import type { DeliveryDetail } from '@svc/contract/webhooks/deliveries';
import { expect, it } from 'vitest';
import { makeFailingDelivery } from '../../../../test/samples/make-webhook.ts';
import { plainLook } from '../../../../test/samples/plain-look.ts';
import { formatDelivery } from './delivery-text.ts';
import { makeDeliverySafe } from './delivery-words.ts';

function shown(delivery: DeliveryDetail, { columns = 80, limit = 20 } = {}): string {
  const facts = {
    delivery: makeDeliverySafe(delivery),
    address: 'https://ci.example.com/hooks/svc',
    limit,
    jsonCommand: 'svc webhooks deliveries a91c44de 77e0a1c2 --json',
    redeliverCommand: 'svc webhooks redeliver a91c44de 77e0a1c2',
  };
  return `\n${formatDelivery(facts, plainLook({ columns })).join('\n')}\n`;
}

it('shows every attempt, the request and the answer', () => {
  expect(shown(makeFailingDelivery())).toMatchInlineSnapshot(`
    "
    ◌ pending  execution.failed
    https://ci.example.com/hooks/svc
    attempt 3 of 10 · next in 4 min · created 2026-11-21 09:27:58 UTC
    delivery 0193a1b2-0000-7000-8000-000077e0a1c2
    event 0193a1b2-0000-7000-8000-000000000009

     1  503 in 1.2 s                                         2026-11-21 09:20:00 UTC
     2  the connection was refused                           2026-11-21 09:20:05 UTC
     3  503 in 1.2 s                                         2026-11-21 09:28:00 UTC

    Request
      content-type: application/json
      webhook-signature: v1,c2lnbmF0dXJl
      {
        "type": "execution.failed",
        "timestamp": "2026-11-21T09:28:00.000Z",
        "data": {
          "number": 812,
          "branch": "main"
        }
      }

    Answer 503
      content-type: text/html
      <h1>Service unavailable</h1>
    "
  `);
});

it('fits into 40 columns', () => {
  expect(shown(makeFailingDelivery(), { columns: 40 })).toMatchInlineSnapshot(`
    "
    ◌ pending  execution.failed
    https://ci.example.com/hooks/svc
    attempt 3 of 10 · next in 4 min
    created 2026-11-21 09:27:58 UTC
    delivery
    0193a1b2-0000-7000-8000-000077e0a1c2
    event
    0193a1b2-0000-7000-8000-000000000009

     1  503 in 1.2 s
      2026-11-21 09:20:00 UTC
     2  the connection was refused
      2026-11-21 09:20:05 UTC
     3  503 in 1.2 s
      2026-11-21 09:28:00 UTC

    Request
      content-type: application/json
      webhook-signature: v1,c2lnbmF0dXJl
      {
        "type": "execution.failed",
        "timestamp": "2026-11-21T09:28:00.000Z",
        "data": {
          "number": 812,
          "branch": "main"
        }
      }

    Answer 503
      content-type: text/html
      <h1>Service unavailable</h1>
    "
  `);
});

it('cuts a long body, and says so', () => {
  const { response } = makeFailingDelivery();
  const body = Array.from({ length: 9 }, (_, index) => `line ${index + 1}`).join('\n');
  const cut = makeFailingDelivery({ response: response && { ...response, body, truncated: true } });
  expect(shown(cut, { limit: 3 })).toContain(
    '  line 3\n' +
      '  … 6 more lines: svc webhooks deliveries a91c44de 77e0a1c2 --json\n' +
      '  … cut here by the server\n',
  );
});

it('says why a delivery failed without an attempt', () => {
  const text = shown(
    makeFailingDelivery({
      status: 'failed',
      error: 'the webhook was turned off',
      nextAttemptAt: null,
    }),
  );
  expect(text).toContain('\nthe webhook was turned off\n');
  expect(text).toContain('\nSend it again: svc webhooks redeliver a91c44de 77e0a1c2\n');
});

it('lets no control character of an answer reach the terminal', () => {
  const evil = '\u001b[2J\u001b]52;c;ZXZpbA==\u0007\u009b31m\u202e\u0008\rx';
  const bodies = [evil, JSON.stringify({ [evil]: evil, long: 'x'.repeat(90) })];
  // What JSON escapes, a parser returns as it was.
  const escaped = String.raw`{"text": "\u001b[2J\u202e\u009b", "long": "${'x'.repeat(90)}"}`;
  for (const body of [...bodies, escaped]) {
    const delivery = makeFailingDelivery({
      error: evil,
      request: { headers: { [evil]: evil }, body, truncated: false },
      response: { headers: { [evil]: evil }, body, truncated: false },
    });
    const text = shown(delivery);
    // oxlint-disable-next-line no-control-regex
    expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/);
    expect(text).toContain('x');
  }
});
