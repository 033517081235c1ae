import { expect, it } from 'vitest';
import { formatFor } from './chat-address.ts';

it.each([
  ['https://hooks.slack.com/services/T1/B2/x', 'slack'],
  ['https://discord.com/api/webhooks/1/x', 'discord'],
  ['https://canary.discord.com/api/v10/webhooks/1/x', 'discord'],
  ['https://discordapp.com/api/webhooks/1/x/slack', 'slack'],
  ['https://acme.webhook.office.com/webhookb2/x', 'teams'],
  ['https://prod-1.westeurope.logic.azure.com:443/workflows/x', 'teams'],
  [
    'https://default1.environment.api.powerplatform.com:443/powerautomate/automations/direct/workflows/x',
    'teams',
  ],
])('takes the format of the chat at %s: %s', (address, format) => {
  expect(formatFor(address, undefined)).toMatchObject({
    format,
    note: expect.stringContaining(`The format is ${format}`) as string,
  });
});

it.each([
  'https://hooks.slack.com/triggers/T1/2/x',
  'https://discord.com/channels/1',
  'https://hooks.slack.com.example.com/services/T1',
  'https://example.com/hook',
  'no address',
])('leaves the format of %s to the server', (address) => {
  expect(formatFor(address, undefined)).toEqual({ format: undefined, note: undefined });
  expect(formatFor(address, 'slack')).toEqual({ format: 'slack', note: undefined });
});

it('refuses a format that the chat cannot read', () => {
  const address = 'https://hooks.slack.com/services/T1/B2/x';
  expect(() => formatFor(address, 'standard')).toThrow(
    'a Slack address reads no messages in the format standard',
  );
  expect(formatFor(address, 'slack')).toEqual({ format: 'slack', note: undefined });
});

it('lets a workflow read another format, because it reads any JSON', () => {
  const address = 'https://prod-1.westeurope.logic.azure.com/workflows/x';
  expect(formatFor(address, 'standard')).toEqual({ format: 'standard', note: undefined });
});
