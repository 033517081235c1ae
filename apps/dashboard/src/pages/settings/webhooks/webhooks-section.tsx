import type { Webhook } from '@svc/contract/webhooks/webhooks';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { PageHead } from '../../../components/layout/lead-sentence.tsx';
import { Loaded } from '../../../components/states/loaded.tsx';
import { SkeletonRows } from '../../../components/states/skeleton.tsx';
import { KeyHints } from '../../../keyboard/key-hints.tsx';
import { useRowKeys } from '../../../keyboard/use-row-keys.ts';
import { usePermissions } from '../../../server/account.ts';
import { lazyPart } from '../../../server/load-code.ts';
import { trpc } from '../../../server/trpc.ts';
import { WebhookLog } from './log/webhook-log.tsx';
import { WebhookList } from './webhook-list.tsx';
import { isMissing, WebhookMissing } from './webhook-missing.tsx';
import { buildWebhooksQuery } from './webhooks-queries.ts';
import { listItems } from '../../../server/pages-query.ts';
import { GuardedButton } from '../guarded-button.tsx';

const WebhookDialog = lazyPart(() => import('./form/webhook-dialog.tsx'), 'WebhookDialog');

/** The organization's webhooks, and the deliveries of the chosen one. */
export function WebhooksSection() {
  useRowKeys();
  const navigate = useNavigate({ from: '/settings/{-$section}' });
  const { adminsOnly } = usePermissions();
  const list = useInfiniteQuery(buildWebhooksQuery());
  const webhooks = listItems(list.data);
  const chosen = useChosen(webhooks, list.data !== undefined);
  const [edited, setEdited] = useState<Webhook | 'new' | null>(null);
  const choose = (webhook: string | undefined) =>
    void navigate({ search: { webhook }, resetScroll: false });
  const add = (
    <GuardedButton refusal={adminsOnly} className="btn primary" onClick={() => setEdited('new')}>
      Add webhook
    </GuardedButton>
  );
  return (
    <>
      <PageHead title="Webhooks" action={webhooks.length > 0 && add}>
        Each event is sent at least once. Failed deliveries are retried for three days.
        {adminsOnly !== undefined && ' Admins and owners change them.'}
      </PageHead>
      <WebhookList list={list} chosenId={chosen.id} add={add} />
      <ChosenWebhook {...chosen} onEdit={setEdited} onDeleted={() => choose(undefined)} />
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

interface ChosenWebhookProps extends ReturnType<typeof useChosen> {
  onEdit: (webhook: Webhook) => void;
  onDeleted: () => void;
}

/** The deliveries of the chosen webhook. */
function ChosenWebhook({ id, query, onEdit, onDeleted }: ChosenWebhookProps) {
  if (isMissing(query)) return <WebhookMissing />;
  if (id === undefined) return null;
  const skeleton = (
    <section className="panel">
      <SkeletonRows />
    </section>
  );
  return (
    <>
      <Loaded query={query} what="The webhook" skeleton={skeleton}>
        {(webhook) => (
          <WebhookLog
            key={webhook.id}
            webhook={webhook}
            onEdit={() => onEdit(webhook)}
            onDeleted={onDeleted}
          />
        )}
      </Loaded>
      {query.data !== undefined && <KeyHints hints={KEYS} />}
    </>
  );
}

const KEYS = [
  { keys: ['j', 'k'], does: 'choose a delivery' },
  { keys: ['↵'], does: 'open it' },
  { keys: ['r'], does: 'deliver it again' },
];

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
