import type { Delivery } from '@svc/contract/webhooks/deliveries';
import type { Webhook } from '@svc/contract/webhooks/webhooks';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Problem } from '../../../../components/states/problem.tsx';
import { formatCount } from '../../../../format/count.ts';
import { usePermissions } from '../../../../server/account.ts';
import { trpc } from '../../../../server/trpc.ts';
import { ConfirmDialog } from '../../../../components/layout/confirm-dialog.tsx';
import { formatWebhookName } from '../webhook-words.ts';
import { reloadWebhooks } from '../webhooks-queries.ts';
import { explainOff } from './use-deliver-again.ts';
import { GuardedButton } from '../../guarded-button.tsx';

interface WebhookActionsProps {
  webhook: Webhook;
  /** How many of the shown deliveries wait for an attempt. */
  waiting: number;
  onTested: (delivery: Delivery) => void;
  onEdit: () => void;
  onDeleted: () => void;
}

/** What can be done with a webhook. */
export function WebhookActions(props: WebhookActionsProps) {
  const { webhook, waiting, onTested, onEdit, onDeleted } = props;
  const { adminsOnly } = usePermissions();
  const [asked, setAsked] = useState<'off' | 'delete' | null>(null);
  const close = () => setAsked(null);
  const test = useMutation(
    trpc.webhooks.test.mutationOptions({
      onSuccess: async (delivery) => {
        onTested(delivery);
        await reloadWebhooks();
      },
    }),
  );
  const turn = useTurn(close);
  const { id, active } = webhook;
  return (
    <>
      <GuardedButton
        className="btn sm"
        refusal={adminsOnly ?? explainOff(webhook)}
        disabled={test.isPending}
        onClick={() => test.mutate({ id })}
      >
        Send test
      </GuardedButton>
      <GuardedButton className="btn sm" refusal={adminsOnly} onClick={onEdit}>
        Edit
      </GuardedButton>
      <GuardedButton
        className="btn sm"
        refusal={adminsOnly}
        disabled={turn.isPending}
        onClick={() => {
          if (active && waiting > 0) setAsked('off');
          else turn.mutate({ id, active: !active });
        }}
      >
        {active ? 'Turn off' : 'Turn on'}
      </GuardedButton>
      <GuardedButton className="btn sm" refusal={adminsOnly} onClick={() => setAsked('delete')}>
        Delete
      </GuardedButton>
      <Problem error={test.error} title="The test could not be sent." />
      {asked === null && <Problem error={turn.error} title="The webhook could not be changed." />}
      {asked === 'off' && (
        <TurnOffWebhook webhook={webhook} waiting={waiting} turn={turn} onClose={close} />
      )}
      {asked === 'delete' && (
        <DeleteWebhook webhook={webhook} onDeleted={onDeleted} onClose={close} />
      )}
    </>
  );
}

interface TurnOffWebhookProps extends Pick<WebhookActionsProps, 'webhook' | 'waiting'> {
  turn: ReturnType<typeof useTurn>;
  onClose: () => void;
}

function TurnOffWebhook({ webhook, waiting, turn, onClose }: TurnOffWebhookProps) {
  return (
    <ConfirmDialog
      title="Turn off the webhook?"
      action="Turn off"
      isBusy={turn.isPending}
      error={turn.error}
      onConfirm={() => turn.mutate({ id: webhook.id, active: false })}
      onClose={onClose}
    >
      <p className="wrap-anywhere">
        <bdi>{formatWebhookName(webhook)}</bdi>
      </p>
      <p className="mid">
        {formatCount(waiting, 'delivery waits', 'deliveries wait')} for an attempt and will not be
        sent. You can deliver them again once the webhook is on.
      </p>
    </ConfirmDialog>
  );
}

/** Turns a webhook on or off. */
function useTurn(onTurned: () => void) {
  return useMutation(
    trpc.webhooks.edit.mutationOptions({
      onSuccess: async () => {
        await reloadWebhooks();
        onTurned();
      },
    }),
  );
}

interface DeleteWebhookProps {
  webhook: Webhook;
  onDeleted: () => void;
  onClose: () => void;
}

function DeleteWebhook({ webhook: { id, url }, onDeleted, onClose }: DeleteWebhookProps) {
  const remove = useMutation(
    trpc.webhooks.delete.mutationOptions({
      onSuccess: async () => {
        onClose();
        onDeleted();
        await reloadWebhooks();
      },
    }),
  );
  return (
    <ConfirmDialog
      title="Delete the webhook?"
      action="Delete webhook"
      isBusy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate({ id })}
      onClose={onClose}
    >
      <p className="wrap-anywhere">
        <bdi className="mono">{url}</bdi>
      </p>
      <p className="mid">
        Its secret and its log of the last 30 days are deleted, and what waits for an attempt is not
        sent. This cannot be undone.
      </p>
    </ConfirmDialog>
  );
}
