import type { ListedApiKey } from '@svc/contract/people/api-keys';
import { useMutation } from '@tanstack/react-query';
import { IconAlertTriangle } from '@tabler/icons-react';
import { ConfirmByName } from '../../../components/forms/confirm-by-name.tsx';
import { TimeAgo } from '../../../components/text/time.tsx';
import { formatKeyHint } from '../../../format/identity.ts';
import { queryClient } from '../../../server/query-client.ts';
import { trpc } from '../../../server/trpc.ts';

/** Asks before a key is revoked, and says whether it is still in use. */
export function RevokeKeyDialog({
  apiKey: { id, name, hint, lastUsedAt },
  onClose,
}: {
  apiKey: ListedApiKey;
  onClose: () => void;
}) {
  const revoke = useMutation(
    trpc.apiKeys.revoke.mutationOptions({
      onSuccess: async () => {
        await queryClient.invalidateQueries({ queryKey: trpc.apiKeys.pathKey() });
        onClose();
      },
    }),
  );
  return (
    <ConfirmByName
      title={`Revoke “${name}”?`}
      name={name}
      action="Revoke key"
      isBusy={revoke.isPending}
      error={revoke.error}
      onConfirm={() => revoke.mutate({ id })}
      onClose={onClose}
    >
      <p className="mid">
        Requests with <span className="mono">{formatKeyHint(hint)}</span> fail from the next one on,
        on every server. This cannot be undone.
      </p>
      {lastUsedAt !== null && (
        <div className="note warn">
          <IconAlertTriangle size={16} stroke={1.5} aria-hidden />
          <span>
            It was used <TimeAgo at={lastUsedAt} />: CI that still has it stops uploading. Its tests
            run on, and reporters keep what they could not send.
          </span>
        </div>
      )}
    </ConfirmByName>
  );
}
