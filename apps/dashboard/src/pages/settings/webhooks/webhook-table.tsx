import type { Webhook } from '@svc/contract/webhooks/webhooks';
import { Link } from '@tanstack/react-router';
import { StatusGlyph, STATUS_TONES } from '../../../components/status/status-glyph.tsx';
import { TimeAgo } from '../../../components/text/time.tsx';
import { describePause, buildWebhookFacts, describeWebhookStatus } from './webhook-words.ts';
import { TableHead } from '../../../components/lists/table-head.tsx';

interface WebhookTableProps {
  webhooks: readonly Webhook[];
  chosenId: string | undefined;
}

export function WebhookTable({ webhooks, chosenId }: WebhookTableProps) {
  return (
    <table className="cards webhooks">
      <TableHead names={['Address', 'Events', 'Status']} numbers={['Last delivery']} />
      <tbody>
        {webhooks.map((webhook) => (
          <WebhookRow key={webhook.id} webhook={webhook} isChosen={webhook.id === chosenId} />
        ))}
      </tbody>
    </table>
  );
}

function WebhookRow({ webhook, isChosen }: { webhook: Webhook; isChosen: boolean }) {
  const { id, url, description, active, events, lastDelivery } = webhook;
  const { glyph, words } = describeWebhookStatus(webhook);
  const pause = describePause(webhook);
  return (
    <tr className={active ? 'go' : 'go over'} aria-selected={isChosen}>
      <td className="full address">
        <Link
          className="ttl mono row-link clip"
          from="/settings/{-$section}"
          to="."
          search={{ webhook: id }}
          resetScroll={false}
          aria-current={isChosen ? 'true' : undefined}
          activeProps={NO_PROPS}
          title={url}
        >
          <bdi>{url}</bdi>
        </Link>
        {pause !== null && <div className="sub">{pause}</div>}
        <div className="sub facts-line">
          {description !== '' && (
            <>
              <bdi>{description}</bdi> ·{' '}
            </>
          )}
          <bdi>{buildWebhookFacts(webhook).join(' · ')}</bdi>
        </div>
      </td>
      <td className="full">
        <span className="chips">
          {events.map((event) => (
            <span className="tag mono" key={event}>
              {event === '*' ? 'all events' : event}
            </span>
          ))}
        </span>
      </td>
      <td className="m4">
        <span className={active ? `st ${STATUS_TONES[glyph]}` : 'st dim'}>
          <StatusGlyph status={glyph} size={14} label={null} />
          {words}
        </span>
      </td>
      <td className="n dim m5 r" data-l="last">
        {lastDelivery === null ? 'never' : <TimeAgo at={lastDelivery.at} />}
      </td>
    </tr>
  );
}

// A link to the page itself is always active; the chosen webhook is marked instead.
const NO_PROPS = {};
