import type { Delivery } from '@svc/contract/webhooks/deliveries';
import { expect, it } from 'vitest';
import { makeDelivery, makeFailingDelivery } from '../../../../test/samples/make-webhook.ts';
import { plainLook } from '../../../../test/samples/plain-look.ts';
import { formatDeliveryOutcome, type ShownOutcome } from './outcome-text.ts';

function shown(delivery: Delivery, changes: Partial<ShownOutcome> = {}, columns = 80): string {
  const outcome: ShownOutcome = {
    delivery,
    progress: 'attempted',
    hasWaited: true,
    event: undefined,
    showCommand: 'svc webhooks deliveries a91c44de 77e0a1c2',
    ...changes,
  };
  return `\n${formatDeliveryOutcome(outcome, plainLook({ columns })).join('\n')}\n`;
}

const waiting = makeDelivery({
  status: 'pending',
  attempt: 0,
  responseStatus: null,
  durationMs: null,
  response: null,
  nextAttemptAt: '2026-11-21T09:30:00.000Z',
});

it('needs one line for a delivery that arrived', () => {
  expect(shown(makeDelivery())).toBe('\n✓ delivered: 204 in 143 ms\n');
  expect(shown(makeDelivery(), { event: 'test.flaky' })).toBe(
    '\n✓ test.flaky delivered: 204 in 143 ms\n',
  );
});

it('shows the first lines of the answer otherwise', () => {
  const failing = makeFailingDelivery();
  const body = Array.from({ length: 9 }, (_, index) => `line ${index + 1}`).join('\n');
  const long = { ...failing, response: failing.response && { ...failing.response, body } };
  expect(shown(failing)).toMatchInlineSnapshot(`
    "
    ✗ not delivered: 503 in 1.2 s
      <h1>Service unavailable</h1>
    Attempt 3 of 10. The next one follows in 4 min.
    See it: svc webhooks deliveries a91c44de 77e0a1c2
    "
  `);
  expect(shown(long, {}, 40)).toMatchInlineSnapshot(`
    "
    ✗ not delivered: 503 in 1.2 s
      line 1
      line 2
      line 3
      line 4
      line 5
      … 4 more lines
    Attempt 3 of 10. The next one follows
      in 4 min.
    See it:
    svc webhooks deliveries a91c44de 77e0a1c2
    "
  `);
});

it('says why there was no answer, and whether another attempt follows', () => {
  const absent = { responseStatus: null, error: 'the connection was refused', response: null };
  expect(shown(makeFailingDelivery(absent))).toContain(
    '\n✗ not delivered: the connection was refused\nAttempt 3 of 10. The next one follows in 4 min.\n',
  );
  const failed = makeDelivery({ status: 'failed', responseStatus: 410 });
  expect(shown(failed)).toContain(
    '\n✗ not delivered: 410 in 143 ms\nNo further attempt follows.\n',
  );
});

it('distinguishes what was not waited for, what waits, and what has no answer', () => {
  expect(shown(waiting, { progress: 'queued', hasWaited: false })).toContain(
    '\n◌ queued\nIt is sent within a second or two.\n',
  );
  expect(shown(waiting, { progress: 'queued' })).toContain(
    '\n◌ not sent yet\nThe server did not send it within 20 s.\n',
  );
  const blocked = { ...waiting, nextAttemptAt: '2026-11-21T09:34:30.000Z' };
  expect(shown(blocked, { progress: 'queued' })).toContain(
    '\n◌ not sent yet\nEarlier deliveries to this receiver failed, so it is sent in 4 min.\n',
  );
  expect(shown({ ...waiting, attempt: 1 }, { progress: 'sent' })).toContain(
    '\n◌ no answer yet\nThe receiver did not answer within 20 s.\n',
  );
});
