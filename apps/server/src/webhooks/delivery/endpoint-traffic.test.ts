import { expect, it } from 'vitest';
import type { DueWebhook } from './claims.queries.ts';
import { EndpointTraffic } from './endpoint-traffic.ts';

let now = 0;
const open = () => new EndpointTraffic(() => now);
const due = (webhookId: string, facts: Partial<DueWebhook> = {}): DueWebhook => ({
  organizationId: 'acme',
  webhookId,
  consecutiveFailures: 0,
  due: 4,
  ...facts,
});
const many = (prefix: string, count: number, facts: Partial<DueWebhook> = {}) =>
  Array.from({ length: count }, (_, index) => due(`${prefix}${index}`, facts));
const placesOf = (traffic: EndpointTraffic, webhooks: DueWebhook[]) =>
  Object.fromEntries(traffic.allot(webhooks).map(({ webhookId, places }) => [webhookId, places]));

/** Sends as many requests as the webhooks get, and ends those that `takesMs` has a duration for. */
function send(
  traffic: EndpointTraffic,
  webhooks: DueWebhook[],
  takesMs: (webhookId: string) => number | null = () => null,
): number {
  const allotted = traffic.allot(webhooks);
  for (const one of allotted) {
    for (let place = 0; place < one.places; place++) {
      const end = traffic.begin(one);
      const ms = takesMs(one.webhookId);
      if (ms !== null) end(ms);
    }
  }
  return allotted.reduce((sum, { places }) => sum + places, 0);
}

it('gives an endpoint one place at first, four once it is fast, and two once it is slow', () => {
  const traffic = open();
  const webhooks = [due('fast'), due('slow')];
  expect(placesOf(traffic, webhooks)).toEqual({ fast: 1, slow: 1 });
  send(traffic, webhooks, (id) => (id === 'fast' ? 20 : 9_000));
  expect(placesOf(traffic, webhooks)).toEqual({ fast: 4, slow: 2 });
});

it('gives no more places than deliveries are due', () => {
  const traffic = open();
  send(traffic, [due('a')], () => 20);
  expect(placesOf(traffic, [due('a', { due: 2 })])).toEqual({ a: 2 });
});

it('gives fewer places after each failure, and one for a probe after five', () => {
  const traffic = open();
  send(traffic, [due('a')], () => 20);
  const placesAfter = (consecutiveFailures: number) =>
    traffic.allot([due('a', { consecutiveFailures })])[0];
  expect(placesAfter(1)).toMatchObject({ places: 4, isProbe: false });
  expect(placesAfter(3)).toMatchObject({ places: 2, isProbe: false });
  expect(placesAfter(4)).toMatchObject({ places: 1, isProbe: false });
  expect(placesAfter(5)).toMatchObject({ places: 1, isProbe: true });
  send(traffic, [due('a', { consecutiveFailures: 5 })]);
  expect(placesAfter(5)).toBeUndefined();
});

it('leaves most places to others, however many endpoints do not answer', () => {
  const traffic = open();
  const dead = many('dead', 200);
  send(traffic, dead);
  now += 15_000;
  // All of them timed out.
  const later = open();
  send(later, dead, () => 15_000);
  send(later, dead.slice(85), () => 15_000);
  send(later, dead.slice(170), () => 15_000);
  expect(send(later, dead)).toBe(40);
  const untried = many('new', 30);
  expect(send(later, untried, () => 20)).toBe(30);
  expect(Object.values(placesOf(later, untried)).every((places) => places >= 1)).toBe(true);
});

it('leaves places to fast endpoints while 200 untried ones do not answer', () => {
  const traffic = open();
  const fast = many('fast', 5);
  send(traffic, fast, () => 20);
  expect(send(traffic, many('dead', 200))).toBe(85);
  expect(placesOf(traffic, fast)).toEqual(
    Object.fromEntries(fast.map((one) => [one.webhookId, 1])),
  );
});

it('counts an endpoint as slow while a request is out for long', () => {
  const traffic = open();
  send(traffic, [due('a')], () => 20);
  traffic.begin({ organizationId: 'acme', webhookId: 'a' });
  expect(placesOf(traffic, [due('a')])).toEqual({ a: 3 });
  now += 2_001;
  expect(placesOf(traffic, [due('a')])).toEqual({ a: 1 });
});

it('shares places among organizations, and not by their number of webhooks', () => {
  const traffic = open();
  const large = many('large', 300);
  const small = many('small', 3, { organizationId: 'small' });
  send(traffic, [...large, ...small], () => 20);
  send(traffic, large.slice(83), () => 20);
  const places = placesOf(traffic, [...large, ...small]);
  expect(small.map(({ webhookId }) => places[webhookId])).toEqual([4, 4, 4]);
});

it('serves first who waited longest when places are scarce', () => {
  const traffic = open();
  const webhooks = many('a', 120);
  const served = new Set<string>();
  for (let round = 0; round < 2; round++) {
    send(traffic, webhooks, (id) => {
      served.add(id);
      return 20;
    });
  }
  expect(served).toHaveLength(120);
});
