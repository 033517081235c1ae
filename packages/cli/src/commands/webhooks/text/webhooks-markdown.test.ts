import { expect, it } from 'vitest';
import { makeFailingDelivery, makeWebhook } from '../../../../test/samples/make-webhook.ts';
import {
  renderDeliveriesMarkdown,
  renderDeliveryMarkdown,
} from '../deliveries/deliveries-markdown.ts';
import { renderWebhooksMarkdown } from './webhooks-text.ts';

const now = new Date('2026-11-21T09:30:00.000Z');
const total = { count: 5, isAtLeast: false };

it('lists webhooks', () => {
  const items = [
    makeWebhook({ description: 'for | <b>ops</b>', branch: 'main' }),
    makeWebhook({ url: 'https://hooks.slack.com/services/…', format: 'slack' }),
  ];
  const text = renderWebhooksMarkdown({ items, total, moreCommand: 'svc webhooks --limit 5' }, now);
  expect(`\n${text}\n`).toMatchInlineSnapshot(`
    "
    | id | state | address | events | only | last attempt | about |
    | --- | --- | --- | --- | --- | --- | --- |
    | a91c44de | ✓ active | \`https://ci.example.com/hooks/svc\` | execution.failed, test.flaky | branch main | last attempt 204, 2 min ago | for \\| &lt;b&gt;ops&lt;/b&gt; |
    | a91c44de | ✓ active | \`https://hooks.slack.com/services/…\` | execution.failed, test.flaky |  | last attempt 204, 2 min ago |  |

    2 of 5. More: \`svc webhooks --limit 5\`
    "
  `);
  expect(renderWebhooksMarkdown({ items: [], total, moreCommand: '' }, now)).toBe('No webhooks.');
});

it('lists deliveries, and shows one with its attempts and bodies, without headers', () => {
  const delivery = makeFailingDelivery({ id: '0193a1b2-0000-7000-8000-000000ff00aa' });
  const list = {
    items: [delivery],
    total,
    isFiltered: false,
    moreCommand: 'svc webhooks deliveries a91c44de --limit 5',
    showCommand: '',
    testCommand: '',
  };
  expect(`\n${renderDeliveriesMarkdown(list, now)}\n`).toMatchInlineSnapshot(`
    "
    | id | status | event | answer | attempt | when |
    | --- | --- | --- | --- | --- | --- |
    | 00ff00aa | ◌ pending | execution.failed | 503 in 1.2 s | 3 of 10 | 2 min ago |

    1 of 5. More: \`svc webhooks deliveries a91c44de --limit 5\`
    "
  `);
  const shown = { delivery, address: '', limit: 3, jsonCommand: '', redeliverCommand: '' };
  expect(`\n${renderDeliveryMarkdown(shown)}\n`).toMatchInlineSnapshot(`
    "
    ### ◌ pending: execution.failed

    | attempt | at | answer |
    | --- | --- | --- |
    | 1 | 2026-11-21 09:20:00 UTC | 503 in 1.2 s |
    | 2 | 2026-11-21 09:20:05 UTC | the connection was refused |
    | 3 | 2026-11-21 09:28:00 UTC | 503 in 1.2 s |

    <details><summary>Request</summary>

    \`\`\`
    {
      "type": "execution.failed",
      "timestamp": "2026-11-21T09:28:00.000Z",
    … 5 more lines
    \`\`\`

    </details>

    <details><summary>Answer 503</summary>

    \`\`\`
    <h1>Service unavailable</h1>

    \`\`\`

    </details>
    "
  `);
});
