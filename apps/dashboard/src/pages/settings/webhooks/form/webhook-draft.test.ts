import type { Webhook } from '@svc/contract/webhooks/webhooks';
import { describe, expect, it } from 'vitest';
import { generateSecret } from './generated-secret.ts';
import {
  buildWebhookChange,
  toWebhookDraft,
  EMPTY_DRAFT,
  guessFormat,
  toWebhookInput,
  canKeepAddress,
} from './webhook-draft.ts';

const WEBHOOK: Webhook = {
  id: '0e8a47d2-b65c-4913-a7f0-3c9d28e15b74',
  url: 'https://hooks.acme.test/svc',
  format: 'standard',
  events: ['execution.failed'],
  description: 'Team channel',
  active: true,
  pauseReason: null,
  pausedAt: null,
  hasSecret: true,
  previousSecretUntil: null,
  project: 'web',
  branch: null,
  minSeverity: 'KNOWN_FLAKE',
  createdAt: '2026-03-01T10:00:00.000Z',
  createdBy: null,
  updatedAt: '2026-03-01T10:00:00.000Z',
  lastDelivery: null,
  consecutiveFailures: 0,
};
const CHAT: Webhook = {
  ...WEBHOOK,
  format: 'slack',
  url: 'https://hooks.slack.com/services/…',
  hasSecret: false,
};

describe('a new webhook', () => {
  it('has all events and no filter, unless some are chosen', () => {
    expect(toWebhookInput({ ...EMPTY_DRAFT, url: ' https://a.test/ ' })).toEqual({
      format: 'standard',
      url: 'https://a.test/',
      description: '',
      events: ['*'],
      project: null,
      branch: null,
      minSeverity: null,
    });
  });

  it('sends no secret for a chat', () => {
    const draft = { ...EMPTY_DRAFT, secret: 'x' };
    expect(toWebhookInput(draft)).toHaveProperty('secret', 'x');
    expect(toWebhookInput({ ...draft, format: 'teams' })).not.toHaveProperty('secret');
  });
});

describe('a changed webhook', () => {
  const changed = (changes: object, webhook = WEBHOOK) =>
    buildWebhookChange({ ...toWebhookDraft(webhook), ...changes }, webhook);
  const { id } = WEBHOOK;

  it('sends nothing that is as before', () => {
    expect(changed({})).toEqual({ id });
    expect(changed({}, CHAT)).toEqual({ id });
  });

  it('sends only what was changed', () => {
    expect(changed({ project: '', branch: ' main ' })).toEqual({
      id,
      project: null,
      branch: 'main',
    });
    expect(changed({ isForAllEvents: true })).toEqual({ id, events: ['*'] });
    expect(changed({ url: 'https://b.test/' })).toEqual({ id, url: 'https://b.test/' });
  });

  it('sends the same address for a server that lost the stored one', () => {
    const { url } = WEBHOOK;
    expect(buildWebhookChange(toWebhookDraft(WEBHOOK), WEBHOOK, { withAddress: true })).toEqual({
      id,
      url,
    });
    expect(buildWebhookChange(toWebhookDraft(CHAT), CHAT, { withAddress: true })).toEqual({ id });
  });

  it('keeps, sets or removes the secret', () => {
    expect(changed({ secretAction: 'set', secret: 'x' })).toEqual({ id, secret: 'x' });
    expect(changed({ secretAction: 'set', secret: '' })).toEqual({ id });
    expect(changed({ secretAction: 'remove' })).toEqual({ id, secret: null });
  });

  it('has no secret once it is for a chat, and needs its address', () => {
    const draft = { ...toWebhookDraft(WEBHOOK), format: 'slack' as const, url: 'https://s.test/x' };
    expect(buildWebhookChange(draft, WEBHOOK)).toMatchObject({ format: 'slack', secret: null });
    expect(canKeepAddress(draft, WEBHOOK)).toBe(false);
    expect(canKeepAddress(toWebhookDraft(CHAT), CHAT)).toBe(true);
    expect(toWebhookDraft(CHAT).url).toBe('');
  });
});

it('generates a different secret of 32 bytes each time', () => {
  const [secret, other] = [generateSecret(), generateSecret()];
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(secret).not.toBe(other);
});

it('takes the format of the chat that an address belongs to, once', () => {
  const slack = 'https://hooks.slack.com/services/T1/B2/x';
  expect(guessFormat(slack, { url: '' })).toEqual({ format: 'slack' });
  expect(guessFormat(`${slack}y`, { url: slack })).toEqual({});
  expect(guessFormat('https://hooks.acme.test/', { url: slack })).toEqual({});
});
