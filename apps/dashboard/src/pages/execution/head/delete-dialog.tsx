import { Modal } from '@mantine/core';
import type { Execution } from '@svc/contract/executions/executions';
import { SvcClientError } from '@svc/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Field } from '../../../components/forms/field.tsx';
import { formatCount } from '../../../format/count.ts';
import { trpc } from '../../../server/trpc.ts';
import { buildSummaryQuery } from '../execution-queries.ts';

/** Asks for the execution's number before it is deleted for good. */
export function DeleteDialog({
  execution: { id, number, totals },
  onClose,
}: {
  execution: Execution;
  onClose: () => void;
}) {
  const [typed, setTyped] = useState('');
  const isConfirmed = typed.trim().replace(/^#/, '') === String(number);
  const deletion = useDeletion(id);
  return (
    <Modal opened onClose={onClose} title={`Delete execution #${number}?`} radius="lg">
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (isConfirmed) deletion.mutate({ id });
        }}
      >
        <p>
          Its {formatCount(totals.tests, 'result')} and their files are deleted for everybody, and
          no rate or history counts them any more. This cannot be undone.
        </p>
        <Field
          label={`Type ${number} to confirm`}
          inputMode="numeric"
          autoComplete="off"
          autoFocus
          data-autofocus
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          error={formatDeleteError(deletion.error)}
        />
        <div className="row">
          <button className="btn push" type="button" onClick={onClose}>
            Cancel
          </button>
          <button
            className="btn danger"
            type="submit"
            disabled={!isConfirmed || deletion.isPending}
          >
            {deletion.isPending ? 'Deleting' : 'Delete execution'}
          </button>
        </div>
      </form>
    </Modal>
  );
}

/** Deletes the execution and leaves its page. */
function useDeletion(id: string) {
  const client = useQueryClient();
  const navigate = useNavigate();
  return useMutation(
    trpc.executions.delete.mutationOptions({
      onSuccess: async () => {
        await navigate({ to: '/executions' });
        client.removeQueries({ queryKey: buildSummaryQuery(id).queryKey });
        await client.invalidateQueries();
      },
    }),
  );
}

function formatDeleteError(error: unknown): string | null {
  if (error === null) return null;
  return error instanceof SvcClientError ? error.message : 'It could not be deleted.';
}
