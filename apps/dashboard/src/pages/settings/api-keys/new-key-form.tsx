import { SvcClientError } from '@svc/client';
import type { CreatedApiKey } from '@svc/contract/people/api-keys';
import { useMutation } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { toFieldErrors } from '../../../components/forms/field-errors.ts';
import { Field } from '../../../components/forms/field.tsx';
import { FormDialog } from '../../../components/layout/form-dialog.tsx';
import { Problem } from '../../../components/states/problem.tsx';
import { queryClient } from '../../../server/query-client.ts';
import { trpc } from '../../../server/trpc.ts';
import { ExpiryField, LimitFields } from './expiry-and-limits.tsx';
import { KeyBoundsFields } from './key-bounds-fields.tsx';
import { buildKeyInput, NEW_KEY, pickKeyProjects } from './key-draft.ts';
import { KeyUseField } from './key-use-field.tsx';

const DAY_MS = 24 * 60 * 60 * 1_000;

/** What the new key is for, what it may do, and for how long. */
export function NewKeyForm({
  onCreated,
  onClose,
}: {
  onCreated: (created: CreatedApiKey) => void;
  onClose: () => void;
}) {
  const [draft, setDraft] = useState(NEW_KEY);
  const { project: here } = useSearch({ from: '/frame' });
  const [days, setDays] = useState<string>('');
  const create = useCreateKey(onCreated);
  const submit = (form: HTMLFormElement) =>
    create.mutate({ ...readKeyFields(form), ...buildKeyInput(draft, here), ...buildExpiry(days) });
  const branchError = toFieldErrors(create.error)['branches'];
  const nameError = create.error instanceof SvcClientError && create.error.code === 'CONFLICT';
  return (
    <FormDialog
      title="Create key"
      action="Create key"
      isReady={!create.isPending}
      width={520}
      onSubmit={submit}
      onClose={onClose}
    >
      <NameField error={nameError ? (create.error?.message ?? null) : null} />
      <KeyUseField value={draft.use} onChange={(use) => setDraft({ ...draft, use })} />
      {draft.use !== 'full' && (
        <KeyBoundsFields
          chosen={pickKeyProjects(draft, here)}
          branches={draft.branches}
          branchError={branchError}
          onProjects={(projects) => setDraft({ ...draft, projects })}
          onBranches={(branches) => setDraft({ ...draft, branches })}
        />
      )}
      <ExpiryField days={days} onChange={setDays} />
      <LimitFields />
      {!nameError && branchError === undefined && (
        <Problem error={create.error} title="The key could not be created." />
      )}
    </FormDialog>
  );
}

function NameField({ error }: { error: string | null }) {
  return (
    <Field
      label="Name"
      name="name"
      required
      maxLength={200}
      autoComplete="off"
      data-autofocus
      placeholder="CI of web"
      help="What uses the key. The list shows it, never the key itself."
      error={error}
    />
  );
}

function useCreateKey(onCreated: (created: CreatedApiKey) => void) {
  return useMutation(
    trpc.apiKeys.create.mutationOptions({
      onSuccess: async (created) => {
        onCreated(created);
        await queryClient.invalidateQueries({ queryKey: trpc.apiKeys.pathKey() });
      },
    }),
  );
}

/** The name and the limits, which are no state of the form. */
function readKeyFields(element: HTMLFormElement) {
  const form = new FormData(element);
  const name = form.get('name');
  const [reads, writes] = [numberIn(form, 'reads'), numberIn(form, 'writes')];
  return {
    name: typeof name === 'string' ? name : '',
    ...(reads === null ? {} : { readsPerMinute: reads }),
    ...(writes === null ? {} : { writesPerMinute: writes }),
  };
}

function buildExpiry(days: string): { expiresAt?: string } {
  if (days === '') return {};
  return { expiresAt: new Date(Date.now() + Number(days) * DAY_MS).toISOString() };
}

function numberIn(form: FormData, name: string): number | null {
  const text = form.get(name);
  return typeof text === 'string' && text !== '' ? Number(text) : null;
}
