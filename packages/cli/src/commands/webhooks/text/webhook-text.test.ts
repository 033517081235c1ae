import { expect, it } from 'vitest';
import { makeWebhook } from '../../../../test/samples/make-webhook.ts';
import { plainLook } from '../../../../test/samples/plain-look.ts';
import { formatWebhook, type ShownWebhook } from './webhook-text.ts';

const next = ['Test it', 'svc webhooks test a91c44de'] as const;

function shown(webhook: ShownWebhook, look = plainLook()): string {
  return `\n${formatWebhook(webhook, look).join('\n')}\n`;
}

it('shows every fact of a webhook', () => {
  const webhook = makeWebhook({
    description: 'the deployment bridge',
    previousSecretUntil: '2026-11-22T09:30:00.000Z',
    consecutiveFailures: 2,
    minSeverity: 'INFRA',
    branch: 'main',
  });
  expect(shown({ webhook, next })).toMatchInlineSnapshot(`
    "
    ! failing  https://ci.example.com/hooks/svc                             a91c44de
      2 attempts in a row failed
      about     the deployment bridge
      id        0193a1b2-0000-7000-8000-0000a91c44de
      events    execution.failed, test.flaky
      project   all
      branch    main
      severity  INFRA or more severe
      format    standard
      signed    yes, until 2026-11-22 09:30:00 UTC also with the former secret
      created   2026-11-20 10:00:00 UTC by deploy key
      sent      last attempt 204, 2 min ago
    Test it: svc webhooks test a91c44de
    "
  `);
  expect(shown({ webhook, next }, plainLook({ columns: 40 }))).toMatchInlineSnapshot(`
    "
    ! failing 
      https://ci.example.com/hooks/svc
      a91c44de
      2 attempts in a row failed
      about     the deployment bridge
      id
                0193a1b2-0000-7000-8000-0000a91c44de
      events    execution.failed, test.flaky
      project   all
      branch    main
      severity  INFRA or more severe
      format    standard
      signed    yes, until 2026-11-22
                09:30:00 UTC also with the
                former secret
      created   2026-11-20 10:00:00 UTC by
                deploy key
      sent      last attempt 204, 2 min ago
    Test it: svc webhooks test a91c44de
    "
  `);
});

it('shows a new secret on a line of its own', () => {
  const webhook = makeWebhook({ lastDelivery: null });
  const generatedSecret = 'whsec_c2VjcmV0IHNlY3JldCBzZWNyZXQgc2VjcmV0IQ==';
  const created = { webhook, done: 'created', generatedSecret, next };
  expect(shown(created)).toMatchInlineSnapshot(`
    "
    ✓ created
    ✓ active  https://ci.example.com/hooks/svc                              a91c44de
      id        0193a1b2-0000-7000-8000-0000a91c44de
      events    execution.failed, test.flaky
      project   all
      branch    all
      severity  all
      format    standard
      signed    yes
      created   2026-11-20 10:00:00 UTC by deploy key
      sent      nothing sent yet

    The secret. It is shown only now; store it where the receiver reads it:
      whsec_c2VjcmV0IHNlY3JldCBzZWNyZXQgc2VjcmV0IQ==

    Test it: svc webhooks test a91c44de
    "
  `);
  expect(formatWebhook(created, plainLook({ columns: 40 }))).toContain(`  ${generatedSecret}`);
});

it('says which format was taken, and that a chat has no signature', () => {
  const webhook = makeWebhook({ format: 'slack', url: 'https://hooks.slack.com/services/…' });
  const notes = ['The format is slack, because the address belongs to Slack.'];
  const text = shown({ webhook, done: 'created', notes, next });
  expect(text).toContain(`\n${notes[0]}\n`);
  expect(text).not.toContain('signed');
});
