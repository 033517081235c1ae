import { expect, it } from 'vitest';
import { formatBody } from './format-body.ts';

it('sends the type, the time and the data as Standard Webhooks have them', () => {
  const data = {
    webhookId: '7d3f5f0e-8c55-4f6b-9a35-0b7c2a4d1e90',
    message: '<hi> & @all',
    url: '/',
  };
  const event = { type: 'webhook.test' as const, timestamp: '2026-03-01T10:00:00.000Z', data };
  expect(JSON.parse(formatBody('standard', event))).toEqual(event);
});
