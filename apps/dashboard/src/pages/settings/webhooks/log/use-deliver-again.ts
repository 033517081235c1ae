import type { Webhook } from '@svc/contract/webhooks/webhooks';
import { useMutation } from '@tanstack/react-query';
import { useKey } from '../../../../keyboard/use-key.ts';
import { usePermissions } from '../../../../server/account.ts';
import { trpc } from '../../../../server/trpc.ts';
import { reloadWebhooks } from '../webhooks-queries.ts';

export interface DeliverAgain {
  deliver: (deliveryId: string) => void;
  /** The delivery that was asked for last. */
  deliveryId: string | undefined;
  isPending: boolean;
  error: unknown;
  /** Why it cannot be done. */
  refusal: string | undefined;
}

/** Delivers an event again: by a button, or with `r` that of the focused row, or else of the open one. */
export function useDeliverAgain(webhook: Webhook, openId: string | undefined): DeliverAgain {
  const { adminsOnly } = usePermissions();
  const { mutate, variables, isPending, error } = useMutation(
    trpc.webhooks.redeliver.mutationOptions({ onSuccess: reloadWebhooks }),
  );
  const refusal = adminsOnly ?? explainOff(webhook);
  const deliver = (deliveryId: string) => {
    if (refusal === undefined && !isPending) mutate({ id: webhook.id, deliveryId });
  };
  useKey({ key: 'r' }, () => {
    const id = findFocusedDelivery() ?? openId;
    if (id !== undefined) deliver(id);
  });
  return { deliver, deliveryId: variables?.deliveryId, isPending, error, refusal };
}

/** Why nothing can be sent to the webhook. */
export function explainOff({ active }: Pick<Webhook, 'active'>): string | undefined {
  return active ? undefined : 'The webhook is off. Turn it on first.';
}

function findFocusedDelivery(): string | undefined {
  return document.activeElement?.closest<HTMLElement>('[data-delivery]')?.dataset['delivery'];
}
