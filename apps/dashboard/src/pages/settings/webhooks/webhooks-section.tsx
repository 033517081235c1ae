import type { Webhook } from '@svc/contract/webhooks/webhooks';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { IconWebhook } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { PageHead } from '../../../components/layout/lead-sentence.tsx';
import { MoreRows } from '../../../components/lists/more-rows.tsx';
import { Empty } from '../../../components/states/empty.tsx';
import { Loaded } from '../../../components/states/loaded.tsx';
import { SkeletonRows } from '../../../components/states/skeleton.tsx';
import { KeyHints } from '../../../keyboard/key-hints.tsx';
import { useRowKeys } from '../../../keyboard/use-row-keys.ts';
import { usePermissions } from '../../../server/account.ts';
import { loadCode } from '../../../server/load-code.ts';
import { trpc } from '../../../server/trpc.ts';
import { WebhookLog } from './log/webhook-log.tsx';
import { WebhookTable } from './webhook-table.tsx';
import { webhooksQuery } from './webhooks-queries.ts';

const WebhookDialog = lazy(
  loadCode(() =>
    import('./form/webhook-dialog.tsx').then((module) => ({ default: module.WebhookDialog })),
  ),
);

/** The organization's webhooks, and the deliveries of the chosen one. */
export function WebhooksSection() {
  useRowKeys();
  const navigate = useNavigate({ from: '/settings/{-$section}' });
  const { adminsOnly } = usePermissions();
  const list = useInfiniteQuery(webhooksQuery());
  const webhooks = (list.data?.pages ?? []).flatMap(({ items }) => items);
  const chosen = useChosen(webhooks, list.data !== undefined);
  const [edited, setEdited] = useState<Webhook | 'new' | null>(null);
  const choose = (webhook: string | undefined) =>
    void navigate({ search: { webhook }, resetScroll: false });
  const add = (
    <button
      className="btn primary"
      type="button"
      disabled={adminsOnly !== undefined}
      title={adminsOnly}
      onClick={() => setEdited('new')}
    >
      Add webhook
    </button>
  );
  return (
    <>
      <PageHead title="Webhooks" action={webhooks.length > 0 && add}>
        Signed in the Standard Webhooks format, delivered at least once, retried for three days.
        {adminsOnly !== undefined && ' Admins and owners change them.'}
      </PageHead>
      <section className="panel" aria-label="Webhooks">
        <Loaded query={list} what="The webhooks" skeleton={<SkeletonRows rows={3} />}>
          {() =>
            webhooks.length === 0 ? (
              <Empty
                glyph={<IconWebhook size={26} stroke={1.5} aria-hidden />}
                title="There is no webhook yet"
                action={add}
              >
                A webhook sends an event to an address of yours, or to Slack, Microsoft Teams or
                Discord, when an execution failed, a test regressed or turned flaky, or an analysis
                is done.
              </Empty>
            ) : (
              <>
                <WebhookTable webhooks={webhooks} chosenId={chosen.id} />
                {(list.hasNextPage || webhooks.length > FEW) && (
                  <MoreRows
                    shown={webhooks.length}
                    hasMore={list.hasNextPage}
                    isLoading={list.isFetchingNextPage}
                    hasFailed={list.isFetchNextPageError}
                    onMore={() => void list.fetchNextPage()}
                  />
                )}
              </>
            )
          }
        </Loaded>
      </section>
      {chosen.id !== undefined && (
        <Loaded
          query={chosen.query}
          what="The webhook"
          skeleton={
            <section className="panel">
              <SkeletonRows />
            </section>
          }
        >
          {(webhook) => (
            <WebhookLog
              key={webhook.id}
              webhook={webhook}
              onEdit={() => setEdited(webhook)}
              onDeleted={() => choose(undefined)}
            />
          )}
        </Loaded>
      )}
      <KeyHints
        hints={[
          { keys: ['j', 'k'], does: 'move' },
          { keys: ['↵'], does: 'open delivery' },
          { keys: ['r'], does: 'deliver again' },
        ]}
      />
      <Suspense fallback={null}>
        {edited !== null && (
          <WebhookDialog
            webhook={edited === 'new' ? null : edited}
            onSaved={({ id }) => {
              if (edited === 'new') choose(id);
            }}
            onClose={() => setEdited(null)}
          />
        )}
      </Suspense>
    </>
  );
}

const FEW = 10;

/** The webhook that the address names, which may be on no page of the list; without one, the newest. */
function useChosen(webhooks: readonly Webhook[], isLoaded: boolean) {
  const search = useSearch({ from: '/frame/settings/{-$section}' });
  const id = search.webhook ?? webhooks[0]?.id;
  const listed = webhooks.find((webhook) => webhook.id === id);
  const query = useQuery(
    trpc.webhooks.get.queryOptions(
      { id: id ?? '' },
      { enabled: isLoaded && id !== undefined && listed === undefined },
    ),
  );
  return { id, query: listed === undefined ? query : { ...query, data: listed } };
}
