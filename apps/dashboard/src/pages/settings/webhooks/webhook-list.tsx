import type { Webhook } from '@svc/contract/webhooks/webhooks';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { IconWebhook } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { MoreRows } from '../../../components/lists/more-rows.tsx';
import { Empty } from '../../../components/states/empty.tsx';
import { Loaded } from '../../../components/states/loaded.tsx';
import { SkeletonRows } from '../../../components/states/skeleton.tsx';
import { WebhookTable } from './webhook-table.tsx';

// The length of a short list is seen without a count.
const COUNTED_FROM = 10;

interface WebhookListProps {
  list: UseInfiniteQueryResult<{ pages: { items: Webhook[] }[] }>;
  chosenId: string | undefined;
  /** The button that adds a webhook. */
  add: ReactNode;
}

/** The webhooks by pages; without any, what they are for. */
export function WebhookList({ list, chosenId, add }: WebhookListProps) {
  return (
    <section className="panel" aria-label="Webhooks">
      <Loaded query={list} what="The webhooks" skeleton={<SkeletonRows rows={3} />}>
        {({ pages }) => {
          const webhooks = pages.flatMap(({ items }) => items);
          if (webhooks.length === 0) return <NoWebhook add={add} />;
          return (
            <>
              <WebhookTable webhooks={webhooks} chosenId={chosenId} />
              {(list.hasNextPage || webhooks.length >= COUNTED_FROM) && (
                <MoreRows shown={webhooks.length} list={list} />
              )}
            </>
          );
        }}
      </Loaded>
    </section>
  );
}

function NoWebhook({ add }: { add: ReactNode }) {
  return (
    <Empty
      glyph={<IconWebhook size={26} stroke={1.5} aria-hidden />}
      title="There is no webhook yet"
      action={add}
    >
      A webhook sends events to your program, or to Slack, Microsoft Teams or Discord: an execution
      failed, a test regressed or became flaky, an analysis is done.
    </Empty>
  );
}
