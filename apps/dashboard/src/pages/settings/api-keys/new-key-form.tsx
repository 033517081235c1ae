import { SvcClientError } from '@svc/client';
import type { CreatedApiKey } from '@svc/contract/people/api-keys';
import { useMutation } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { ChoiceField } from '../../../components/forms/choice-field.tsx';
import { Field } from '../../../components/forms/field.tsx';
import { Dialog } from '../../../components/layout/dialog.tsx';
import { Problem } from '../../../components/states/problem.tsx';
import { queryClient } from '../../../server/query-client.ts';
import { trpc } from '../../../server/trpc.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;

const EXPIRIES = [
  { value: '', label: 'Never' },
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In a year' },
] as const;

/** What the new key is for, what it may do, and for how long. */
export function NewKeyForm({
  onCreated,
  onClose,
}: {
  onCreated: (created: CreatedApiKey) => void;
  onClose: () => void;
}) {
  const [scope, setScope] = useState<'ingest' | 'full'>('ingest');
  const [days, setDays] = useState<string>('');
  const create = useMutation(
    trpc.apiKeys.create.mutationOptions({
      onSuccess: async (created) => {
        onCreated(created);
        await queryClient.invalidateQueries({ queryKey: trpc.apiKeys.pathKey() });
      },
    }),
  );
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const name = form.get('name');
    if (typeof name !== 'string') return;
    const [reads, writes] = [numberIn(form, 'reads'), numberIn(form, 'writes')];
    create.mutate({
      name,
      scope,
      ...(days === ''
        ? {}
        : { expiresAt: new Date(Date.now() + Number(days) * DAY_MS).toISOString() }),
      ...(reads === null ? {} : { readsPerMinute: reads }),
      ...(writes === null ? {} : { writesPerMinute: writes }),
    });
  };
  const nameError = create.error instanceof SvcClientError && create.error.code === 'CONFLICT';
  return (
    <Dialog
      title="Create key"
      onClose={onClose}
      width={520}
      footer={
        <>
          <button className="btn" type="button" onClick={onClose}>
            Cancel
          </button>
          <button className="btn primary" type="submit" form="new-key" disabled={create.isPending}>
            Create key
          </button>
        </>
      }
    >
      <form id="new-key" className="stack" onSubmit={submit}>
        <Field
          label="Name"
          name="name"
          required
          maxLength={200}
          autoComplete="off"
          data-autofocus
          placeholder="CI of web"
          help="What uses the key. The list shows it, never the key itself."
          error={nameError ? (create.error?.message ?? null) : null}
        />
        <ChoiceField
          label="May"
          value={scope}
          onChange={setScope}
          choices={[
            {
              value: 'ingest',
              label: 'Upload',
              help: 'Upload executions and read them back. Enough for reporters in CI.',
            },
            {
              value: 'full',
              label: 'Read and upload',
              help: 'Everything that a member may read. For the command line and the action’s comparisons.',
            },
          ]}
        />
        <div className="field">
          <label htmlFor="key-expiry">Expires</label>
          <select
            id="key-expiry"
            className="input"
            value={days}
            onChange={({ target }) => setDays(target.value)}
          >
            {EXPIRIES.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </div>
        <div className="grid g-2">
          <Field
            label="Reads a minute"
            name="reads"
            type="number"
            min={1}
            max={1_000_000}
            placeholder="the server’s default"
          />
          <Field
            label="Writes a minute"
            name="writes"
            type="number"
            min={1}
            max={1_000_000}
            placeholder="the server’s default"
          />
        </div>
        {create.error !== null && !nameError && (
          <Problem error={create.error} title="The key could not be created." />
        )}
      </form>
    </Dialog>
  );
}

function numberIn(form: FormData, name: string): number | null {
  const text = form.get(name);
  return typeof text === 'string' && text !== '' ? Number(text) : null;
}
