import type { Delivery } from '@svc/contract/webhooks/deliveries';
import type { Webhook } from '@svc/contract/webhooks/webhooks';
import { useInfiniteQuery, type UseInfiniteQueryResult } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { Panel } from '../../../../components/layout/panel.tsx';
import { MoreRows } from '../../../../components/lists/more-rows.tsx';
import { Empty } from '../../../../components/states/empty.tsx';
import { Loaded } from '../../../../components/states/loaded.tsx';
import { SkeletonRows } from '../../../../components/states/skeleton.tsx';
import { formatCount } from '../../../../format/count.ts';
import { formatTime } from '../../../../format/time.ts';
import { changeSearch } from '../../../../search/changed-search.ts';
import { useChangeSearch } from '../../../../search/use-change-search.ts';
import type { SettingsSearch } from '../../../../search/page-search.ts';
import { formatWebhookName } from '../webhook-words.ts';
import { buildDeliveriesQuery } from '../webhooks-queries.ts';
import { DeliveryFilters } from './delivery-filters.tsx';
import { DeliveryTable } from './delivery-table.tsx';
import { TestProgress } from './test-progress.tsx';
import { useDeliverAgain } from './use-deliver-again.ts';
import { useNamedDelivery } from './use-named-delivery.ts';
import { useReloadedStatuses } from './use-reloaded-statuses.ts';
import { useScrolledTo } from './use-scrolled-to.ts';
import { useShownDeliveries } from './use-shown-deliveries.ts';
import { WebhookActions } from './webhook-actions.tsx';
import { listItems } from '../../../../server/pages-query.ts';

interface WebhookLogProps {
  webhook: Webhook;
  onEdit: () => void;
  onDeleted: () => void;
}

/** What was sent to a webhook in the last 30 days, newest first, and what can be done with the webhook. */
export function WebhookLog({ webhook, onEdit, onDeleted }: WebhookLogProps) {
  const search = useSearch({ from: '/frame/settings/{-$section}' });
  const { status, event } = search;
  const changeSettings = useChangeSearch<SettingsSearch>();
  const change = (changes: Partial<SettingsSearch>) => changeSettings(changes, { replace: true });
  const list = useInfiniteQuery(
    buildDeliveriesQuery({
      id: webhook.id,
      ...(status === undefined ? {} : { status: [status] }),
      ...(event === undefined ? {} : { event: [event] }),
    }),
  );
  const isLoaded = list.data !== undefined;
  const deliveries = listItems(list.data);
  const { shown, newer, showUpTo } = useShownDeliveries(deliveries, isLoaded);
  const named = useNamedDelivery(webhook.id, isLoaded ? shown : null);
  const [testId, setTestId] = useState<string | null>(null);
  useReloadedStatuses(isLoaded ? deliveries : null);
  const [isDeliveryLinked] = useState(search.delivery !== undefined);
  const top = useScrolledTo(search.webhook === webhook.id || isDeliveryLinked);
  return (
    <Panel
      className="webhook-log"
      title={
        <span ref={top}>
          Deliveries to <bdi>{formatWebhookName(webhook)}</bdi>
        </span>
      }
      meta="kept 30 days"
      aside={
        <WebhookActions
          webhook={webhook}
          waiting={deliveries.filter((one) => one.status === 'pending').length}
          onTested={(test) => {
            setTestId(test.id);
            showUpTo(test);
            change({ status: undefined, event: undefined });
          }}
          onEdit={onEdit}
          onDeleted={onDeleted}
        />
      }
    >
      <SecretNote webhook={webhook} />
      <TestProgress webhookId={webhook.id} testId={testId} />
      <DeliveryFilters status={status} event={event} onChange={change} />
      {newer > 0 && (
        <button className="btn new-rows" type="button" onClick={() => showUpTo(deliveries[0])}>
          {formatCount(newer, 'new delivery', 'new deliveries')}
        </button>
      )}
      {named.isMissing && <DeliveryMissing />}
      <DeliveryList
        webhook={webhook}
        list={list}
        deliveries={named.delivery === null ? shown : [named.delivery, ...shown]}
      />
    </Panel>
  );
}

interface DeliveryListProps {
  webhook: Webhook;
  list: UseInfiniteQueryResult;
  deliveries: readonly Delivery[];
}

/** The deliveries by pages; without any, when there will be some. */
function DeliveryList({ webhook, list, deliveries }: DeliveryListProps) {
  const { delivery, status, event } = useSearch({ from: '/frame/settings/{-$section}' });
  const deliverAgain = useDeliverAgain(webhook, delivery);
  const isFiltered = status !== undefined || event !== undefined;
  return (
    <Loaded query={list} what="The deliveries" skeleton={<SkeletonRows height={36} />}>
      {() =>
        deliveries.length === 0 ? (
          <NoDelivery isFiltered={isFiltered} events={webhook.events} />
        ) : (
          <>
            <DeliveryTable
              webhook={webhook}
              deliveries={deliveries}
              openId={delivery}
              now={new Date(list.dataUpdatedAt)}
              isOutdated={list.isPlaceholderData}
              deliverAgain={deliverAgain}
            />
            <MoreRows
              list={list}
              shown={deliveries.length}
              aside="The id stays the same over retries: receivers can drop repeats by it."
            />
          </>
        )
      }
    </Loaded>
  );
}

/** The address names a delivery that is not there. */
function DeliveryMissing() {
  return (
    <p className="pad mid" role="alert">
      The webhook has no such delivery. Deliveries are kept for 30 days, and those about an
      execution until it is deleted.{' '}
      <Link
        className="link"
        from="/settings/{-$section}"
        to="."
        search={(before) => changeSearch(before, { delivery: undefined })}
        replace
        resetScroll={false}
      >
        Show the newest deliveries
      </Link>
    </p>
  );
}

function SecretNote({ webhook: { previousSecretUntil: until } }: { webhook: Webhook }) {
  if (until === null) return null;
  return (
    <p className="pad sub">
      The secret was replaced. The one before signs too until {formatTime(new Date(until))}.
    </p>
  );
}

function NoDelivery({ isFiltered, events }: { isFiltered: boolean; events: readonly string[] }) {
  if (isFiltered) return <Empty title="No delivery matches" />;
  return (
    <Empty title="Nothing has been sent yet">
      {events.includes('*') ? 'The next event' : `The next ${events.join(' or ')}`} is sent here.
      “Send test” sends one now.
    </Empty>
  );
}
