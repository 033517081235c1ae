import pc from 'picocolors';
import { expect, it } from 'vitest';
import { makeWebhook } from '../../../../test/samples/make-webhook.ts';
import { plainLook } from '../../../../test/samples/plain-look.ts';
import { ASCII_GLYPHS } from '../../../terminal/glyphs.ts';
import { formatWebhooks, type WebhookList } from './webhooks-text.ts';

const lastDelivery = {
  at: '2026-11-21T09:16:00.000Z',
  status: 'pending',
  responseStatus: 503,
} as const;

function makeList(changes: Partial<WebhookList> = {}): WebhookList {
  return {
    items: [
      makeWebhook({ description: 'the deployment bridge', project: 'web', branch: 'main' }),
      makeWebhook({
        url: 'https://hooks.slack.com/services/…',
        format: 'slack',
        events: ['*'],
        consecutiveFailures: 3,
        lastDelivery,
        minSeverity: 'INFRA',
      }),
      makeWebhook({
        active: false,
        pauseReason: 'gone',
        pausedAt: '2026-11-19T09:30:00.000Z',
        lastDelivery: { ...lastDelivery, responseStatus: 410 },
      }),
      makeWebhook({ active: false, lastDelivery: null }),
    ],
    total: { count: 4, isAtLeast: false },
    moreCommand: 'svc webhooks --limit 40',
    ...changes,
  };
}

function shown(list: WebhookList, look = plainLook()): string {
  return `\n${formatWebhooks(list, look).join('\n')}\n`;
}

it('shows state, events and the last attempt of each at 80 columns', () => {
  expect(shown(makeList())).toMatchInlineSnapshot(`
    "
    ✓ active  https://ci.example.com/hooks/svc                              a91c44de
      execution.failed, test.flaky · project web · branch main
      the deployment bridge
      last attempt 204, 2 min ago

    ! failing  https://hooks.slack.com/services/…                           a91c44de
      slack · all events · INFRA or more severe
      last attempt 503, 14 min ago · 3 attempts in a row failed

    ✗ off  https://ci.example.com/hooks/svc                                 a91c44de
      execution.failed, test.flaky
      turned off 2 d ago: the receiver answered 410 (gone)
      turn it on: svc webhooks update a91c44de --on

    ○ off  https://ci.example.com/hooks/svc                                 a91c44de
      execution.failed, test.flaky
      nothing sent yet
    "
  `);
});

it('fits into 40 columns', () => {
  expect(shown(makeList(), plainLook({ columns: 40 }))).toMatchInlineSnapshot(`
    "
    ✓ active 
      https://ci.example.com/hooks/svc
      a91c44de
      execution.failed, test.flaky
      project web · branch main
      the deployment bridge
      last attempt 204, 2 min ago

    ! failing 
      https://hooks.slack.com/services/…
      a91c44de
      slack · all events
      INFRA or more severe
      last attempt 503, 14 min ago
      3 attempts in a row failed

    ✗ off  https://ci.example.com/hooks/svc
      a91c44de
      execution.failed, test.flaky
      turned off 2 d ago: the receiver
      answered 410 (gone)
      turn it on:
      svc webhooks update a91c44de --on

    ○ off  https://ci.example.com/hooks/svc
      a91c44de
      execution.failed, test.flaky
      nothing sent yet
    "
  `);
});

it('uses ASCII where the locale is not UTF-8', () => {
  const text = shown(makeList(), plainLook({ glyphs: ASCII_GLYPHS }));
  // oxlint-disable-next-line no-control-regex
  expect(text).toMatch(/^[\u0000-\u007f]+$/);
  expect(text).toContain('+ active  https://ci.example.com/hooks/svc');
});

it('colours the state, and the reason for it', () => {
  const items = [makeWebhook({ consecutiveFailures: 1, lastDelivery })];
  const look = plainLook({ colors: pc.createColors(true) });
  const text = shown(makeList({ items }), look);
  expect(text).toContain('\u001b[33m! failing\u001b[39m  https://ci.example.com/hooks/svc');
  expect(text).toContain(
    '\u001b[33mlast attempt 503, 14 min ago · the last attempt failed\u001b[39m',
  );
});

it('says how many more there are', () => {
  const list = makeList({ items: [makeWebhook()], total: { count: 21, isAtLeast: false } });
  expect(shown(list)).toContain('\n1 of 21. More: svc webhooks --limit 40\n');
});

it('proposes the first one', () => {
  expect(shown(makeList({ items: [] }))).toMatchInlineSnapshot(`
    "
    No webhooks.
    Send failed executions to an address:
      svc webhooks create https://example.com/hook --event execution.failed
    "
  `);
});
