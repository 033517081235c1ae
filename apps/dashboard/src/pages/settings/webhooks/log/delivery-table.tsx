import type { Delivery } from '@svc/contract/webhooks/deliveries';
import type { Webhook } from '@svc/contract/webhooks/webhooks';
import { Link, useNavigate } from '@tanstack/react-router';
import { Fragment, useRef } from 'react';
import { StatusGlyph, STATUS_TONES } from '../../../../components/status/status-glyph.tsx';
import { TimeAgo } from '../../../../components/text/time.tsx';
import { formatDuration } from '../../../../format/duration.ts';
import { useKey } from '../../../../keyboard/use-key.ts';
import { changeSearch } from '../../../../search/changed-search.ts';
import { describeDeliveryAnswer, describeNextAttempt } from './delivery-words.ts';
import { OpenDelivery } from './open-delivery.tsx';
import type { DeliverAgain } from './use-deliver-again.ts';

interface DeliveryTableProps {
  webhook: Webhook;
  deliveries: readonly Delivery[];
  openId: string | undefined;
  /** When the deliveries were as shown: while one waits, a few seconds ago. */
  now: Date;
  isOutdated: boolean;
  deliverAgain: DeliverAgain;
}

/** Deliveries with their newest attempt. The open one shows its request and its answers. */
export function DeliveryTable(props: DeliveryTableProps) {
  const { webhook, deliveries, openId, now, isOutdated, deliverAgain } = props;
  const table = useRef<HTMLTableElement>(null);
  const navigate = useNavigate({ from: '/settings/{-$section}' });
  useKey({ key: 'Escape' }, () => {
    if (openId === undefined) return;
    table.current?.querySelector<HTMLElement>('[aria-expanded=true]')?.focus();
    void navigate({
      search: (now) => changeSearch(now, { delivery: undefined }),
      replace: true,
      resetScroll: false,
    });
  });
  return (
    <table
      ref={table}
      className={isOutdated ? 'cards deliveries outdated' : 'cards deliveries'}
      aria-busy={isOutdated}
    >
      <thead>
        <tr>
          <th>Answer</th>
          <th>Event</th>
          <th>Attempt</th>
          <th className="n">Time</th>
          <th>Next</th>
          <th className="n">When</th>
        </tr>
      </thead>
      <tbody>
        {deliveries.map((delivery) => (
          <Fragment key={delivery.id}>
            <DeliveryRow delivery={delivery} now={now} isOpen={delivery.id === openId} />
            {delivery.id === openId && (
              <tr className="detailrow" data-delivery={delivery.id}>
                <td colSpan={6} className="full">
                  <OpenDelivery
                    webhookId={webhook.id}
                    deliveryId={delivery.id}
                    deliverAgain={deliverAgain}
                  />
                </td>
              </tr>
            )}
          </Fragment>
        ))}
      </tbody>
    </table>
  );
}

interface DeliveryRowProps {
  delivery: Delivery;
  now: Date;
  isOpen: boolean;
}

function DeliveryRow({ delivery, now, isOpen }: DeliveryRowProps) {
  const { id, eventType, attempt, attemptsMost, durationMs, createdAt, error } = delivery;
  const { glyph, words } = describeDeliveryAnswer(delivery, now);
  return (
    <tr className="go" aria-selected={isOpen} data-delivery={id}>
      <td className="nowrap m1">
        <Link
          className={`st row-link ${STATUS_TONES[glyph]}`}
          from="/settings/{-$section}"
          to="."
          search={(before) => changeSearch(before, { delivery: isOpen ? undefined : id })}
          replace
          resetScroll={false}
          activeProps={NO_PROPS}
          aria-expanded={isOpen}
          aria-label={`${words}, ${eventType}`}
          title={error ?? undefined}
          data-row
        >
          <StatusGlyph status={glyph} size={14} label={null} />
          <span>{words}</span>
        </Link>
      </td>
      <td className="m3">
        <span className="mono">{eventType}</span>
      </td>
      <td className="mid nowrap m4 r" data-l="attempt">
        {durationMs === null ? '–' : `${attempt} of ${attemptsMost}`}
      </td>
      <td className="n m5 nowrap" data-l="time">
        {formatDuration(durationMs)}
      </td>
      <td className="mid m6 r">
        <bdi>{describeNextAttempt(delivery, now)}</bdi>
      </td>
      <td className="n dim m2 r nowrap">
        <TimeAgo at={createdAt} />
      </td>
    </tr>
  );
}

// A link to the page itself is always active; the open delivery is marked instead.
const NO_PROPS = {};
